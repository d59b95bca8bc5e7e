"""Searches for all banned terms of a channel in one pass (Aho-Corasick, and RE2 sets for regexes)."""

from collections.abc import Sequence
from typing import Literal

import msgspec
from ahocorasick_rs import AhoCorasick, Implementation
from msgspec import Struct

from greenroom.features.filters.matching.lookalikes import BLANK, LEET, LEET_L
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.matching.normalization import is_in_word, normal, original_span, run_starts, squeezed
from greenroom.features.filters.matching.phrases import (
    MatchOptions,
    Phrase,
    digits_match,
    run_lengths_match,
    without_covered,
)
from greenroom.features.filters.matching.wildcards import Wildcard, WildcardGroup, core_of, pieces_of
from greenroom.kernel.regex.cost import total_steps
from greenroom.kernel.regex.safe_regex import BadExpression, Expression, ExpressionSets
from greenroom.kernel.regex.span_finder import SpanFinder

TermKind = Literal["phrase", "wildcard", "regex"]

MAX_TERM_LENGTH = 500
# The search looks for the core of a term: its first letters (of a wildcard: of its longest text), up to this number.
MAX_CORE_LENGTH = 24
# Up to this many characters in all cores, a DFA is worth its memory (about 25 MB); an NFA is slightly slower.
MAX_DFA_CHARACTERS = 150_000
MAX_SPANS = 20
# Maximum number of matching regexes per message whose spans are located, besides the first of each filter.
MAX_LOCATED_REGEXES = 200
# Limit for the phrases, and again for the wildcards, compared with one reading of a message (some 60 ms). Only hostile
# term lists exceed it; their further matches are missed, so that chat is not delayed.
MAX_COMPARED_CHARACTERS = 300_000
# Fixed cost of one comparison, in characters.
PHRASE_COST, WILDCARD_COST = 20, 110
# Characters an RE2 search scans at the cost of one compared character.
REGEX_CHARACTERS_PER_COST = 16

Span = tuple[int, int]
# Offsets of the squeezed text in the plain text, and of the plain text in the message.
Offsets = tuple[Sequence[int], Sequence[int]]
_WORD_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_")
_LEET_LETTERS = frozenset(LEET.values()) | frozenset(LEET_L.values())
_UNAMBIGUOUS_CHARACTERS = _WORD_CHARACTERS - _LEET_LETTERS
_NO_LETTERS = frozenset[str]()


class Term(msgspec.Struct, frozen=True, gc=False):
    text: str
    kind: TermKind = "phrase"


class InvalidTerm(ValueError):
    pass


def check_term(term: Term) -> None:
    """Raises InvalidTerm with the reason."""
    try:
        term.text.encode()
    except UnicodeEncodeError as error:
        raise InvalidTerm("contains an incomplete character") from error
    if term.kind == "regex":
        _check_regex(term.text)
    elif term.kind == "wildcard":
        _check_wildcard(term.text)
    elif not normal(term.text).strip():
        raise InvalidTerm("contains no searchable characters")


def _check_regex(text: str) -> None:
    try:
        expression = Expression(text)
    except BadExpression as error:
        raise InvalidTerm(f"is not a valid RE2 regex: {error}") from error
    if expression.matches_empty_text():
        raise InvalidTerm("matches every message, because it matches empty text")


def _check_wildcard(text: str) -> None:
    if "*" not in text and "?" not in text:
        raise InvalidTerm("is not a wildcard: add * or ?")
    if len(core_of(pieces_of(text)).strip()) < 2:
        raise InvalidTerm("needs at least two letters besides * and ?")


class CoreEntry(msgspec.Struct, gc=False):
    """The terms of one core (the letters that are searched for): phrases that begin with it, wildcards that contain it.

    Excluded from garbage collection: there are thousands, and they contain no cycles.
    """

    # Phrases equal to the core.
    phrases: list[Phrase] = []
    # Longer phrases by their squeezed form; one lookup per length is enough.
    longer: dict[str, list[Phrase]] | None = None
    lengths: tuple[int, ...] = ()
    wildcards: WildcardGroup | None = None
    # Whether all terms here equal the core and match whole words only.
    is_whole: bool = False


class TermMatch(Struct):
    """The first matching term of a filter, and the spans of all its matching terms, up to MAX_SPANS."""

    term: str
    spans: list[Span]


class _RegexTerm(Struct, frozen=True):
    slot: int
    term: str
    lookalikes: bool


