from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from greenroom.features.filters.fields import FilterFields
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
from greenroom.forms.fields import EditorField, SwitchField
from greenroom.forms.settings import EditedSettings
from greenroom.kernel.schema import StrictSchema
from greenroom.kernel.text import StorableText

MAX_TERMS = 10_000


class TermIn(StrictSchema):
    """A phrase, a wildcard (`*` for any number of characters except spaces, `?` for one), or a regex in RE2 syntax."""

    kind: TermKind = "phrase"
    text: Annotated[StorableText, Field(min_length=1, max_length=MAX_TERM_LENGTH)]


class BannedTermsSettings(EditedSettings):
    # A request without terms keeps the saved ones. Responses never contain terms, which have their own endpoint.
    terms: Annotated[list[TermIn] | None, Field(max_length=MAX_TERMS), EditorField("Terms", editor="terms")] = None
    whole_words: Annotated[bool, SwitchField("Whole words only")] = True
    lookalikes: Annotated[bool, SwitchField("Detect look-alike characters")] = True


class BannedTermsFilter(FilterFields):
    type: Literal["banned_terms"]
    settings: BannedTermsSettings = Field(default_factory=BannedTermsSettings)


class BannedTermsFilterOut(BannedTermsFilter, SavedFilter):
    term_count: int = 0


class TermsCheck:
    def __init__(self, matcher: TermMatcher, slot: int, count: int) -> None:
        self._matcher = matcher
        self._slot = slot
        self._count = count

    def catch(self, message: Message) -> Catch | None:
        found: TermMatch | None = message.matched_by(self._matcher).get(self._slot)
        return None if found is None else Catch(f"contains “{found.term}”", tuple(found.spans))

    def explain_pass(self, message: Message) -> str:
        return "no banned terms found" if self._count else "the filter has no terms"


def check(settings: BannedTermsSettings, terms: Sequence[Term], matcher: TermMatcher) -> TermsCheck:
    slot = matcher.add(terms, MatchOptions(settings.whole_words, settings.lookalikes))
    return TermsCheck(matcher, slot, len(terms))


def summary(settings: BannedTermsSettings, term_count: int) -> str:
    lookalikes = ", look-alikes detected" if settings.lookalikes else ""
    return pluralize(term_count, "term", "terms") + lookalikes


FILTER_TYPE = FilterType(
    key="banned_terms",
    title="Banned terms",
    tag="Banned terms",
    description="Words, phrases and patterns that aren't allowed, even when disguised.",
    rule="Messages that contain one of these terms, including accents, look-alikes, leet and repeated letters.",
    icon="ban",
    filter=BannedTermsFilter,
    saved=BannedTermsFilterOut,
    settings=BannedTermsSettings,
    check=check,
    summary=summary,
)
