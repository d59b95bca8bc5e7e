"""Chatters and their roles, from badges."""

from functools import lru_cache

import msgspec

from greenroom.chat.protocol.events import Badge, Chatter

# Since 2026 the lead moderator has this badge instead of the usual one.
MODERATORS = frozenset({"moderator", "lead_moderator"})
SUBSCRIBERS = frozenset({"subscriber", "founder"})
BOTS = frozenset({"bot-badge"})
# A longer number of months in a subscriber badge is ignored.
MAX_MONTHS_DIGITS = 4

LABELS = {"vip": "VIP", "no_video": "Listening only", "no_audio": "Watching without audio", "bot-badge": "Chat bot"}


class BadgePart(msgspec.Struct, frozen=True, gc=False):
    set_id: str
    id: str = ""
    info: str | None = None


class BadgeSummary(msgspec.Struct, frozen=True, gc=False):
    badges: tuple[Badge, ...] = ()
    is_moderator: bool = False
    is_vip: bool = False
    is_subscriber: bool = False
    is_bot: bool = False
    sub_months: int = 0


NOTHING = msgspec.Raw(b"null")
_read_badges = msgspec.json.Decoder(tuple[BadgePart, ...] | None).decode


class Author(msgspec.Struct, gc=False):
    """Chatter fields shared by all chat payloads; null for anonymous gifters."""

    broadcaster_user_id: str
    chatter_user_id: str | None = None
    chatter_user_login: str | None = None
    chatter_user_name: str | None = None
    # Unparsed, because `_chatter` parses badges only on a cache miss.
    badges: msgspec.Raw = NOTHING
    color: str | None = None


def chatter_of(author: Author) -> Chatter:
    user_id, login = author.chatter_user_id or "", author.chatter_user_login or ""
    # Not read from the badge, which in a shared chat the owner of the other channel has too.
    is_broadcaster = user_id == author.broadcaster_user_id
    name, colour = author.chatter_user_name or login, author.color or ""
    return _chatter(user_id, login, name, colour, bytes(author.badges), is_broadcaster)


@lru_cache(maxsize=16_384)
def _chatter(user_id: str, login: str, name: str, colour: str, badges: bytes, is_broadcaster: bool) -> Chatter:
    """The author of a message; cached, because name, colour and badges rarely change between two messages."""
    summary = badge_summary(_read_badges(badges) or ())
    return Chatter(
        id=user_id,
        login=login,
        name=name,
        colour=colour,
        badges=summary.badges,
        is_broadcaster=is_broadcaster,
        is_moderator=summary.is_moderator,
        is_vip=summary.is_vip,
        is_subscriber=summary.is_subscriber,
        is_bot=summary.is_bot,
        sub_months=summary.sub_months,
    )


@lru_cache(maxsize=4096)
def badge_summary(parts: tuple[BadgePart, ...]) -> BadgeSummary:
    """Roles and months that badges show; cached, because a chat has only a few combinations of badges."""
    kinds = {part.set_id for part in parts}
    return BadgeSummary(
        badges=tuple(Badge(part.set_id, part.id, label_of(part)) for part in parts),
        is_moderator=not kinds.isdisjoint(MODERATORS),
        is_vip="vip" in kinds,
        is_subscriber=not kinds.isdisjoint(SUBSCRIBERS),
        is_bot=not kinds.isdisjoint(BOTS),
        sub_months=max((months_of(part) for part in parts), default=0),
    )


def months_of(part: BadgePart) -> int:
    """Months of the subscription, 0 for other badges; read from `info`, because the badge's id is rounded down."""
    info = part.info or ""
    is_number = part.set_id in SUBSCRIBERS and info.isascii() and info.isdecimal() and len(info) <= MAX_MONTHS_DIGITS
    return int(info) if is_number else 0


def label_of(part: BadgePart) -> str:
    kind, months = part.set_id, months_of(part)
    label = LABELS.get(kind) or kind.replace("_", " ").replace("-", " ").capitalize()
    return f"{label}, {months} {'month' if months == 1 else 'months'}" if months else label
