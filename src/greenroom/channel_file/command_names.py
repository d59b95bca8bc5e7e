"""Spelling of command names: invisible characters would make two names look the same."""

import re
import unicodedata

from greenroom.kernel.text import WITHOUT_INVISIBLE

# Characters that chat clients append so that a repeated message is no duplicate; pasted text has them, too.
INVISIBLE = "\u034f\u200b\u200c\u200d\u2060\ufeff\U000e0000"
_AT_ENDS = INVISIBLE + "".join(each for each in map(chr, range(0x3001)) if each.isspace())

_PICTURE = r"[\xa9\xae\u203c\u2049\u2122\u2139\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
# Emoji that contain invisible characters: joined emoji, regional flags, keycaps.
_EMOJI = re.compile(
    rf"(?:{_PICTURE}\ufe0f?\u200d)+{_PICTURE}\ufe0f?|{_PICTURE}[\ufe0e\ufe0f]"
    r"|\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f|[0-9#*]\ufe0f\u20e3"
)


# Begins the names of commands unless a channel sets another prefix; templates are written with it.
DEFAULT_PREFIX = "!"


def with_prefix(name: str, prefix: str, old: str = DEFAULT_PREFIX) -> str:
    """The name with `prefix` in place of `old`; unchanged if it does not begin with `old`, or is only `old`."""
    return prefix + name[len(old) :] if name.startswith(old) and len(name) > len(old) else name


def bare(name: str) -> str:
    """The name without leading and trailing spaces and invisible characters."""
    return name.strip(_AT_ENDS)


def has_invisible(name: str) -> bool:
    """Whether the name contains an invisible character that is not part of an emoji."""
    return not name.isascii() and any(_is_invisible(each) for each in _EMOJI.sub("", name))


def _is_invisible(character: str) -> bool:
    return ord(character) in WITHOUT_INVISIBLE or unicodedata.category(character) == "Cf"
