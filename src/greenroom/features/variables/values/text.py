"""Variables that transform text."""

from greenroom.chat.sending.safe_text import MAX_VALUE_LENGTH
from greenroom.responses.variables import Arguments, NoValue, Variable, VariableContext

TEXT = "Text"
MAX_REPEATS = 20


def _repeat(_: VariableContext, arguments: Arguments) -> str:
    count, phrase = arguments.words[0] if arguments.words else "", " ".join(arguments.words[1:])
    if not count.isdecimal() or not count.isascii() or not phrase:
        raise NoValue("Usage: $(repeat 3 text)")
    # More repetitions would be longer than a value may be.
    times = min(int(count[:3]), MAX_REPEATS, MAX_VALUE_LENGTH // len(phrase) + 1)
    return " ".join([phrase] * times)


VARIABLES = (
    Variable(
        name="upper",
        group=TEXT,
        summary="Uppercase text",
        example="$(upper $(query))",
        shows="LOUD",
        evaluate=lambda _, arguments: arguments.text.upper(),
        takes="text",
    ),
    Variable(
        name="lower",
        group=TEXT,
        summary="Lowercase text",
        example="$(lower $(query))",
        shows="quiet",
        evaluate=lambda _, arguments: arguments.text.lower(),
        takes="text",
    ),
    Variable(
        name="repeat",
        group=TEXT,
        summary=f"Repeats a text up to {MAX_REPEATS} times",
        example="$(repeat 3 hey)",
        shows="hey hey hey",
        evaluate=_repeat,
        takes="words",
    ),
)
