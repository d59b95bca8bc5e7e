"""All terms of all filters of a channel, looked for in one pass, however many there are."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec
from ahocorasick_rs import AhoCorasick, Implementation

from greenroom.features.filters.matching.lookalikes import BLANK, LEET, LEET_L
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.matching.normalization import (
    is_word,
    normal,
    original_span,
    run_starts,
    squeezed,
)
from greenroom.features.filters.matching.phrases import MatchOptions, Phrase, has_digits, is_stretched, without_covered
from greenroom.features.filters.matching.wildcards import Wildcard, WildcardGroup, core_of, pieces_of
from greenroom.kernel.safe_regex import BadExpression, Expression, ExpressionSets

TermKind = Literal["phrase", "wildcard", "regex"]

MAX_TERM_LENGTH = 500
# Steps of all expressions of a filter together: they are made ready in well below a second, and in one machine.
MAX_REGEX_STEPS = 300_000
# Longer terms are found by how they begin, and compared to the end then.
MAX_CORE_LENGTH = 24
# Up to here a table of all moves is worth its memory (about 25 MB); beyond, a smaller machine is a little slower.
MAX_DFA_CHARACTERS = 150_000
MAX_SPANS = 20
# Of the expressions that are in one message so many are looked for once more, for where they stand, beside the first of
# each filter.
MAX_LOCATED_REGEXES = 200
# What looking closer may cost in one reading of a message, in letters compared (some 60 ms), for phrases and again for
# wildcards: only terms that were chosen to cost much come near it, and whatever they would have found beyond is let
# through rather than everybody kept waiting.
MAX_COMPARED_CHARACTERS = 300_000
# What a closer look costs beside its letters.
PHRASE_COST, WILDCARD_COST = 20, 110
# An expression walks over so many letters while one is compared here.
REGEX_CHARACTERS_PER_COST = 16

Span = tuple[int, int]
# Where each letter of a squeezed text begins in what was read, and where that stands in the message.
Offsets = tuple[Sequence[int], Sequence[int]]
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_")
_LEET_LETTERS = frozenset(LEET.values()) | frozenset(LEET_L.values())
_UNAMBIGUOUS_LETTERS = _LETTERS - _LEET_LETTERS
_NOTHING = frozenset[str]()


class Term(msgspec.Struct, frozen=True, gc=False):
    text: str
    kind: TermKind = "phrase"


class InvalidTerm(ValueError):
    """Why nothing can be looked for."""


def check_term(term: Term) -> int:
    """How many steps an expression takes, 0 of all others; raises InvalidTerm with the reason."""
    try:
        term.text.encode()
    except UnicodeEncodeError as error:
        raise InvalidTerm("contains half of a character") from error
    if term.kind == "regex":
        return _check_expression(term.text)
    if term.kind == "wildcard":
        _check_wildcard(term.text)
    elif not normal(term.text).strip():
        raise InvalidTerm("has nothing in it that could be looked for")
    return 0


def _check_expression(text: str) -> int:
    try:
        expression = Expression(text)
    except BadExpression as error:
        raise InvalidTerm(f"is not an expression that RE2 takes: {error}") from error
    if expression.fits_everything():
        raise InvalidTerm("fits every message, for it is found where nothing is")
    return expression.size


def _check_wildcard(text: str) -> None:
    if "*" not in text and "?" not in text:
        raise InvalidTerm("is no wildcard: it has neither * nor ?")
    if len(core_of(pieces_of(text)).strip()) < 2:
        raise InvalidTerm("needs two letters or more beside its wildcards")


class CoreEntry(msgspec.Struct, gc=False):
    """Everything that begins with one core, or has it in the middle.

    There are thousands, and nothing in them points back: the collector of garbage need not look through them.
    """

    # Those that are the core and nothing more.
    phrases: list[Phrase] = []
    # Those that go on after it, by all that they are: however many begin alike, one look for each length is enough.
    longer: dict[str, list[Phrase]] | None = None
    lengths: tuple[int, ...] = ()
    wildcards: WildcardGroup | None = None
    # Every term that it stands for is exactly this, and a word of its own.
    is_whole: bool = False


@dataclass(slots=True)
class TermMatch:
    """What one filter's terms are in a message."""

    term: str
    spans: list[Span]


@dataclass(frozen=True, slots=True)
class _RegexTerm:
    slot: int
    term: str
    lookalikes: bool


