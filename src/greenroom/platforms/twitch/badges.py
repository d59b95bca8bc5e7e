"""What the badges beside a name say of the one who wears them."""

from functools import lru_cache

import msgspec

from greenroom.chat.events import Badge, Chatter

# Since 2026 the first among the moderators wears a badge of their own instead of the usual one.
MODERATORS = frozenset({"moderator", "lead_moderator"})
SUBSCRIBERS = frozenset({"subscriber", "founder"})
BOTS = frozenset({"bot-badge"})

LABELS = {"vip": "VIP", "no_video": "Listening only", "no_audio": "Watching without sound", "bot-badge": "Chat bot"}


class BadgePart(msgspec.Struct, gc=False):
    set_id: str
    id: str = ""
    info: str | None = None


class Worn(msgspec.Struct, frozen=True, gc=False):
    badges: tuple[Badge, ...] = ()
    is_moderator: bool = False
    is_vip: bool = False
    is_subscriber: bool = False
    is_bot: bool = False


class Author(msgspec.Struct, gc=False):
    """Who wrote it, as every payload of the chat has it; nobody, where they gave without a name."""

    broadcaster_user_id: str
    chatter_user_id: str | None = None
    chatter_user_login: str | None = None
    chatter_user_name: str | None = None
    badges: list[BadgePart] | None = None
    color: str | None = None


def chatter_of(author: Author) -> Chatter:
    user_id, login = author.chatter_user_id or "", author.chatter_user_login or ""
    worn = worn_as(tuple([(part.set_id, part.id, part.info or "") for part in author.badges or ()]))
    return Chatter(
        id=user_id,
        login=login,
        name=author.chatter_user_name or login,
        colour=author.color or "",
        badges=worn.badges,
        # Not by the badge: in a shared chat the other channel's owner may wear one too.
        is_broadcaster=user_id == author.broadcaster_user_id,
        is_moderator=worn.is_moderator,
        is_vip=worn.is_vip,
        is_subscriber=worn.is_subscriber,
        is_bot=worn.is_bot,
    )


@lru_cache(maxsize=4096)
def worn_as(parts: tuple[tuple[str, str, str], ...]) -> Worn:
    """Kept, because a whole chat wears a few sets of badges only."""
    kinds = {kind for kind, _, _ in parts}
    return Worn(
        badges=tuple(Badge(kind, version, label_of(kind, info)) for kind, version, info in parts),
        is_moderator=not kinds.isdisjoint(MODERATORS),
        is_vip="vip" in kinds,
        is_subscriber=not kinds.isdisjoint(SUBSCRIBERS),
        is_bot=not kinds.isdisjoint(BOTS),
    )


def label_of(kind: str, info: str) -> str:
    label = LABELS.get(kind) or kind.replace("_", " ").replace("-", " ").capitalize()
    if kind in SUBSCRIBERS and info.isdecimal():
        return f"{label}, {info} {'month' if info == '1' else 'months'}"
    return label
