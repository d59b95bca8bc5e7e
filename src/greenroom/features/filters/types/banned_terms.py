"""Words, phrases and patterns that nobody should read here, also when they are disguised."""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from greenroom.features.filters.fields import FilterFields, Strict
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.matching.term_matcher import (
    MAX_TERM_LENGTH,
    MatchOptions,
    Term,
    TermKind,
    TermMatch,
    TermMatcher,
)
from greenroom.features.filters.types.filter_type import Catch, FilterType, SavedFilter, pluralize
from greenroom.kernel.text import SearchText

MAX_TERMS = 10_000


class TermIn(Strict):
    """A phrase, a wildcard (`*` any letters, `?` one), or an expression in RE2's syntax."""

    kind: TermKind = "phrase"
    text: Annotated[SearchText, Field(min_length=1, max_length=MAX_TERM_LENGTH)]


class BannedTermsSettings(Strict):
    whole_words: bool = Field(
        default=True, title="Whole words only", description="A term inside a longer word is let through."
    )
    lookalikes: bool = Field(
        default=True,
        title="See through disguises",
        description="Accents, look-alike letters, leet and repeated letters.",
    )
    # Left out when a filter is saved: the terms stay as they are. Never in an answer; they have a list of their own.
    terms: Annotated[list[TermIn] | None, Field(max_length=MAX_TERMS)] = None


class BannedTermsFilter(FilterFields):
    type: Literal["banned_terms"]
    settings: BannedTermsSettings = Field(default_factory=BannedTermsSettings)


class BannedTermsFilterOut(BannedTermsFilter, SavedFilter):
    term_count: int = 0


class TermsCheck:
    def __init__(self, lexicon: TermMatcher, slot: int, count: int) -> None:
        self._lexicon = lexicon
        self._slot = slot
        self._count = count

    def catch(self, message: Message) -> Catch | None:
        found: TermMatch | None = message.found_by(self._lexicon).get(self._slot)
        return None if found is None else Catch(f"contains “{found.term}”", tuple(found.spans))

    def passing(self, message: Message) -> str:
        return "none of the terms is in it" if self._count else "the filter has no terms"


def check(settings: BaseModel, terms: Sequence[Term], lexicon: TermMatcher) -> TermsCheck:
    assert isinstance(settings, BannedTermsSettings)
    slot = lexicon.add(terms, MatchOptions(settings.whole_words, settings.lookalikes))
    return TermsCheck(lexicon, slot, len(terms))


def summary(settings: BaseModel, term_count: int) -> str:
    assert isinstance(settings, BannedTermsSettings)
    seen_through = ", look-alikes caught" if settings.lookalikes else ""
    return pluralize(term_count, "term", "terms") + seen_through


KIND = FilterType(
    "banned_terms",
    "Banned terms",
    "Words, phrases and patterns that nobody should read here, also when they are disguised.",
    BannedTermsFilter,
    BannedTermsFilterOut,
    BannedTermsSettings,
    check,
    summary,
)
