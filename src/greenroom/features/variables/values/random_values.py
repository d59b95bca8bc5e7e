"""Random numbers and choices."""

import re
import secrets
from collections.abc import Generator, Sequence

from greenroom.responses.variables import Arguments, NoValue, Variable, VariableContext, choose_evaluated

RANDOM = "Random"
MAX_NUMBER = 10**12

_RANGE = re.compile(r"(-?\d{1,13})(?:\s+(?=-?\d)|\s*-\s*)(-?\d{1,13})")
_UP_TO = re.compile(r"\d{1,13}")


def _number(_: VariableContext, arguments: Arguments) -> str:
    low, high = bounds(arguments.text)
    return str(low + secrets.randbelow(high - low + 1))


def bounds(text: str) -> tuple[int, int]:
    """Lowest and highest number: `1-6` and `1 6` are 1 to 6, `6` is 1 to 6, an empty text is 1 to 100."""
    if not text:
        return 1, 100
    found = _RANGE.fullmatch(text)
    numbers = [int(number) for number in found.groups()] if found else []
    if _UP_TO.fullmatch(text):
        numbers = [1, int(text)]
    if not numbers or max(map(abs, numbers)) > MAX_NUMBER:
        raise NoValue("Usage: $(random 1-6)")
    return min(numbers), max(numbers)


def choose_one(_: VariableContext, literals: Sequence[str | None]) -> Generator[int, str, str]:
    if not literals:
        raise NoValue("Nothing to pick from")
    return (yield secrets.randbelow(len(literals)))


VARIABLES = (
    Variable(
        name="random",
        aliases=("random.number", "randint"),
        group=RANDOM,
        summary="Random whole number in a range, 1 to 100 by default",
        example="$(user) rolls a $(random 1-6).",
        shows="Juno rolls a 4.",
        evaluate=_number,
        takes="words",
    ),
    Variable(
        name="random.pick",
        aliases=("random.choice", "rngphrase"),
        group=RANDOM,
        summary="Random choice; put texts with spaces in quotes",
        example="$(random.pick yes no 'ask again later')",
        shows="ask again later",
        evaluate=choose_evaluated(choose_one),
        choose=choose_one,
        takes="words",
    ),
)
