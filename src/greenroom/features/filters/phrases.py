"""Terms as they are compared: every letter once, and how often it really stands there."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise

import msgspec

from greenroom.features.filters.normalising import is_word, leet_readings, normal, plain, run_starts

# Of shorter terms one letter too many makes another word: "god" and "good".
SHORTEST_STRETCHED = 4
OBVIOUSLY_STRETCHED = 3
# Of one filter, with the same letters: each of them is looked at wherever those letters stand.
MOST_ALIKE = 16


@dataclass(frozen=True, slots=True)
class Reading:
    """How one filter wants its terms understood."""

    # Only where no letter stands before or after.
    whole_words: bool = True
    # Accents, look-alikes, leet and repeated letters are seen through.
    lookalikes: bool = True


# How often a letter stands in a row in a term; of a number its digits, because nobody stretches numbers.
Run = tuple[int, str]
_NUMBER = re.compile(r"\b\d+\b")


class Phrase(msgspec.Struct, gc=False):
    """A term as it is compared: every letter once, and how often it really stands there."""

    slot: int
    term: str
    squeezed: str
    reading: Reading
    # Worked out when it is first needed: most terms are never met.
    counted: tuple[Run, ...] = ()

    @classmethod
    def of(cls, slot: int, term: str, reading: Reading) -> "Phrase":
        if not any(map(is_word, plain(term))):
            # Signs stand for letters within words; alone they are what they are.
            reading = replace(reading, lookalikes=False)
        return cls(slot, term, normal(term).strip(), reading)

    @property
    def runs(self) -> tuple[Run, ...]:
        if not self.counted:
            read = plain(self.term).strip()
            in_numbers = {at for number in _NUMBER.finditer(read) for at in range(*number.span())}
            starts = run_starts(leet_readings(read)[0])
            self.counted = tuple(
                (after - before, read[before:after] if before in in_numbers else "")
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


def is_stretched(wanted: Sequence[Run], lengths: Sequence[int]) -> bool:
    """Each letter as often as in the term, or more often where that cannot be another word."""
    is_free = len(wanted) >= SHORTEST_STRETCHED
    for (need, digits), length in zip(wanted, lengths, strict=True):
        may_grow = not digits and (is_free or length >= OBVIOUSLY_STRETCHED)
        if length < need or (length > need and not may_grow):
            return False
    return True


def folded(alike: Sequence[Phrase]) -> list[Phrase]:
    """Of those with the same letters, in their order: none that another finds as well, wherever it stands."""
    kept = dict[tuple[object, ...], Phrase]()
    # Whoever needs fewest letters comes first: nothing that comes later covers it.
    for one in sorted(alike, key=_letters):
        if one.twins not in kept and not any(covers(other, one) for other in islice(kept.values(), MOST_ALIKE)):
            kept[one.twins] = one
    chosen = set(map(id, kept.values()))
    return [one for one in alike if id(one) in chosen]


def covers(one: Phrase, other: Phrase) -> bool:
    """Whether the first stands wherever the second does, which has the same letters."""
    if (one.slot, one.reading) != (other.slot, other.reading) or not one.reading.lookalikes:
        return False
    if len(one.runs) >= SHORTEST_STRETCHED:
        return all(few == many or (not few[1] and not many[1] and few <= many) for few, many in _pairs(one, other))
    last = len(one.runs) - 1
    return all(
        few == many or (not few[1] and not many[1] and _covers_run(few[0], many[0], is_end=at in {0, last}))
        for at, (few, many) in enumerate(_pairs(one, other))
    )


def _covers_run(few: int, many: int, *, is_end: bool) -> bool:
    """Of short words: two letters are another word than one, and signs at the ends may not have been meant."""
    return 2 <= few <= many or (few == 1 and many >= OBVIOUSLY_STRETCHED and not is_end)


def _pairs(one: Phrase, other: Phrase) -> Iterator[tuple[Run, Run]]:
    return zip(one.runs, other.runs, strict=True)


def _letters(phrase: Phrase) -> int:
    return sum(count for count, _ in phrase.runs)
