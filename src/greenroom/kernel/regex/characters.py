"""Which characters a literal or a class of a regular expression matches, and the size of its RE2 program."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from msgspec import Struct

from greenroom.kernel.regex.safe_regex import BadExpression, Expression

MAX_CODE_POINT = 0x10FFFF
FIRST_NON_ASCII = 0x80
# The last character that Python folds to more than one letter.
MAX_LONG_FOLD = 0xFB17
# ASCII, and the two other characters that equal ASCII letters when case is ignored: the Kelvin sign and the long s.
TESTED_CHARACTERS = "".join(map(chr, range(FIRST_NON_ASCII))) + "\u212a\u017f"
CODE = r"\\x\{[0-9a-fA-F]+\}|\\x[0-9a-fA-F]{2}|\\[0-7]{1,3}"
CONTROL_ESCAPES = {"a": "\a", "f": "\f", "t": "\t", "n": "\n", "r": "\r", "v": "\v"}
MAX_CLASSES_CACHED = 4_000
# CPU time per character, measured with RE2 and expressions in which nearly all of some hundred atoms can match next.
NANOSECONDS_PER_POSITION = 30
NANOSECONDS_PER_STEP = 3
# At most so many steps of an atom cost time: RE2 tries one for each first byte of its characters.
MAX_STEPS_AT_ONCE = 60

Range = tuple[int, int]
NON_ASCII: tuple[Range, ...] = ((FIRST_NON_ASCII, MAX_CODE_POINT),)

# Classes with members that are not named one by one; for simplicity, they count as matching all beyond ASCII.
_WITH_UNNAMED_MEMBERS = re.compile(r"\.|\\C|\\[pPDSW]|\[\^.*|\[.*(?:\\[pPDSW]|\[:\^).*", re.DOTALL)
_MEMBER = re.compile(rf"(?P<code>{CODE})|\[:\^?[a-z]+:\]|\\(?P<escaped>.)|(?P<literal>.)", re.DOTALL)
_TESTED_BITS = {character: 1 << at for at, character in enumerate(TESTED_CHARACTERS)}


class Characters(Struct, frozen=True, gc=False):
    """A set of characters."""

    # One bit for each of the tested characters that is in the set.
    tested: int = 0
    # Ranges of other characters in the set; they may overlap.
    others: tuple[Range, ...] = ()

    def __or__(self, other: "Characters") -> "Characters":
        return Characters(self.tested | other.tested, tuple(sorted({*self.others, *other.others})))


class Atom(Struct, frozen=True, gc=False):
    """A literal character or a class."""

    characters: Characters
    # Steps (instructions) of its RE2 program.
    steps: int
    # The folded character; empty for a class.
    literal: str = ""

    @property
    def nanoseconds(self) -> int:
        """CPU time for one character of a message, if RE2 has to compare it with this atom."""
        return NANOSECONDS_PER_POSITION + NANOSECONDS_PER_STEP * min(self.steps, MAX_STEPS_AT_ONCE)


def folded(character: str) -> str:
    """One and the same character for all characters that are equal when case is ignored."""
    fold = character.casefold()
    return fold if len(fold) == 1 else _first_of_long_folds()[fold]


@cache
def _first_of_long_folds() -> dict[str, str]:
    """Fold of several letters, such as `ss` → the first character that has this fold: `ß`, and not `ẞ`."""
    return {
        fold: chr(point)
        for point in range(MAX_LONG_FOLD, FIRST_NON_ASCII, -1)
        if len(fold := chr(point).casefold()) > 1
    }


@lru_cache(maxsize=MAX_CLASSES_CACHED)
def literal_atom(character: str) -> Atom:
    variants = _variants(character)
    tested = sum(_TESTED_BITS.get(one, 0) for one in variants)
    others = tuple(sorted((ord(one), ord(one)) for one in variants if one not in _TESTED_BITS))
    return Atom(Characters(tested, others), sum(len(one.encode()) for one in variants) or 1, folded(character))


def _variants(character: str) -> set[str]:
    fold = folded(character)
    found = {character, fold, *(one for one in (character.lower(), character.upper(), fold.upper()) if len(one) == 1)}
    return found | {one for one in "\u212a\u017f" if folded(one) == fold}


@lru_cache(maxsize=MAX_CLASSES_CACHED)
def class_atom(source: str) -> Atom:
    others = NON_ASCII if _WITH_UNNAMED_MEMBERS.match(source) else _named_ranges(source)
    try:
        compiled = Expression(f"(?s:{source})")
    except BadExpression:
        # RE2 reads this source differently: assume the worst.
        return Atom(Characters(sum(_TESTED_BITS.values()), NON_ASCII), len(TESTED_CHARACTERS))
    tested = sum(_TESTED_BITS[TESTED_CHARACTERS[start]] for start, _ in compiled.spans(TESTED_CHARACTERS))
    return Atom(Characters(tested, others), compiled.size)


def _named_ranges(source: str) -> tuple[Range, ...]:
    """The ranges beyond ASCII that a class names, each also in lower and in upper case."""
    found: set[Range] = set()
    for first, last in _pairs(source):
        for change in (str, str.lower, str.upper):
            low, high = change(first), change(last)
            if len(low) == len(high) == 1 and ord(high) >= FIRST_NON_ASCII:
                found.add((max(min(ord(low), ord(high)), FIRST_NON_ASCII), ord(high)))
    return tuple(sorted(found))


def _pairs(source: str) -> Iterator[tuple[str, str]]:
    """First and last character of each range in a bracket expression; single characters are ranges too."""
    members = [_member(one) for one in _MEMBER.finditer(source[1:-1])]
    at = 0
    while at < len(members):
        is_range = at + 2 < len(members) and members[at + 1] == "-"
        last = members[at + 2] if is_range else members[at]
        if members[at] and last:
            yield members[at], last
        at += 3 if is_range else 1


def _member(token: re.Match[str]) -> str:
    if token["code"]:
        return character_of(token["code"])
    if token["escaped"]:
        return CONTROL_ESCAPES.get(token["escaped"], token["escaped"])
    return token["literal"] or ""


def character_of(code: str) -> str:
    """The character of an escape such as `\\x41`; empty if there is none."""
    digits = code.strip("\\x{}")
    number = int(digits or "0", 16 if code[1] == "x" else 8)
    return chr(number) if number <= MAX_CODE_POINT and not 0xD800 <= number < 0xE000 else ""
