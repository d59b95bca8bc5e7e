"""Texts in another form."""

from greenroom.chat.sending.safe_text import LONGEST_VALUE
from greenroom.responses.variables import Arguments, NoValue, Variable, VariableContext

TEXT = "Text"
MAX_REPEATS = 20


def _repeat(_: VariableContext, given: Arguments) -> str:
    count, phrase = given.words[0] if given.words else "", " ".join(given.words[1:])
    if not count.isdecimal() or not count.isascii() or not phrase:
        raise NoValue("Write how often and what: $(repeat 3 hey)")
    # Not said more often than it can be shown.
    times = min(int(count[:3]), MAX_REPEATS, LONGEST_VALUE // len(phrase) + 1)
    return " ".join([phrase] * times)


VARIABLES = (
    Variable(
        name="upper",
        group=TEXT,
        summary="A text in capital letters.",
        example="$(upper $(query))",
        shows="LOUD",
        evaluate=lambda _, given: given.text.upper(),
        takes="text",
    ),
    Variable(
        name="lower",
        group=TEXT,
        summary="A text in small letters.",
        example="$(lower $(query))",
        shows="quiet",
        evaluate=lambda _, given: given.text.lower(),
        takes="text",
    ),
    Variable(
        name="repeat",
        group=TEXT,
        summary=f"A text several times, at most {MAX_REPEATS}.",
        example="$(repeat 3 hey)",
        shows="hey hey hey",
        evaluate=_repeat,
        takes="words",
    ),
)
