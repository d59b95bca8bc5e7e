"""Gifts with their price in diamonds."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GiftKind:
    id: int
    name: str
    diamonds: int
    # A small gift can be sent in a streak: gift type 1 in TikTok's messages, otherwise 2.
    is_streakable: bool

    @property
    def type(self) -> int:
        return 1 if self.is_streakable else 2


CATALOGUE = (
    GiftKind(990001, "Paper Lantern", 1, is_streakable=True),
    GiftKind(990002, "Tram Ticket", 5, is_streakable=True),
    GiftKind(990003, "Warm Scarf", 30, is_streakable=True),
    GiftKind(990004, "Harbour Light", 100, is_streakable=True),
    GiftKind(990005, "Moth Parade", 500, is_streakable=False),
    GiftKind(990006, "Brass Band", 2000, is_streakable=False),
    GiftKind(990007, "Whole Theatre", 29_999, is_streakable=False),
)


def find(name: str) -> GiftKind | None:
    return next((each for each in CATALOGUE if each.name.casefold() == name.casefold()), None)


def gift_worth(diamonds: int) -> tuple[GiftKind, int]:
    """One gift at this price, or else a streak of the most expensive small gift whose price divides the amount."""
    once = next((each for each in CATALOGUE if each.diamonds == diamonds), None)
    if once is not None:
        return once, 1
    fitting = [each for each in CATALOGUE if each.is_streakable and diamonds % each.diamonds == 0]
    kind = max(fitting, key=lambda each: each.diamonds)
    return kind, diamonds // kind.diamonds


def streak_counts(count: int, max_counts: int = 6) -> list[int]:
    """The counts that are sent while a streak grows: all of a short streak, some of a long one."""
    if count <= max_counts:
        return list(range(1, count + 1))
    return [1 + (count - 1) * number // (max_counts - 1) for number in range(max_counts)]