class TermMatcher:
    """Terms are added filter by filter, then compiled once; after that it only looks."""

    def __init__(self) -> None:
        self._slots = 0
        # Filters that see through disguises.
        self._lookalikes: set[int] = set()
        self._entries: dict[str, CoreEntry] = {}
        self._cores: list[CoreEntry] = []
        self._machine: AhoCorasick | None = None
        self._expressions: list[_RegexTerm] = []
        self._set: ExpressionSets | None = None
        self._alone: dict[int, Expression] = {}

    def add(self, terms: Sequence[Term], reading: MatchOptions) -> int:
        """The number under which the filter finds what was found."""
        slot = self._slots
        self._slots += 1
        if reading.lookalikes:
            self._lookalikes.add(slot)
        for term in terms:
            if term.kind == "regex":
                self._expressions.append(_RegexTerm(slot, term.text, reading.lookalikes))
            elif term.kind == "wildcard":
                entry = self._entry(core_of(pieces_of(term.text))[:MAX_CORE_LENGTH])
                entry.wildcards = entry.wildcards or WildcardGroup()
                entry.wildcards.all.append(Wildcard.of(slot, term.text, whole_words=reading.whole_words))
            else:
                phrase = Phrase.of(slot, term.text, reading)
                core = phrase.squeezed[:MAX_CORE_LENGTH]
                _put(self._entry(core), phrase, core)
        return slot

    def _entry(self, core: str) -> CoreEntry:
        entry = self._entries.get(core)
        if entry is None:
            entry = self._entries[core] = CoreEntry()
        return entry

    def compile(self) -> None:
        cores = [core for core in self._entries if core]
        self._cores = [self._entries[core] for core in cores]
        for entry in self._entries.values():
            _fold_alike(entry)
            are_words = all(one.reading.whole_words for one in entry.phrases)
            entry.is_whole = are_words and entry.longer is None and entry.wildcards is None
            entry.lengths = tuple(sorted(set(map(len, entry.longer)))) if entry.longer else ()
        if cores:
            is_small = sum(map(len, cores)) <= MAX_DFA_CHARACTERS
            how = Implementation.DFA if is_small else Implementation.ContiguousNFA
            self._machine = AhoCorasick(cores, implementation=how, store_patterns=False)
        if self._expressions:
            self._set = ExpressionSets([one.term for one in self._expressions])

    def look(self, message: Message) -> dict[int, TermMatch]:
        """By the filter's number; those without a hit are not in it."""
        found = self._look(message)
        if BLANK in message.text:
            self._look_through(message.text, found)
        return found

    def _look_through(self, text: str, found: dict[int, TermMatch]) -> None:
        """A blank that is a letter parts words, and hides in them: it is read as a space first, as nothing then."""
        places = [at for at, character in enumerate(text) if character != BLANK]
        places.append(len(text))
        for slot, one in self._look(Message(text.replace(BLANK, ""))).items():
            if slot in self._lookalikes:
                for start, end in one.spans:
                    _note(found, slot, one.term, original_span(places, start, end))

    def _look(self, message: Message) -> dict[int, TermMatch]:
        found: dict[int, TermMatch] = {}
        if self._machine is not None:
            for read, narrow in message.readings:
                if hits := self._machine.find_matches_as_indexes(narrow, overlapping=True):
                    self._compare(message, read, narrow, hits, found)
        if self._set is not None:
            self._express(self._set, message, found)
        return found

    def _compare(
        self, message: Message, read: str, narrow: str, hits: list[tuple[int, int, int]], found: dict[int, TermMatch]
    ) -> None:
        # Most of what a large lexicon meets is a part of some other word: that must cost next to nothing.
        has_signs = read != message.plain
        maybe = _LEET_LETTERS if has_signs else _NOTHING
        letters, padded = _UNAMBIGUOUS_LETTERS if has_signs else _LETTERS, f" {narrow} "
        maps: Offsets | None = None
        seen: set[int] = set()
        left = left_for_wildcards = MAX_COMPARED_CHARACTERS
        for number, start, end in hits:
            entry = self._cores[number]
            if entry.is_whole and (padded[start] in letters or padded[end + 1] in letters):
                continue
            if left < 0 and left_for_wildcards < 0:
                break
            phrases = entry.phrases if entry.longer is None else _standing(entry, narrow, start)
            left -= len(phrases) + len(entry.lengths)
            for phrase in phrases:
                if left >= 0 and _could_stand(phrase, narrow, start, maybe) and not _is_full(found, phrase.slot):
                    left -= PHRASE_COST + len(phrase.squeezed)
                    maps = maps or (run_starts(read), message.origins())
                    if span := _phrase_at(phrase, message, start, maps):
                        _note(found, phrase.slot, phrase.term, span)
            if entry.wildcards is not None and left_for_wildcards >= 0 and number not in seen:
                seen.add(number)
                maps = maps or (run_starts(read), message.origins())
                looks = self._compare_wildcards(entry.wildcards, message, narrow, maps, found)
                left_for_wildcards -= looks * (WILDCARD_COST + len(narrow) // REGEX_CHARACTERS_PER_COST)

    @staticmethod
    def _compare_wildcards(
        wildcards: WildcardGroup, message: Message, narrow: str, maps: Offsets, found: dict[int, TermMatch]
    ) -> int:
        """How often an expression had to look."""
        starts, places = maps
        fitting, looks = wildcards.fitting(narrow)
        for wildcard, (first, last) in fitting:
            _note(found, wildcard.slot, wildcard.term, original_span(places, starts[first], starts[last]))
        # Where a sign was read as a letter it no longer ends a word.
        bare = squeezed(message.plain)
        if bare == narrow:
            return looks
        bare_starts = run_starts(message.plain)
        fitting, more = wildcards.fitting(bare)
        for wildcard, (first, last) in fitting:
            _note(found, wildcard.slot, wildcard.term, original_span(places, bare_starts[first], bare_starts[last]))
        return looks + more

    def _express(self, expressions: ExpressionSets, message: Message, found: dict[int, TermMatch]) -> None:
        text = message.text
        for place, number in enumerate(expressions.found_in(text)):
            one = self._expressions[number]
            if place >= MAX_LOCATED_REGEXES and one.slot in found:
                continue
            for start, end in self._expression(number).spans(text, MAX_SPANS):
                _note(found, one.slot, one.term, (start, end))
        if text.isascii():
            return
        for number in expressions.found_in(message.plain):
            one = self._expressions[number]
            if one.lookalikes and one.slot not in found:
                places = message.origins()
                for start, end in self._expression(number).spans(message.plain, MAX_SPANS):
                    _note(found, one.slot, one.term, original_span(places, start, end))

    def _expression(self, number: int) -> Expression:
        if number not in self._alone:
            self._alone[number] = Expression(self._expressions[number].term)
        return self._alone[number]


def _put(entry: CoreEntry, phrase: Phrase, core: str) -> None:
    if phrase.squeezed == core:
        entry.phrases.append(phrase)
        return
    entry.longer = {} if entry.longer is None else entry.longer
    entry.longer.setdefault(phrase.squeezed, []).append(phrase)


def _fold_alike(entry: CoreEntry) -> None:
    for alike in (entry.phrases, *(entry.longer or {}).values()):
        if len(alike) > 1:
            alike[:] = without_covered(alike)


def _standing(entry: CoreEntry, narrow: str, start: int) -> list[Phrase]:
    """Those whose letters all stand there."""
    assert entry.longer is not None
    standing = list(entry.phrases)
    rest = len(narrow) - start
    for length in entry.lengths:
        if length > rest:
            break
        standing += entry.longer.get(narrow[start : start + length], ())
    return standing


def _is_full(found: dict[int, TermMatch], slot: int) -> bool:
    before = found.get(slot)
    return before is not None and len(before.spans) >= MAX_SPANS


def _note(found: dict[int, TermMatch], slot: int, term: str, span: Span) -> None:
    before = found.get(slot)
    if before is None:
        found[slot] = TermMatch(term, [span])
    elif len(before.spans) < MAX_SPANS and span not in before.spans:
        before.spans.append(span)


def _could_stand(phrase: Phrase, narrow: str, start: int, maybe: frozenset[str]) -> bool:
    """`maybe` are letters that may be signs: only a closer look says whether they belong to the word."""
    end = start + len(phrase.squeezed)
    if not narrow.startswith(phrase.squeezed, start):
        return False
    if not phrase.reading.whole_words:
        return True
    before, after = narrow[start - 1 : start], narrow[end : end + 1]
    return (not is_word(before) or before in maybe) and (not is_word(after) or after in maybe)


def _phrase_at(phrase: Phrase, message: Message, start: int, maps: Offsets) -> Span | None:
    """Where it really stands in the message, if it does stand there."""
    starts, places = maps
    end = start + len(phrase.squeezed)
    read = message.plain
    first, last = _trimmed(phrase, read, starts, start, end)
    lengths = [after - before for before, after in zip(starts[start:end], starts[start + 1 : end + 1], strict=True)]
    lengths[0] -= first - starts[start]
    lengths[-1] -= starts[end] - last
    if not is_stretched(phrase.runs, lengths) or not has_digits(phrase.runs, read, starts[start : end + 1]):
        return None
    if phrase.reading.whole_words and not _stands_alone(phrase, read, first, last):
        return None
    span = original_span(places, first, last)
    if not phrase.reading.lookalikes and message.text[span[0] : span[1]].casefold() != phrase.exact:
        return None
    return span


def _trimmed(phrase: Phrase, read: str, starts: Sequence[int], start: int, end: int) -> tuple[int, int]:
    """Without signs at either end that were read as one letter more: the last of `hi!` is no second i."""
    first, last = starts[start], starts[end]
    while starts[start + 1] - first > phrase.runs[0].times and not is_word(read[first]):
        first += 1
    while last - max(starts[end - 1], first) > phrase.runs[-1].times and not is_word(read[last - 1]):
        last -= 1
    return first, last


def _stands_alone(phrase: Phrase, read: str, first: int, last: int) -> bool:
    begins = first == 0 or not is_word(read[first - 1])
    ends = last == len(read) or not is_word(read[last])
    return begins and ends