class TermMatcher:
    """All banned terms of a channel: added filter by filter, then compiled together."""

    def __init__(self) -> None:
        self._slots = 0
        # Slots of filters that match look-alikes.
        self._lookalikes: set[int] = set()
        self._entries: dict[str, CoreEntry] = {}
        self._cores: list[CoreEntry] = []
        self._automaton: AhoCorasick | None = None
        self._expressions: list[_RegexTerm] = []
        self._expression_set: ExpressionSets | None = None
        self._located_regexes: dict[str, Expression] = {}

    def add(self, terms: Sequence[Term], options: MatchOptions) -> int:
        """Adds the terms of a filter; returns the slot of the filter, which is the key of its match in `find`."""
        slot = self._slots
        self._slots += 1
        if options.lookalikes:
            self._lookalikes.add(slot)
        for term in terms:
            if term.kind == "regex":
                self._expressions.append(_RegexTerm(slot, term.text, options.lookalikes))
            elif term.kind == "wildcard":
                entry = self._entry(core_of(pieces_of(term.text))[:MAX_CORE_LENGTH])
                entry.wildcards = entry.wildcards or WildcardGroup()
                entry.wildcards.all.append(Wildcard.of(slot, term.text, whole_words=options.whole_words))
            else:
                phrase = Phrase.of(slot, term.text, options)
                core = phrase.squeezed[:MAX_CORE_LENGTH]
                _add_phrase(self._entry(core), phrase, core)
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
            _remove_covered(entry)
            are_words = all(one.options.whole_words for one in entry.phrases)
            entry.is_whole = are_words and entry.longer is None and entry.wildcards is None
            entry.lengths = tuple(sorted(set(map(len, entry.longer)))) if entry.longer else ()
        if cores:
            is_small = sum(map(len, cores)) <= MAX_DFA_CHARACTERS
            kind = Implementation.DFA if is_small else Implementation.ContiguousNFA
            self._automaton = AhoCorasick(cores, implementation=kind, store_patterns=False)
        if self._expressions:
            self._expression_set = ExpressionSets([one.term for one in self._expressions])

    def regex_steps(self) -> int:
        return total_steps(one.term for one in self._expressions)

    def find(self, message: Message) -> dict[int, TermMatch]:
        """Slot of each filter that matches → its match."""
        found = self._find(message)
        if BLANK in message.text:
            self._find_without_blanks(message.text, found)
        return found

    def _find_without_blanks(self, text: str, found: dict[int, TermMatch]) -> None:
        """Searches again without blank Braille characters, for the filters that match look-alikes."""
        offsets = [at for at, character in enumerate(text) if character != BLANK]
        offsets.append(len(text))
        for slot, one in self._find(Message(text.replace(BLANK, ""))).items():
            if slot in self._lookalikes:
                for start, end in one.spans:
                    _add_span(found, slot, one.term, original_span(offsets, start, end))

    def _find(self, message: Message) -> dict[int, TermMatch]:
        found: dict[int, TermMatch] = {}
        if self._automaton is not None:
            for reading, reduced in message.readings:
                if hits := self._automaton.find_matches_as_indexes(reduced, overlapping=True):
                    self._compare_hits(message, reading, reduced, hits, found)
        if self._expression_set is not None:
            self._find_regexes(self._expression_set, message, found)
        return found

    def _compare_hits(
        self,
        message: Message,
        reading: str,
        reduced: str,
        hits: list[tuple[int, int, int]],
        found: dict[int, TermMatch],
    ) -> None:
        # With many terms most hits are parts of other words, so rejecting those must be cheap.
        has_leet = reading != message.plain
        ambiguous = _LEET_LETTERS if has_leet else _NO_LETTERS
        in_words, padded = _UNAMBIGUOUS_CHARACTERS if has_leet else _WORD_CHARACTERS, f" {reduced} "
        maps: Offsets | None = None
        seen: set[int] = set()
        budget = wildcard_budget = MAX_COMPARED_CHARACTERS
        for number, start, end in hits:
            entry = self._cores[number]
            if entry.is_whole and (padded[start] in in_words or padded[end + 1] in in_words):
                continue
            if budget < 0 and wildcard_budget < 0:
                break
            phrases = entry.phrases if entry.longer is None else _phrases_at(entry, reduced, start)
            budget -= len(phrases) + len(entry.lengths)
            for phrase in phrases:
                if budget >= 0 and _could_match(phrase, reduced, start, ambiguous) and not _is_full(found, phrase.slot):
                    budget -= PHRASE_COST + len(phrase.squeezed)
                    maps = maps or (run_starts(reading), message.original_offsets())
                    if span := _phrase_at(phrase, message, start, maps):
                        _add_span(found, phrase.slot, phrase.term, span)
            if entry.wildcards is not None and wildcard_budget >= 0 and number not in seen:
                seen.add(number)
                maps = maps or (run_starts(reading), message.original_offsets())
                searches = self._compare_wildcards(entry.wildcards, message, reduced, maps, found)
                wildcard_budget -= searches * (WILDCARD_COST + len(reduced) // REGEX_CHARACTERS_PER_COST)

    @staticmethod
    def _compare_wildcards(
        wildcards: WildcardGroup, message: Message, reduced: str, maps: Offsets, found: dict[int, TermMatch]
    ) -> int:
        """Adds the matches to `found`; returns how many searches that took, for the budget of the message."""
        starts, offsets = maps
        matches, searches = wildcards.find(reduced)
        for wildcard, (first, last) in matches:
            _add_span(found, wildcard.slot, wildcard.term, original_span(offsets, starts[first], starts[last]))
        # A symbol read as a letter no longer ends a word, so the plain text is searched too.
        bare = squeezed(message.plain)
        if bare == reduced:
            return searches
        bare_starts = run_starts(message.plain)
        matches, more = wildcards.find(bare)
        for wildcard, (first, last) in matches:
            _add_span(
                found, wildcard.slot, wildcard.term, original_span(offsets, bare_starts[first], bare_starts[last])
            )
        return searches + more

    def _find_regexes(self, expressions: ExpressionSets, message: Message, found: dict[int, TermMatch]) -> None:
        text = message.text
        # Most messages match no regex.
        if numbers := expressions.found_in(text):
            self._locate_regexes(text, numbers, found)
        if text.isascii():
            return
        spans = SpanFinder(message.plain, MAX_SPANS, self._located_regexes)
        for number in expressions.found_in(message.plain):
            one = self._expressions[number]
            if one.lookalikes and one.slot not in found:
                offsets = message.original_offsets()
                for start, end in spans.of(one.term):
                    _add_span(found, one.slot, one.term, original_span(offsets, start, end))

    def _locate_regexes(self, text: str, numbers: Sequence[int], found: dict[int, TermMatch]) -> None:
        spans = SpanFinder(text, MAX_SPANS, self._located_regexes)
        for index, number in enumerate(numbers):
            one = self._expressions[number]
            if index >= MAX_LOCATED_REGEXES and one.slot in found:
                continue
            for start, end in spans.of(one.term):
                _add_span(found, one.slot, one.term, (start, end))


def _add_phrase(entry: CoreEntry, phrase: Phrase, core: str) -> None:
    if phrase.squeezed == core:
        entry.phrases.append(phrase)
        return
    entry.longer = {} if entry.longer is None else entry.longer
    entry.longer.setdefault(phrase.squeezed, []).append(phrase)


def _remove_covered(entry: CoreEntry) -> None:
    for same in (entry.phrases, *(entry.longer or {}).values()):
        if len(same) > 1:
            same[:] = without_covered(same)


def _phrases_at(entry: CoreEntry, reduced: str, start: int) -> list[Phrase]:
    """Phrases whose squeezed letters are at `start`."""
    assert entry.longer is not None
    phrases = list(entry.phrases)
    rest = len(reduced) - start
    for length in entry.lengths:
        if length > rest:
            break
        phrases += entry.longer.get(reduced[start : start + length], ())
    return phrases


def _is_full(found: dict[int, TermMatch], slot: int) -> bool:
    before = found.get(slot)
    return before is not None and len(before.spans) >= MAX_SPANS


def _add_span(found: dict[int, TermMatch], slot: int, term: str, span: Span) -> None:
    before = found.get(slot)
    if before is None:
        found[slot] = TermMatch(term, [span])
    elif len(before.spans) < MAX_SPANS and span not in before.spans:
        before.spans.append(span)


def _could_match(phrase: Phrase, reduced: str, start: int, ambiguous: frozenset[str]) -> bool:
    """Whether `_phrase_at` may match; `ambiguous` letters may be symbols in the message, which end a word."""
    end = start + len(phrase.squeezed)
    if not reduced.startswith(phrase.squeezed, start):
        return False
    if not phrase.options.whole_words:
        return True
    before, after = reduced[start - 1 : start], reduced[end : end + 1]
    return (not is_in_word(before) or before in ambiguous) and (not is_in_word(after) or after in ambiguous)


def _phrase_at(phrase: Phrase, message: Message, start: int, maps: Offsets) -> Span | None:
    """Span of the phrase in the message, or None."""
    starts, offsets = maps
    end = start + len(phrase.squeezed)
    text = message.plain
    first, last = _trimmed(phrase, text, starts, start, end)
    lengths = [after - before for before, after in zip(starts[start:end], starts[start + 1 : end + 1], strict=True)]
    lengths[0] -= first - starts[start]
    lengths[-1] -= starts[end] - last
    if not run_lengths_match(phrase.runs, lengths) or not digits_match(phrase.runs, text, starts[start : end + 1]):
        return None
    if phrase.options.whole_words and not _is_whole_word(phrase, text, first, last):
        return None
    span = original_span(offsets, first, last)
    if not phrase.options.lookalikes and message.text[span[0] : span[1]].casefold() != phrase.exact:
        return None
    return span


def _trimmed(phrase: Phrase, text: str, starts: Sequence[int], start: int, end: int) -> tuple[int, int]:
    """Bounds of the phrase without symbols at its ends that were read as letters: the `!` of `hi!` is not an i."""
    first, last = starts[start], starts[end]
    while starts[start + 1] - first > phrase.runs[0].times and not is_in_word(text[first]):
        first += 1
    while last - max(starts[end - 1], first) > phrase.runs[-1].times and not is_in_word(text[last - 1]):
        last -= 1
    return first, last


def _is_whole_word(phrase: Phrase, text: str, first: int, last: int) -> bool:
    begins = first == 0 or not is_in_word(text[first - 1])
    ends = last == len(text) or not is_in_word(text[last])
    return begins and ends
