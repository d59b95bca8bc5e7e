"""Exact chances, computed with fractions: nothing is rounded before it is shown."""

from collections.abc import Iterable
from fractions import Fraction

from msgspec import Struct


class Prize(Struct, frozen=True):
    """The chance to win a prize, and how many times the bet it pays."""

    chance: Fraction
    multiplier: Fraction


class Odds(Struct, frozen=True):
    """What a bet of 1 pays: the chance to win, the mean and the variance."""

    chance: Fraction
    return_to_player: Fraction
    variance: Fraction

    @classmethod
    def of(cls, prizes: Iterable[Prize]) -> "Odds":
        chance = mean = mean_square = Fraction(0)
        for prize in prizes:
            chance += prize.chance
            mean += prize.chance * prize.multiplier
            mean_square += prize.chance * prize.multiplier**2
        return cls(chance, mean, mean_square - mean**2)


def hundredths(multiplier: float) -> int:
    """The multiplier in hundredths, which is exact: multipliers have at most two decimals."""
    return round(multiplier * 100)


def exact_fraction(multiplier: float) -> Fraction:
    return Fraction(hundredths(multiplier), 100)


def payout(bet: int, hundredths: int) -> int:
    """What a bet pays with a multiplier in hundredths: whole points, rounded down."""
    return bet * hundredths // 100
