"""Terms as they are compared: every letter once, and how often it really stands there."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from typing import NamedTuple

import msgspec

from greenroom.features.filters.matching.normalization import is_word, leet_readings, normal, plain, run_starts

# Of shorter terms one letter too many makes another word: "god" and "good".
MIN_STRETCHABLE_LENGTH = 4
MIN_OBVIOUS_STRETCH = 3
# Of one filter, with the same letters: each of them is looked at wherever those letters stand.
MAX_SAME_LETTERS = 16


@dataclass(frozen=True, slots=True)
class MatchOptions:
    """How one filter wants its terms understood."""

    # Only where no letter stands before or after.
    whole_words: bool = True
    # Accents, look-alikes, leet and repeated letters are seen through.
    lookalikes: bool = True


class LetterRun(NamedTuple):
    """How often a letter stands in a row in a term."""

    times: int
    # Of a number its digits: they are those and no others.
    number: str = ""
    # Of a word the digits that are read as this letter: who writes digits there writes the same, as often.
    digits: str = ""


_NUMBER = re.compile(r"\b\d+\b")


class Phrase(msgspec.Struct, gc=False):
    """A term as it is compared: every letter once, and how often it really stands there."""

    slot: int
    term: str
    squeezed: str
    reading: MatchOptions
    # Worked out when it is first needed: most terms are never met.
    counted: tuple[LetterRun, ...] = ()

    @classmethod
    def of(cls, slot: int, term: str, reading: MatchOptions) -> "Phrase":
        if not any(map(is_word, plain(term))):
            # Signs stand for letters within words; alone they are what they are.
            reading = replace(reading, lookalikes=False)
        return cls(slot, term, normal(term).strip(), reading)

    @property
    def runs(self) -> tuple[LetterRun, ...]:
        if not self.counted:
            read = plain(self.term).strip()
            in_numbers = {at for number in _NUMBER.finditer(read) for at in range(*number.span())}
            starts = run_starts(leet_readings(read)[0])
            self.counted = tuple(
                LetterRun(after - before, read[before:after])
                if before in in_numbers
                else LetterRun(after - before, digits=digits_of(read[before:after]))
                for before, after in pairwise(starts)
            )
        return self.counted

    @property
    def exact(self) -> str:
        return self.term.strip().casefold()

    @property
    def twins(self) -> tuple[object, ...]:
        """The same for all with the same letters that are found in the same messages."""
        return self.slot, self.reading, self.runs, "" if self.reading.lookalikes else self.exact


def is_stretched(wanted: Sequence[LetterRun], lengths: Sequence[int]) -> bool:
    """Each letter as often as in the term, or more often where that cannot be another word."""
    is_free = len(wanted) >= MIN_STRETCHABLE_LENGTH
    for run, length in zip(wanted, lengths, strict=True):
        may_grow = not run.number and (is_free or length >= MIN_OBVIOUS_STRETCH)
        if length < run.times or (length > run.times and not may_grow):
            return False
    return True


def has_digits(wanted: Sequence[LetterRun], read: str, starts: Sequence[int]) -> bool:
    """Whether the digits are the term's: nobody stretches them, but in a word a letter may stand for each."""
    for run, (start, end) in zip(wanted, pairwise(starts), strict=True):
        if run.number and not read.startswith(run.number, start):
            return False
        if run.digits and digits_of(read[start:end]) not in {"", run.digits}:
            return False
    return True


def digits_of(text: str) -> str:
    return "".join(filter(str.isdecimal, text))


def without_covered(alike: Sequence[Phrase]) -> list[Phrase]:
    """Of those with the same letters, in their order: none that another finds as well, wherever it stands."""
    kept = dict[tuple[object, ...], Phrase]()
    # Whoever needs fewest letters, and fewest digits among them, comes first: nothing that comes later covers it.
    for one in sorted(alike, key=_letters):
        if one.twins not in kept and not any(covers(other, one) for other in islice(kept.values(), MAX_SAME_LETTERS)):
            kept[one.twins] = one
    chosen = set(map(id, kept.values()))
    return [one for one in alike if id(one) in chosen]


def covers(one: Phrase, other: Phrase) -> bool:
    """Whether the first stands wherever the second does, which has the same letters."""
    if (one.slot, one.reading) != (other.slot, other.reading) or not one.reading.lookalikes:
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
    """A letter stands for any digits that are read as it; digits are what they are."""
    return few.number == many.number and few.digits in {"", many.digits}


def _covers_run(few: int, many: int, *, is_end: bool) -> bool:
    """Of short words: two letters are another word than one, and signs at the ends may not have been meant."""
    return 2 <= few <= many or (few == 1 and many >= MIN_OBVIOUS_STRETCH and not is_end)


def _pairs(one: Phrase, other: Phrase) -> Iterator[tuple[LetterRun, LetterRun]]:
    return zip(one.runs, other.runs, strict=True)


def _letters(phrase: Phrase) -> tuple[int, int]:
    return sum(run.times for run in phrase.runs), sum(len(run.digits) for run in phrase.runs)
