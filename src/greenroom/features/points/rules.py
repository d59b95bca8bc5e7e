"""Pure rules: the points that an activity is worth, and the leaderboard in one line."""

from collections.abc import Sequence

from msgspec import Struct

from greenroom.chat.protocol.events import ActivityKind
from greenroom.features.activity.records.reports import GIFTED_TITLE
from greenroom.features.activity.records.values import COINS
from greenroom.features.points.ledger.settings import PointSettings

SUBS = frozenset({ActivityKind.SUB, ActivityKind.RESUB, ActivityKind.MEMBERSHIP, ActivityKind.MILESTONE})
GIFTS = frozenset({ActivityKind.GIFT, ActivityKind.GIFT_BOMB, ActivityKind.MEMBERSHIP_GIFT})
PAYMENTS = frozenset(
    {
        ActivityKind.CHEER,
        ActivityKind.SUPER_CHAT,
        ActivityKind.SUPER_STICKER,
        ActivityKind.KICKS,
        ActivityKind.TIKTOK_GIFT,
        ActivityKind.TIP,
    }
)
# Maximum length of the leaderboard in one line: with a short text before it, it fits into a message on most platforms.
MAX_TOP_LENGTH = 400
PAYING_KINDS = frozenset({ActivityKind.FOLLOW}) | SUBS | GIFTS | PAYMENTS


class ActivityFacts(Struct, frozen=True):
    """The fields of an activity that decide its points."""

    kind: str
    # Number of subs that the viewer gifted; used for gifts only.
    count: int
    # In millionths of a US dollar.
    value: int
    title: str = ""


def activity_points(settings: PointSettings, activity: ActivityFacts, bit_value: int) -> int:
    """Points for the activity, rounded down; 0 for a membership that another viewer paid for."""
    kind = activity.kind
    if kind == ActivityKind.FOLLOW:
        return settings.per_follow
    if kind in GIFTS:
        return settings.per_sub * activity.count
    if kind in SUBS:
        return 0 if kind == ActivityKind.MEMBERSHIP and activity.title == GIFTED_TITLE else settings.per_sub
    if kind in PAYMENTS:
        # If the channel set the value of bits to 0, other payments are compared with the default value of bits.
        return settings.per_100_bits * activity.value // (100 * (bit_value or COINS["BITS"]))
    return 0


def note_of(kind: ActivityKind | str) -> str:
    """The note of the point entry for an activity."""
    return kind.replace("_", " ")


def top_text(standings: Sequence[tuple[int, str, int]]) -> str:
    """The leaderboard in one line: rank, name and points of as many viewers as fit."""
    shown: list[str] = []
    length = 0
    for rank, name, balance in standings:
        entry = f"{rank}. {name} {balance:,}"
        length += len(entry) + 2
        if length > MAX_TOP_LENGTH and shown:
            break
        shown.append(entry)
    return ", ".join(shown)
