"""What the badges beside a name say of the one who wears them."""

from functools import lru_cache

import msgspec

from greenroom.chat.events import Badge, Chatter

# Since 2026 the first among the moderators wears a badge of their own instead of the usual one.
MODERATORS = frozenset({"moderator", "lead_moderator"})
SUBSCRIBERS = frozenset({"subscriber", "founder"})
BOTS = frozenset({"bot-badge"})

LABELS = {"vip": "VIP", "no_video": "Listening only", "no_audio": "Watching without sound", "bot-badge": "Chat bot"}


class BadgePart(msgspec.Struct, frozen=True, gc=False):
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
    badges: tuple[BadgePart, ...] | None = None
    color: str | None = None


def chatter_of(author: Author) -> Chatter:
    user_id, login = author.chatter_user_id or "", author.chatter_user_login or ""
    # Not by the badge: in a shared chat the other channel's owner may wear one too.
    is_broadcaster = user_id == author.broadcaster_user_id
    name, colour = author.chatter_user_name or login, author.color or ""
    return _chatter(user_id, login, name, colour, author.badges or (), is_broadcaster)


@lru_cache(maxsize=16_384)
def _chatter(
    user_id: str, login: str, name: str, colour: str, parts: tuple[BadgePart, ...], is_broadcaster: bool
) -> Chatter:
    """Made once for each way a person looks: whoever writes again looks as before."""
    worn = worn_as(parts)
    return Chatter(
        id=user_id,
        login=login,
        name=name,
        colour=colour,
        badges=worn.badges,
        is_broadcaster=is_broadcaster,
        is_moderator=worn.is_moderator,
        is_vip=worn.is_vip,
        is_subscriber=worn.is_subscriber,
        is_bot=worn.is_bot,
    )


@lru_cache(maxsize=4096)
def worn_as(parts: tuple[BadgePart, ...]) -> Worn:
    """Kept, because a whole chat wears a few sets of badges only."""
    kinds = {part.set_id for part in parts}
    return Worn(
        badges=tuple(Badge(part.set_id, part.id, label_of(part.set_id, part.info or "")) for part in parts),
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
