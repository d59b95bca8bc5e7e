"""Cleans values of variables: shortened, one line, never a command."""

import unicodedata

from greenroom.kernel.text import BIDI, BLANK, BREAKS

# Of one value, and of all that is said: it is split afterwards where a platform takes less.
LONGEST_VALUE = 1_500
LONGEST_ANSWER = 1_500

# What platforms and chatbots take for the beginning of a command, also as wide as other scripts write it.
MARKS = frozenset("/!.\uff0f\uff01\uff0e")
SLASHES = frozenset("/\uff0f")


def clean_value(text: str) -> str:
    """In one line, without what nobody sees or what turns the line round."""
    if text.isprintable():
        return text[:LONGEST_VALUE]
    line = text[:LONGEST_VALUE].translate(BREAKS)
    return "".join(each for each in line if each not in BIDI and unicodedata.category(each) not in {"Cc", "Cs"})


def is_blank(text: str) -> bool:
    """Nothing that anybody could see."""
    return not any(_shows(each) for each in text)


def _shows(character: str) -> bool:
    return character not in BLANK and unicodedata.category(character)[0] not in {"C", "Z", "M"}


def begins_command(text: str) -> bool:
    return next((each for each in text if _shows(each)), "") in MARKS


def escape_command_prefix(text: str, authored: int = 0) -> str:
    """Without what would begin a command; `authored` is how many characters at the front stand in the answer itself.

    A command may be said on purpose: then the author has written the whole first word of it. The commands of the
    platforms themselves are never passed on.
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
