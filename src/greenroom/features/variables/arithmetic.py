"""Sums, read by a grammar of their own: nothing in them is ever run.

sum     = product { ("+" | "-") product }
product = power { ("*" | "/" | "%") power }
power   = [ "-" | "+" ] atom [ "^" power ]
atom    = number | "(" sum ")" | function "(" sum { "," sum } ")"
"""

import decimal
import re
from collections.abc import Callable
from decimal import Decimal

from greenroom.chat.extensions import Given, NoValue, Occasion, Variable

ARITHMETIC = "Numbers"
LONGEST_SUM = 300
# Brackets and powers in each other.
DEEPEST = 30
LARGEST_POWER = 100
DECIMALS = 6
LONGEST_TOLD = 20

_TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d*)?|\.\d+)|([a-z]+)|(\*\*|[-+*/%^(),×÷]))\s*", re.ASCII | re.IGNORECASE)
_SAME = {"×": "*", "÷": "/", "**": "^"}
# More digits or larger numbers are nobody's sum.
_CONTEXT = decimal.Context(
    prec=34, Emax=60, Emin=-60, traps=[decimal.InvalidOperation, decimal.DivisionByZero, decimal.Overflow]
)


class NoSum(Exception):
    """Says what is wrong with it."""


def calculate(text: str) -> str:
    """The result as people write it, or NoSum."""
    if len(text) > LONGEST_SUM:
        raise NoSum(f"A sum has at most {LONGEST_SUM} characters")
    try:
        with decimal.localcontext(_CONTEXT):
            return shown(_Reader(text).whole())
    except decimal.DivisionByZero as error:
        raise NoSum("Nothing can be divided by zero") from error
    except decimal.Overflow as error:
        raise NoSum("The result is too large") from error
    except decimal.DecimalException as error:
        raise NoSum("This has no result") from error


def shown(number: Decimal) -> str:
    """Without an exponent, with at most six decimals and no zeros behind them."""
    with decimal.localcontext(decimal.Context(prec=80)):
        text = f"{number.quantize(Decimal(1).scaleb(-DECIMALS)):f}"
    short = text.rstrip("0").rstrip(".")
    return "0" if short in {"-0", ""} else short


def _tokens(text: str) -> list[str]:
    found: list[str] = []
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise NoSum(f'"{text[at]}" is not part of a sum')
        piece = token.group().strip().lower()
        found.append(_SAME.get(piece, piece))
        at = token.end()
    return found


def _floor(number: Decimal) -> Decimal:
    return number.to_integral_value(decimal.ROUND_FLOOR)


def _ceiling(number: Decimal) -> Decimal:
    return number.to_integral_value(decimal.ROUND_CEILING)


def _rounded(number: Decimal, places: Decimal = Decimal(0)) -> Decimal:
    if not 0 <= places <= DECIMALS:
        raise NoSum(f"round keeps 0 to {DECIMALS} decimals")
    return number.quantize(Decimal(1).scaleb(-int(places)), decimal.ROUND_HALF_UP)


_FUNCTIONS: dict[str, tuple[Callable[..., Decimal], int, int]] = {
    "abs": (Decimal.copy_abs, 1, 1),
    "ceil": (_ceiling, 1, 1),
    "floor": (_floor, 1, 1),
    "max": (lambda *numbers: max(numbers), 1, 20),
    "min": (lambda *numbers: min(numbers), 1, 20),
    "round": (_rounded, 1, 2),
    "sqrt": (Decimal.sqrt, 1, 1),
}


class _Reader:
    def __init__(self, text: str) -> None:
        self._tokens = _tokens(text)
        self._at = 0
        self._depth = 0

    def whole(self) -> Decimal:
        result = self._sum()
        if self._next:
            raise NoSum(f'"{self._next[:LONGEST_TOLD]}" is too much')
        return result

    @property
    def _next(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self, *wanted: str) -> str:
        token = self._next
        if token not in wanted or not token:
            return ""
        self._at += 1
        return token

    def _expect(self, wanted: str) -> None:
        if not self._take(wanted):
            raise NoSum(f'"{wanted}" is missing')

    def _sum(self) -> Decimal:
        result = self._product()
        while sign := self._take("+", "-"):
            other = self._product()
            result = result + other if sign == "+" else result - other
        return result

    def _product(self) -> Decimal:
        result = self._power()
        while sign := self._take("*", "/", "%"):
            other = self._power()
            if sign == "*":
                result *= other
            elif not other:
                raise NoSum("Nothing can be divided by zero")
            else:
                result = result / other if sign == "/" else result - other * _floor(result / other)
        return result

    def _power(self) -> Decimal:
        self._depth += 1
        if self._depth > DEEPEST:
            raise NoSum("Too many brackets in each other")
        sign = self._take("-", "+")
        result = self._power() if sign else self._atom()
        if not sign and self._take("^"):
            exponent = self._power()
            if abs(exponent) > LARGEST_POWER:
                raise NoSum(f"A power goes up to {LARGEST_POWER}")
            result = result**exponent
        self._depth -= 1
        return -result if sign == "-" else result

    def _atom(self) -> Decimal:
        piece = self._next
        self._at += 1
        if piece and piece[0] in "0123456789.":
            return +Decimal(piece)
        if piece in _FUNCTIONS:
            return self._function(piece)
        if piece != "(":
            raise NoSum(
                f'A number is expected, not "{piece[:LONGEST_TOLD]}"' if piece else "A number is missing at the end"
            )
        result = self._sum()
        self._expect(")")
        return result

    def _function(self, name: str) -> Decimal:
        function, least, most = _FUNCTIONS[name]
        self._expect("(")
        numbers = [self._sum()]
        while self._take(","):
            numbers.append(self._sum())
        self._expect(")")
        if not least <= len(numbers) <= most:
            raise NoSum(f"{name} does not take {len(numbers)} numbers")
        return function(*numbers)


def _math(_: Occasion, given: Given) -> str:
    try:
        return calculate(given.text)
    except NoSum as error:
        raise NoValue(str(error)) from error


VARIABLES = (
    Variable(
        name="math",
        group=ARITHMETIC,
        summary="The result of a sum with + - * / % ^, brackets, abs, ceil, floor, max, min, round and sqrt.",
        example="$(math (2 + 3) * 4)",
        shows="20",
        evaluate=_math,
        takes="text",
    ),
)
