from typing import Annotated, Literal

from pydantic import Field

from greenroom.features.filters.fields import FilterFields
from greenroom.features.filters.matching.emoji import count_symbols
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.types.filter_type import Catch, FilterType, SavedFilter
from greenroom.forms.fields import NumberField
from greenroom.forms.settings import EditedSettings


class SymbolSettings(EditedSettings):
    max: Annotated[int, Field(ge=0, le=500), NumberField("Max symbols", "Emoji don't count")] = 20


class SymbolFilter(FilterFields):
    type: Literal["symbol"]
    settings: SymbolSettings = Field(default_factory=SymbolSettings)


class SymbolFilterOut(SymbolFilter, SavedFilter):
    pass


class SymbolCheck:
    def __init__(self, settings: SymbolSettings) -> None:
        self._max = settings.max

    def catch(self, message: Message) -> Catch | None:
        if len(message.typed_text) <= self._max:
            return None
        count = count_symbols(message.typed_text)
        return Catch(f"{count} symbols (max {self._max})") if count > self._max else None

    def explain_pass(self, message: Message) -> str:
        return f"{count_symbols(message.typed_text)} symbols (max {self._max})"


FILTER_TYPE = FilterType(
    key="symbol",
    title="Symbols",
    tag="Symbol filter",
    description="Symbol spam and ASCII art.",
    rule="Messages with too many symbols.",
    icon="signature",
    filter=SymbolFilter,
    saved=SymbolFilterOut,
    settings=SymbolSettings,
    check=lambda settings, _, __: SymbolCheck(settings),
    summary=lambda settings, _: f"Max {settings.max}",
)
