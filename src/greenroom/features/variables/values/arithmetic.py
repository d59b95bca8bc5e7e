"""Calculator with its own grammar; no code is ever evaluated.

sum     = product { ("+" | "-") product }
product = power { ("*" | "/" | "%") power }
power   = ( "-" | "+" ) power | atom [ "^" power ]
atom    = number | "(" sum ")" | function "(" sum { "," sum } ")"
"""

import decimal
import math
import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

from greenroom.responses.variables import Arguments, NoValue, Variable, VariableContext

ARITHMETIC = "Math"
MAX_LENGTH = 300
# Maximum nesting of brackets, powers and signs.
MAX_DEPTH = 30
MAX_EXPONENT = 100
DECIMALS = 6
MAX_QUOTED_LENGTH = 20

_TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d*)?|\.\d+)|([a-z]+)|(\*\*|[-+*/%^(),×÷]))\s*", re.ASCII | re.IGNORECASE)
_SYNONYMS = {"×": "*", "÷": "/", "**": "^"}
# Results, also of each step, must be smaller than this.
MAX_RESULT = 10**61
# Maximum number of bits in the denominator of a fraction.
MAX_BITS = 2_000
# For roots and fractional powers; all other results are exact.
_ROOTS = decimal.Context(prec=50, traps=[decimal.InvalidOperation, decimal.DivisionByZero, decimal.Overflow])


class InvalidExpression(Exception):
    """The message says what is wrong."""


def calculate(text: str) -> str:
    if len(text) > MAX_LENGTH:
        raise InvalidExpression(f"Longer than {MAX_LENGTH} characters")
    try:
        return format_number(_Parser(text).parse())
    except decimal.DecimalException as error:
        raise InvalidExpression("No result") from error


def format_number(number: Fraction) -> str:
    """The number without exponent, with at most six decimals and no trailing zeros."""
    digits = f"{abs(round(number * 10**DECIMALS)):0{DECIMALS + 1}d}"
    text = f"{digits[:-DECIMALS]}.{digits[-DECIMALS:]}".rstrip("0").rstrip(".")
    return f"-{text}" if number < 0 and text != "0" else text


def _tokens(text: str) -> list[str]:
    found: list[str] = []
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise InvalidExpression(f'"{text[at]}" is not allowed')
        piece = token.group().strip().lower()
        found.append(_SYNONYMS.get(piece, piece))
        at = token.end()
    return found


def _bounded(number: Fraction) -> Fraction:
    if abs(number) >= MAX_RESULT:
        raise InvalidExpression("Result is too large")
    if number.denominator.bit_length() > MAX_BITS:
        raise InvalidExpression("Too many digits")
    return number


def _quotient(number: Fraction, by: Fraction) -> Fraction:
    if not by:
        raise InvalidExpression("Division by zero")
    return number / by


def _remainder(number: Fraction, by: Fraction) -> Fraction:
    return number - by * math.floor(_quotient(number, by))


def _power(number: Fraction, exponent: Fraction) -> Fraction:
    if abs(exponent) > MAX_EXPONENT:
        raise InvalidExpression(f"Exponent is larger than {MAX_EXPONENT}")
    if not number and exponent < 0:
        raise InvalidExpression("Division by zero")
    if not number and not exponent:
        raise InvalidExpression("No result")
    if exponent.denominator != 1:
        return Fraction(_ROOTS.power(_approximate(number), _approximate(exponent)))
    bits = max(number.numerator.bit_length(), number.denominator.bit_length())
    if bits > 1 and bits * abs(exponent) > 2 * MAX_BITS:
        raise InvalidExpression("Result is too large" if (abs(number) > 1) == (exponent > 0) else "Too many digits")
    return number**exponent.numerator


def _approximate(number: Fraction) -> Decimal:
    return _ROOTS.divide(Decimal(number.numerator), Decimal(number.denominator))


def _root(number: Fraction) -> Fraction:
    if number >= 0:
        exact = Fraction(math.isqrt(number.numerator), math.isqrt(number.denominator))
        if exact * exact == number:
            return exact
    return Fraction(_ROOTS.sqrt(_approximate(number)))


