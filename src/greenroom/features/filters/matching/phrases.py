"""Phrases in squeezed form (repeated letters as one), with the number of repeats of each letter."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from typing import NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from greenroom.features.filters.matching.normalization import is_in_word, leet_readings, normal, plain, run_starts

# Terms with fewer letters in squeezed form do not match a repeated letter: "god" and "good" are different words.
MIN_STRETCHABLE_LENGTH = 4
# A letter that a message repeats at least this often matches in all terms: "goood" is "god" and "good".
MIN_OBVIOUS_STRETCH = 3
# Maximum number of a filter's terms with the same squeezed form; all of them are compared at every match.
MAX_SAME_LETTERS = 16


class MatchOptions(Struct, frozen=True):
    whole_words: bool = True
    # Whether accents, look-alikes, leetspeak and repeated letters match too.
    lookalikes: bool = True


class LetterRun(NamedTuple):
    times: int
    # If the run is in a number of the term, such as `2024`: the digits of the run, which must match exactly.
    number: str = ""
    # If digits of the term stand for a letter: these; the message must have the letter or exactly these digits.
    digits: str = ""


_NUMBER = re.compile(r"\b\d+\b")


class Phrase(msgspec.Struct, gc=False):
    """A term with its squeezed form; `slot` is the number of its filter."""

    slot: int
    term: str
    squeezed: str
    options: MatchOptions
    # Computed lazily: most terms never occur.
    cached_runs: tuple[LetterRun, ...] = ()

    @classmethod
    def of(cls, slot: int, term: str, options: MatchOptions) -> "Phrase":
        if not any(map(is_in_word, plain(term))):
            # A term without letters matches only itself: symbols are read as letters only within words.
            options = replace(options, lookalikes=False)
        return cls(slot, term, normal(term).strip(), options)

    @property
    def runs(self) -> tuple[LetterRun, ...]:
        if not self.cached_runs:
            text = plain(self.term).strip()
            in_numbers = {at for number in _NUMBER.finditer(text) for at in range(*number.span())}
            starts = run_starts(leet_readings(text)[0])
            self.cached_runs = tuple(
                LetterRun(after - before, text[before:after])
                if before in in_numbers
                else LetterRun(after - before, digits=digits_of(text[before:after]))
                for before, after in pairwise(starts)
            )
        return self.cached_runs

    @property
    def exact(self) -> str:
        return self.term.strip().casefold()

    @property
    def match_key(self) -> tuple[object, ...]:
        """Of phrases with the same squeezed form, those with equal keys match the same messages."""
        return self.slot, self.options, self.runs, "" if self.options.lookalikes else self.exact


def run_lengths_match(runs: Sequence[LetterRun], lengths: Sequence[int]) -> bool:
    """Whether the message repeats each letter as often as the term, or more often (short terms: at least 3 times)."""
    is_stretchable = len(runs) >= MIN_STRETCHABLE_LENGTH
    for run, length in zip(runs, lengths, strict=True):
        may_grow = not run.number and (is_stretchable or length >= MIN_OBVIOUS_STRETCH)
        if length < run.times or (length > run.times and not may_grow):
            return False
    return True


def digits_match(runs: Sequence[LetterRun], text: str, starts: Sequence[int]) -> bool:
    """Whether the message has the term's digits, or, where they are part of a word, the letters they stand for."""
    for run, (start, end) in zip(runs, pairwise(starts), strict=True):
        if run.number and not text.startswith(run.number, start):
            return False
        if run.digits and digits_of(text[start:end]) not in {"", run.digits}:
            return False
    return True


def digits_of(text: str) -> str:
    return "".join(filter(str.isdecimal, text))


def without_covered(alike: Sequence[Phrase]) -> list[Phrase]:
    """Leaves out each phrase that another one `covers`; `alike` have the same squeezed form and keep their order."""
    kept = dict[tuple[object, ...], Phrase]()
    # Phrases with the fewest letters and digits first, because no later one covers them.
    for one in sorted(alike, key=_count_letters):
        if one.match_key not in kept and not any(
            covers(other, one) for other in islice(kept.values(), MAX_SAME_LETTERS)
        ):
            kept[one.match_key] = one
    chosen = set(map(id, kept.values()))
    return [one for one in alike if id(one) in chosen]


def covers(one: Phrase, other: Phrase) -> bool:
    """Whether `one` matches wherever `other` matches; both have the same squeezed form."""
    if (one.slot, one.options) != (other.slot, other.options) or not one.options.lookalikes:
        return False
    if not all(_covers_digits(few, many) for few, many in _pairs(one, other)):
        return False
    if len(one.runs) >= MIN_STRETCHABLE_LENGTH:
        return all(few.times <= many.times for few, many in _pairs(one, other))
    last = len(one.runs) - 1
    return all(
        few.times == many.times or _covers_run(few.times, many.times, is_end=at in {0, last})
        for at, (few, many) in enumerate(_pairs(one, other))
    )


def _covers_digits(few: LetterRun, many: LetterRun) -> bool:
    """Whether `few` covers the digits of `many`: a letter covers digits that stand for it."""
    return few.number == many.number and few.digits in {"", many.digits}


def _covers_run(few: int, many: int, *, is_end: bool) -> bool:
    """Whether, in a short word, a letter written `few` times covers the letter written `many` times.

    A single letter does not cover a double one ("god", "good"). At an end of the word it covers no repeated letter:
    symbols there, as in "hi!!!", may be punctuation.
    """
    return 2 <= few <= many or (few == 1 and many >= MIN_OBVIOUS_STRETCH and not is_end)


def _pairs(one: Phrase, other: Phrase) -> Iterator[tuple[LetterRun, LetterRun]]:
    return zip(one.runs, other.runs, strict=True)


def _count_letters(phrase: Phrase) -> tuple[int, int]:
    return sum(run.times for run in phrase.runs), sum(len(run.digits) for run in phrase.runs)
