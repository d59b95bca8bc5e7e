from typing import Annotated, Literal

from pydantic import Field

from greenroom.features.filters.fields import FilterFields
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.types.filter_type import Catch, FilterType, SavedFilter
from greenroom.forms.fields import NumberField
from greenroom.forms.settings import EditedSettings


class ParagraphSettings(EditedSettings):
    max: Annotated[int, Field(ge=1, le=10_000), NumberField("Max length", unit="characters")] = 350


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


FILTER_TYPE = FilterType(
    key="paragraph",
    title="Long messages",
    tag="Length filter",
    description="Walls of text and copypasta.",
    rule="Messages that are too long.",
    icon="pilcrow",
    filter=ParagraphFilter,
    saved=ParagraphFilterOut,
    settings=ParagraphSettings,
    check=lambda settings, _, __: ParagraphCheck(settings),
    summary=lambda settings, _: f"Max {settings.max} characters",
)
