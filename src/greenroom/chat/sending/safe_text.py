"""Makes the values of variables safe to send: short, on one line, and never a command."""

import unicodedata

from greenroom.kernel.text import BIDI, BLANK, BREAKS

# Maximum characters of one value, and of a whole response; platforms that accept less get it in parts.
MAX_VALUE_LENGTH = 1_500
MAX_RESPONSE_LENGTH = 1_500

# Command prefixes of platforms and chatbots, including their full-width forms.
COMMAND_PREFIXES = frozenset("/!.\uff0f\uff01\uff0e")
SLASHES = frozenset("/\uff0f")


def clean_value(text: str) -> str:
    """The text, cut to MAX_VALUE_LENGTH, as one line without control characters and marks of text direction."""
    if text.isprintable():
        return text[:MAX_VALUE_LENGTH]
    line = text[:MAX_VALUE_LENGTH].translate(BREAKS)
    return "".join(char for char in line if char not in BIDI and unicodedata.category(char) not in {"Cc", "Cs"})


def is_blank(text: str) -> bool:
    """Whether the text has no visible character."""
    return not any(_is_visible(char) for char in text)


def _is_visible(char: str) -> bool:
    return char not in BLANK and unicodedata.category(char)[0] not in {"C", "Z", "M"}


def begins_command(text: str) -> bool:
    return next((char for char in text if _is_visible(char)), "") in COMMAND_PREFIXES


def remove_command_prefix(text: str, authored: int = 0) -> str:
    """Removes invisible characters and command prefixes at the start.

    `authored` is the number of leading characters that are literal text of the response: a command is kept if the
    author wrote its whole first word. The prefix of the platforms' own commands, a slash, is always removed.
    """
    rest = text
    while rest:
        shown = next((position for position, char in enumerate(rest) if _is_visible(char)), len(rest))
        rest, authored = rest[shown:], authored - shown
        if not rest or rest[0] not in COMMAND_PREFIXES:
            return rest
        is_intended = rest[0] not in SLASHES and 1 < len(rest.split(maxsplit=1)[0]) <= authored
        if is_intended:
            return rest
        rest, authored = rest[1:], authored - 1
    return rest
