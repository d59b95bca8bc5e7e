"""Rows of signs and drawings made of characters."""

from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel, Field

from greenroom.features.filters.fields import FilterFields, Strict
from greenroom.features.filters.matching.emoji import count_symbols
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.matching.term_matcher import Term, TermMatcher
from greenroom.features.filters.types.filter_type import Catch, FilterType, SavedFilter


class SymbolSettings(Strict):
    max: int = Field(
        default=20, ge=0, le=500, title="Signs allowed", description="One more is caught. Emoji do not count."
    )


class SymbolFilter(FilterFields):
    type: Literal["symbol"]
    settings: SymbolSettings = Field(default_factory=SymbolSettings)


class SymbolFilterOut(SymbolFilter, SavedFilter):
    pass


class SymbolCheck:
    def __init__(self, settings: SymbolSettings) -> None:
        self._max = settings.max

    def catch(self, message: Message) -> Catch | None:
        if len(message.words) <= self._max:
            return None
        count = count_symbols(message.words)
        return Catch(f"{count} signs, {self._max} are allowed") if count > self._max else None

    def passing(self, message: Message) -> str:
        return f"{count_symbols(message.words)} signs, {self._max} are allowed"


def check(settings: BaseModel, _: Sequence[Term], __: TermMatcher) -> SymbolCheck:
    assert isinstance(settings, SymbolSettings)
    return SymbolCheck(settings)


def summary(settings: BaseModel, _: int) -> str:
    assert isinstance(settings, SymbolSettings)
    return f"More than {settings.max}"


KIND = FilterType(
    "symbol",
    "Symbols",
    "Rows of signs and drawings made of characters.",
    SymbolFilter,
    SymbolFilterOut,
    SymbolSettings,
    check,
    summary,
)
