from typing import Annotated, Literal

from pydantic import Field

from greenroom.features.filters.fields import FilterFields
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.types.common_settings import SHORTER
from greenroom.features.filters.types.filter_type import Catch, FilterType, SavedFilter
from greenroom.forms.fields import NumberField
from greenroom.forms.settings import EditedSettings

_CAPITALS = bytes(range(ord("A"), ord("Z") + 1))
_LOWERCASE = bytes(range(ord("a"), ord("z") + 1))


class CapsSettings(EditedSettings):
    min_length: Annotated[int, Field(ge=1, le=500), NumberField("Minimum length", SHORTER, unit="letters")] = 20
    percent: Annotated[int, Field(ge=1, le=100), NumberField("Capital letters", unit="% or more")] = 60


class CapsFilter(FilterFields):
    type: Literal["caps"]
    settings: CapsSettings = Field(default_factory=CapsSettings)


class CapsFilterOut(CapsFilter, SavedFilter):
    pass


class CapsCheck:
    def __init__(self, settings: CapsSettings) -> None:
        self._min_length = settings.min_length
        self._percent = settings.percent

    def catch(self, message: Message) -> Catch | None:
        text = message.typed_text
        if len(text) < self._min_length:
            return None
        if message.non_ascii_count and not self._may_exceed(text, message.non_ascii_count):
            return None
        capitals, letters = count_capitals(text)
        if letters < self._min_length or capitals * 100 < self._percent * letters:
            return None
        return Catch(f"{capitals * 100 // letters}% caps (limit {self._percent}%)")

    def _may_exceed(self, text: str, non_ascii_count: int) -> bool:
        """Whether the text exceeds the limit if each non-ASCII character counts as a capital: a cheap first check."""
        capitals, letters = count_capitals(text.encode("ascii", "ignore").decode())
        return (capitals + non_ascii_count) * 100 >= self._percent * (letters + non_ascii_count)

    def explain_pass(self, message: Message) -> str:
        capitals, letters = count_capitals(message.typed_text)
        if letters < self._min_length:
            return f"{letters} letters (minimum {self._min_length})"
        return f"{capitals * 100 // letters}% caps (limit {self._percent}%)"


def count_capitals(text: str) -> tuple[int, int]:
    """Number of capitals, and of all letters that have two cases."""
    if text.isascii():
        raw = text.encode()
        capitals = len(raw) - len(raw.translate(None, _CAPITALS))
        return capitals, capitals + len(raw) - len(raw.translate(None, _LOWERCASE))
    capitals = sum(map(str.isupper, text))
    return capitals, capitals + sum(map(str.islower, text))


FILTER_TYPE = FilterType(
    key="caps",
    title="Caps",
    tag="Caps filter",
    description="Excessive caps.",
    rule="Messages written mostly in capital letters.",
    icon="letter-case",
    filter=CapsFilter,
    saved=CapsFilterOut,
    settings=CapsSettings,
    check=lambda settings, _, __: CapsCheck(settings),
    summary=lambda settings, _: f"{settings.percent}% or more, from {settings.min_length} letters",
)