def _rounded(number: Fraction, places: Fraction = Fraction(0)) -> Fraction:
    if not 0 <= places <= DECIMALS:
        raise InvalidExpression(f"round takes 0 to {DECIMALS} decimals")
    scale: int = 10 ** int(places)
    rounded = Fraction(math.floor(abs(number) * scale + Fraction(1, 2)), scale)
    return rounded if number >= 0 else -rounded


def _floor(number: Fraction) -> Fraction:
    return Fraction(math.floor(number))


def _ceiling(number: Fraction) -> Fraction:
    return Fraction(math.ceil(number))


def _absolute(number: Fraction) -> Fraction:
    return abs(number)


# Name → function, and its minimum and maximum number of arguments.
_FUNCTIONS: dict[str, tuple[Callable[..., Fraction], int, int]] = {
    "abs": (_absolute, 1, 1),
    "ceil": (_ceiling, 1, 1),
    "floor": (_floor, 1, 1),
    "max": (lambda *numbers: max(numbers), 1, 20),
    "min": (lambda *numbers: min(numbers), 1, 20),
    "round": (_rounded, 1, 2),
    "sqrt": (_root, 1, 1),
}
_OPERATIONS: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "+": lambda number, other: number + other,
    "-": lambda number, other: number - other,
    "*": lambda number, other: number * other,
    "/": _quotient,
    "%": _remainder,
    "^": _power,
}


class _Parser:
    def __init__(self, text: str) -> None:
        self._tokens = _tokens(text)
        self._at = 0
        self._depth = 0

    def parse(self) -> Fraction:
        result = self._sum()
        if self._next:
            raise InvalidExpression(f'"{self._next[:MAX_QUOTED_LENGTH]}" is unexpected')
        return result

    @property
    def _next(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self, *tokens: str) -> str:
        token = self._next
        if token not in tokens or not token:
            return ""
        self._at += 1
        return token

    def _expect(self, token: str) -> None:
        if not self._take(token):
            raise InvalidExpression(f'"{token}" is missing')

    def _sum(self) -> Fraction:
        result = self._product()
        while sign := self._take("+", "-"):
            result = _bounded(_OPERATIONS[sign](result, self._product()))
        return result

    def _product(self) -> Fraction:
        result = self._power()
        while sign := self._take("*", "/", "%"):
            result = _bounded(_OPERATIONS[sign](result, self._power()))
        return result

    def _power(self) -> Fraction:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise InvalidExpression("Too many nested brackets")
        sign = self._take("-", "+")
        result = self._power() if sign else self._atom()
        if not sign and self._take("^"):
            result = _bounded(_power(result, self._power()))
        self._depth -= 1
        return -result if sign == "-" else result

    def _atom(self) -> Fraction:
        piece = self._next
        self._at += 1
        if piece and piece[0] in "0123456789.":
            return _bounded(Fraction(Decimal(piece)))
        if piece in _FUNCTIONS:
            return self._function(piece)
        if piece != "(":
            raise InvalidExpression(
                f'Expected a number, not "{piece[:MAX_QUOTED_LENGTH]}"' if piece else "Expected a number at the end"
            )
        result = self._sum()
        self._expect(")")
        return result

    def _function(self, name: str) -> Fraction:
        function, min_count, max_count = _FUNCTIONS[name]
        self._expect("(")
        numbers = [self._sum()]
        while self._take(","):
            numbers.append(self._sum())
        self._expect(")")
        if not min_count <= len(numbers) <= max_count:
            raise InvalidExpression(f"{name} can't take {len(numbers)} numbers")
        return _bounded(function(*numbers))


def _math(_: VariableContext, arguments: Arguments) -> str:
    try:
        return calculate(arguments.text)
    except InvalidExpression as error:
        raise NoValue(str(error)) from error


VARIABLES = (
    Variable(
        name="math",
        group=ARITHMETIC,
        summary="Calculates with + - * / % ^, brackets, abs, ceil, floor, max, min, round and sqrt",
        example="$(math (2 + 3) * 4)",
        shows="20",
        evaluate=_math,
        takes="text",
    ),
)
