"""Conditional variables; the branch that is not taken is never evaluated."""

import operator
from collections.abc import Callable, Collection, Generator, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from greenroom.responses.variables import Choose, NoValue, Variable, VariableContext, choose_evaluated

CONDITIONS = "Conditions"

FALSE_VALUES = frozenset({"", "0", "no", "off", "false"})
_OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
CONTAINS = "contains"


def compare(left: str, operator_name: str, right: str) -> bool:
    """Compares two numbers by value, and everything else as text, ignoring case; `contains` always compares text."""
    if operator_name == CONTAINS:
        return right.casefold() in left.casefold()
    numbers = _number(left), _number(right)
    if None not in numbers:
        return _OPERATORS[operator_name](*numbers)
    return _OPERATORS[operator_name](left.casefold(), right.casefold())


def _number(text: str) -> Decimal | None:
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def choose_if(_: VariableContext, literals: Sequence[str | None]) -> Generator[int, str, str]:
    """Yields the index of each argument to evaluate, receives its value, and returns the text to show.

    `literals` are the arguments; one that contains variables is None, and cannot be the operator.
    """
    operator_name = literals[1] if len(literals) > 3 and literals[1] in (*_OPERATORS, CONTAINS) else None
    min_count = 4 if operator_name else 2
    if not min_count <= len(literals) <= min_count + 1:
        raise NoValue("Usage: $(if value then else) or $(if value == other then else); put longer texts in quotes")
    if operator_name is None:
        is_true, then = (yield 0).strip().casefold() not in FALSE_VALUES, 1
    else:
        left = yield 0
        is_true, then = compare(left.strip(), operator_name, (yield 2).strip()), 3
    index = then if is_true else then + 1
    return (yield index) if index < len(literals) else ""


def choose_only(providers: Collection[str]) -> Choose:
    def choose(context: VariableContext, literals: Sequence[str | None]) -> Generator[int, str, str]:
        named = 0
        while named < len(literals) and literals[named] in providers:
            named += 1
        if not named or named == len(literals):
            raise NoValue("Usage: $(only platform text)")
        if context.provider not in literals[:named]:
            return ""
        text = yield named
        for index in range(named + 1, len(literals)):
            text += " " + (yield index)
        return text

    return choose


def condition_variables(providers: Collection[str]) -> list[Variable]:
    only = choose_only(frozenset(providers))
    return [
        Variable(
            name="if",
            group=CONDITIONS,
            summary="Shows the second text if the first is not empty, 0, no, off or false, else the third; compares "
            "with ==, !=, <, <=, >, >= or contains",
            example='$(if $(1) == heads "You win!" "You lose.")',
            shows="You win!",
            evaluate=choose_evaluated(choose_if),
            choose=choose_if,
            takes="words",
        ),
        Variable(
            name="only",
            group=CONDITIONS,
            summary="Shows a text only on the named platforms",
            example=f'Thank you!$(only {min(providers, default="platform")} " Drop a follow!")',
            shows="Thank you! Drop a follow!",
            evaluate=choose_evaluated(only),
            choose=only,
            takes="words",
        ),
    ]
