"""An upper bound of the time that RE2 needs for one character of a message.

RE2 compares a character with every position of the expressions that could match next. A position can match next only if
a position that stands before it matched the character before. So the time is at most the sum of all positions that may
follow one character; the bound is the highest of these sums over all characters. Two facts lower it further:

- A letter of a word can match next only directly after the letters that stand before it in the word.
- An expression that begins with a word and is short after it can match only within a few characters after that word.
  If many expressions begin with different words, few of these words fit into so few characters.

RE2 also remembers what it did for the same characters, so most messages need far less.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, takewhile

from msgspec import Struct, field

from greenroom.kernel.regex.characters import FIRST_NON_ASCII, MAX_CODE_POINT, TESTED_CHARACTERS, Characters, folded
from greenroom.kernel.regex.syntax import Position, Syntax, bits, read_syntax

# How many of the letters before a position are compared.
MAX_LETTERS_BEFORE = 8
# An expression ends soon if at most this many characters can follow its first word.
MAX_REST_LENGTH = 120
# RE2 matches bytes, and characters beyond ASCII have several.
NON_ASCII_FACTOR = 1.75
MAX_PROFILES_CACHED = 10_000

# What may stand before the beginnings that RE2 merges: the flag `(?i)`, and `\b` or `^`.
_BEFORE_BEGINNING = re.compile(r"(?:\(\?i\))?(?:\\b|\^)?")


class Times(Struct, frozen=True):
    """Nanoseconds of positions by what must stand before them: one of some characters, or certain letters in a row."""

    after_characters: Sequence[tuple[Characters, int]] = ()
    after_letters: Sequence[tuple[str, int]] = ()


class Profile(Struct, frozen=True):
    """The times of one expression."""

    # Nanoseconds of the positions that can match first, at any place of a message.
    starting: int
    # One item for each character or class with which every match begins: the expression's source up to it, and its
    # times. RE2 merges expressions as far as their sources are equal; the source is empty where it merges nothing.
    beginning: Sequence[tuple[str, Times]]
    rest: Times
    # The letters with which every match begins; only the last MAX_LETTERS_BEFORE of them.
    first_word: str
    # Longest text from the end of the first word to the end of a match.
    rest_length: float
    # Nanoseconds per character for one attempt to match that has reached the rest.
    rest_width: float

    @property
    def ends_soon(self) -> bool:
        return bool(self.first_word) and 0 < self.rest_length <= MAX_REST_LENGTH


@lru_cache(maxsize=MAX_PROFILES_CACHED)
def profile_of(expression: str) -> Profile:
    syntax = read_syntax(expression)
    leading, letters = syntax.leading(), _letters_before(syntax)
    word = list(takewhile(lambda one: one.atom.literal, leading))
    written = _merged_beginnings(expression, leading)
    size = max(len(word), len(written))
    return Profile(
        sum(one.atom.nanoseconds * one.starting_copies for one in _positions_in(syntax, syntax.whole.first)),
        [(written[at] if at < len(written) else "", _times(syntax, letters, range(at, at + 1))) for at in range(size)],
        _times(syntax, letters, range(size, len(syntax.positions))),
        "".join(one.atom.literal for one in word)[-MAX_LETTERS_BEFORE:],
        syntax.whole.longest - len(word) + 1 if size < len(syntax.positions) else 0,
        syntax.whole.width,
    )


def _merged_beginnings(expression: str, leading: Sequence[Position]) -> list[str]:
    """The expression's source up to each character or class before the first group: `a`, `ab` and `abc` of `abc(d)`."""
    before = _BEFORE_BEGINNING.match(expression)
    end, found = before.end() if before else 0, list[str]()
    for position in leading:
        if position.start != end:
            break
        end = position.end
        found.append(expression[:end])
    return found


def _positions_in(syntax: Syntax, mask: int) -> list[Position]:
    return [syntax.positions[at] for at in bits(mask)]


def _letters_before(syntax: Syntax) -> list[str]:
    """For each position the letters before it in every match, at most MAX_LETTERS_BEFORE."""
    found: list[str] = []
    for position in syntax.positions:
        possible: list[str] = []
        for at in bits(position.before):
            literal = syntax.positions[at].atom.literal
            # A position that repeats stands before itself; the letters before it are not found yet.
            possible.append((found[at] if literal and at < len(found) else "") + literal)
        found.append(_common_ending(possible)[-MAX_LETTERS_BEFORE:])
    return found


def _common_ending(texts: Sequence[str]) -> str:
    shortest = min(texts, key=len, default="")
    return next(
        (shortest[at:] for at in range(len(shortest)) if all(text.endswith(shortest[at:]) for text in texts)), ""
    )


def _times(syntax: Syntax, letters: Sequence[str], places: range) -> Times:
    by_before: Counter[int] = Counter()
    by_letters: Counter[str] = Counter()
    for at in places:
        position = syntax.positions[at]
        nanoseconds = position.atom.nanoseconds * position.copies
        if letters[at]:
            by_letters[letters[at]] += nanoseconds
        elif position.before:
            by_before[position.before] += nanoseconds
    by_characters: Counter[Characters] = Counter()
    for before, nanoseconds in by_before.items():
        by_characters[_characters(syntax, before)] += nanoseconds
    return Times(tuple(by_characters.items()), tuple(by_letters.items()))


