"""How large an activity is in the unit of its kind: months, subs, coins, viewers, or US dollars.

Staff hide small activities with a minimum size for each kind. A size level begins at each
minimum that staff can choose, so that a filter shows or hides whole levels.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence

from greenroom.chat.protocol.events import MICROS, ActivityKind

_MONTHS = frozenset({ActivityKind.SUB, ActivityKind.RESUB})
_GIFTS = frozenset({ActivityKind.GIFT, ActivityKind.GIFT_BOMB})
_COINS = frozenset({ActivityKind.CHEER, ActivityKind.KICKS, ActivityKind.TIKTOK_GIFT})
_MONEY = frozenset({ActivityKind.SUPER_CHAT, ActivityKind.SUPER_STICKER, ActivityKind.TIP})

# Kind → minimums that staff can choose from; only kinds that have a size.
MINIMUMS: Mapping[str, Sequence[int]] = {
    **dict.fromkeys(_MONTHS, (2, 3, 6, 12, 24, 36)),
    **dict.fromkeys(_GIFTS, (2, 5, 10, 20, 50, 100)),
    **dict.fromkeys(_COINS, (10, 50, 100, 500, 1_000, 5_000, 10_000)),
    **dict.fromkeys(_MONEY, (1, 2, 5, 10, 20, 50, 100)),
    ActivityKind.RAID: (2, 5, 10, 20, 50, 100, 500, 1_000),
}


def size_of(kind: str, *, months: int, count: int, amount: int, value: int) -> int:
    """The size in the unit of the kind; 0 for kinds that have no size."""
    if kind in _MONTHS:
        # Platforms do not always report the months of a first sub.
        return max(months, 1)
    if kind in _COINS:
        return amount
    if kind in _MONEY:
        return value // MICROS
    return count if kind in MINIMUMS else 0


def size_level(kind: str, size: int) -> int:
    """Number of the kind's minimums that the size reaches."""
    return bisect_right(MINIMUMS.get(kind, ()), size)
