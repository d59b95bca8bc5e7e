"""Amounts as viewers type them: `250`, `5k`, `1.5m`, `50%`, `half`, `all`."""

import re

from greenroom.features.points.ledger.rules import MAX_BALANCE

_NUMBER = re.compile(r"([0-9]{1,16})(?:\.([0-9]{1,6}))?([km]?)", re.ASCII)
_PERCENT = re.compile(r"([0-9]{1,3})%", re.ASCII)
_SCALES = {"": 1, "k": 1_000, "m": 1_000_000}


class BadAmount(ValueError):
    """The typed text is not an amount; the message says what is expected, and never repeats the text."""


def parse_amount(text: str, balance: int) -> int:
    """The typed amount, at least 1. It can be more than the balance: the ledger refuses that.

    `all`, `half` and percentages are parts of the balance, rounded down.
    """
    # Digits of other scripts are refused: readers of the chat may not know which number is meant.
    typed = text.strip().lower() if text.isascii() else ""
    amount = _part(typed, balance)
    if amount is None:
        amount = _number(typed)
    elif not amount:
        raise BadAmount("the balance is too small for that")
    if amount < 1:
        raise BadAmount("the amount must be at least 1")
    if amount > MAX_BALANCE:
        raise BadAmount(f"the amount can't be above {MAX_BALANCE}")
    return amount


def _part(typed: str, balance: int) -> int | None:
    """The amount for `all`, `half` or a percentage; None for other texts."""
    if typed == "all":
        return balance
    if typed == "half":
        return balance // 2
    found = _PERCENT.fullmatch(typed)
    if found is None:
        return None
    percent = int(found[1])
    if not 1 <= percent <= 100:
        raise BadAmount("a percentage must be from 1% to 100%")
    return balance * percent // 100


def _number(typed: str) -> int:
    found = _NUMBER.fullmatch(typed)
    if found is None:
        raise BadAmount("use a whole number such as 50 or 5k, or all, half or 50%")
    whole, digits, unit = found[1], found[2] or "", found[3]
    scaled = int(whole + digits) * _SCALES[unit]
    amount, remainder = divmod(scaled, 10 ** len(digits))
    if remainder or (digits and not unit):
        raise BadAmount("only whole amounts are possible")
    return amount