def _characters(syntax: Syntax, mask: int) -> Characters:
    """The characters that at least one of the positions matches."""
    distinct = {one.atom.characters for one in _positions_in(syntax, mask)}
    whole = distinct.pop()
    for other in distinct:
        whole |= other
    return whole


def nanoseconds_per_character(expressions: Iterable[str]) -> float:
    profiles = [profile_of(one) for one in dict.fromkeys(expressions)]
    soon = [one for one in profiles if one.ends_soon]
    without_soon = _Sum.of(profiles, [one for one in profiles if not one.ends_soon])
    return min(_Sum.of(profiles, profiles).highest(), without_soon.highest() + _highest_of_rests(soon))


class _Sum(Struct):
    """The times of many expressions together."""

    starting: int = 0
    after_characters: Counter[Characters] = field(default_factory=Counter[Characters])
    after_letters: Counter[str] = field(default_factory=Counter[str])

    @classmethod
    def of(cls, beginnings: Iterable[Profile], rests: Iterable[Profile]) -> "_Sum":
        total, seen = cls(), set[str]()
        for one in beginnings:
            total._add_beginning(one, seen)
        for one in rests:
            total._add(one.rest)
        return total

    def _add_beginning(self, one: Profile, seen: set[str]) -> None:
        """Adds only the parts of the beginning that no earlier expression has: RE2 merges equal beginnings."""
        first = one.beginning[0][0] if one.beginning else ""
        self.starting += one.starting if first not in seen else 0
        for written, times in one.beginning:
            if written not in seen:
                self._add(times)
        seen.update(written for written, _ in one.beginning if written)

    def _add(self, times: Times) -> None:
        for characters, nanoseconds in times.after_characters:
            self.after_characters[characters] += nanoseconds
        for letters, nanoseconds in times.after_letters:
            self.after_letters[letters] += nanoseconds

    def highest(self) -> float:
        """The highest time for one character of a message, whatever character comes before it."""
        letters = _highest_by_last_letter(self.after_letters)
        return self.starting + max(self._highest_tested(letters), self._highest_of_others(letters) * NON_ASCII_FACTOR)

    def _highest_tested(self, letters: dict[str, float]) -> float:
        totals: list[float] = [letters.get(folded(character), 0.0) for character in TESTED_CHARACTERS]
        by_mask: Counter[int] = Counter()
        for characters, nanoseconds in self.after_characters.items():
            by_mask[characters.tested] += nanoseconds
        for mask, nanoseconds in by_mask.items():
            for at in bits(mask):
                totals[at] += nanoseconds
        return max(totals)

    def _highest_of_others(self, letters: dict[str, float]) -> float:
        """The highest time after a character beyond ASCII; tries only the beginnings of ranges, and letters."""
        changes: Counter[int] = Counter()
        for characters, nanoseconds in self.after_characters.items():
            for low, high in _merged(characters.others):
                changes[low] += nanoseconds
                changes[high + 1] -= nanoseconds
        for letter in letters:
            changes[ord(letter)] += 0
        points = sorted(changes)
        totals = accumulate(changes[point] for point in points)
        return max(
            (
                total + letters.get(folded(chr(point)), 0.0)
                for point, total in zip(points, totals, strict=True)
                if FIRST_NON_ASCII <= point <= MAX_CODE_POINT
            ),
            default=0.0,
        )


def _merged(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The ranges without overlaps."""
    merged: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if merged and low <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return merged


def _sums_with_endings(times: Mapping[str, float]) -> dict[str, float]:
    """For each text its time and those of its endings: a message that ends with `abc` also ends with `bc` and `c`."""
    return {text: sum(times[text[at:]] for at in range(len(text)) if text[at:] in times) for text in times}


def _highest_by_last_letter(times: Mapping[str, float]) -> dict[str, float]:
    highest: dict[str, float] = {}
    for text, total in _sums_with_endings(times).items():
        highest[text[-1]] = max(total, highest.get(text[-1], 0.0))
    return highest


def _highest_of_rests(profiles: Sequence[Profile]) -> float:
    """An upper bound of the time for rests (what follows the first word) that are short.

    Each character of a message ends at most one of the words (or several that end alike), so few rests are under way at
    a time. Very slow rests may be counted as always under way instead: the lowest sum of all such choices is taken.
    """
    if not profiles:
        return 0.0
    widths, always = defaultdict[str, float](float), defaultdict[str, float](float)
    for one in profiles:
        widths[one.first_word] += one.rest_width
        always[one.first_word] += _Sum.of((), [one]).highest()
    begun = max(one.rest_length for one in profiles)
    highest, added = float("inf"), 0.0
    for word, width in sorted(_sums_with_endings(widths).items(), key=lambda item: -item[1]):
        highest = min(highest, added + begun * width)
        added += always[word]
    return min(highest, added)
