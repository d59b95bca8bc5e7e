from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel, Field

from greenroom.features.filters.fields import FilterFields, Strict
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.matching.term_matcher import Term, TermMatcher
from greenroom.features.filters.types.filter_type import Catch, FilterType, SavedFilter


class ParagraphSettings(Strict):
    max: int = Field(default=350, ge=1, le=10_000, title="Max characters")


class ParagraphFilter(FilterFields):
    type: Literal["paragraph"]
    settings: ParagraphSettings = Field(default_factory=ParagraphSettings)


class ParagraphFilterOut(ParagraphFilter, SavedFilter):
    pass


class ParagraphCheck:
    def __init__(self, settings: ParagraphSettings) -> None:
        self._max = settings.max

    def catch(self, message: Message) -> Catch | None:
        length = len(message.text)
        return Catch(f"{length} characters (max {self._max})") if length > self._max else None

    def explain_pass(self, message: Message) -> str:
        return f"{len(message.text)} characters (max {self._max})"


def check(settings: BaseModel, _: Sequence[Term], __: TermMatcher) -> ParagraphCheck:
    assert isinstance(settings, ParagraphSettings)
    return ParagraphCheck(settings)


def summary(settings: BaseModel, _: int) -> str:
    assert isinstance(settings, ParagraphSettings)
    return f"Max {settings.max} characters"


FILTER_TYPE = FilterType(
    "paragraph",
    "Long messages",
    "Messages that are too long.",
    ParagraphFilter,
    ParagraphFilterOut,
    ParagraphSettings,
    check,
    summary,
)
