"""Cleans values of variables: shortened, one line, never a command."""

import unicodedata

from greenroom.kernel.text import BIDI, BLANK, BREAKS

# For one value and for a whole response; it is split later where a platform accepts less.
MAX_VALUE_LENGTH = 1_500
MAX_RESPONSE_LENGTH = 1_500

# Command prefixes of platforms and chatbots, including their full-width forms.
MARKS = frozenset("/!.\uff0f\uff01\uff0e")
SLASHES = frozenset("/\uff0f")


def clean_value(text: str) -> str:
    """One line, without control characters or characters that change the text direction."""
    if text.isprintable():
        return text[:MAX_VALUE_LENGTH]
    line = text[:MAX_VALUE_LENGTH].translate(BREAKS)
    return "".join(each for each in line if each not in BIDI and unicodedata.category(each) not in {"Cc", "Cs"})


def is_blank(text: str) -> bool:
    """Whether the text has no visible character."""
    return not any(_shows(each) for each in text)


def _shows(character: str) -> bool:
    return character not in BLANK and unicodedata.category(character)[0] not in {"C", "Z", "M"}


def begins_command(text: str) -> bool:
    return next((each for each in text if _shows(each)), "") in MARKS


def escape_command_prefix(text: str, authored: int = 0) -> str:
    """Removes command prefixes; `authored` is the number of leading characters that are literal text of the response.

    A command is kept if the author wrote its whole first word. Commands of the platforms themselves (with a slash)
    are always removed.
    """
    rest = text
    while rest:
        shown = next((place for place, each in enumerate(rest) if _shows(each)), len(rest))
        rest, authored = rest[shown:], authored - shown
        if not rest or rest[0] not in MARKS:
            return rest
        is_meant = rest[0] not in SLASHES and 1 < len(rest.split(maxsplit=1)[0]) <= authored
        if is_meant:
            return rest
        rest, authored = rest[1:], authored - 1
    return rest
