import re
from typing import Annotated, Literal

from pydantic import Field

from greenroom.features.filters.fields import FilterFields
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.types.filter_type import Catch, FilterType, SavedFilter
from greenroom.forms.fields import NumberField
from greenroom.forms.settings import EditedSettings

_MENTION = re.compile(r"(?<!\w)@\w+")
MAX_SPANS = 20


class MentionSettings(EditedSettings):
    max: Annotated[int, Field(ge=0, le=100), NumberField("Max mentions")] = 5


class MentionFilter(FilterFields):
    type: Literal["mention"]
    settings: MentionSettings = Field(default_factory=MentionSettings)


class MentionFilterOut(MentionFilter, SavedFilter):
    pass


class MentionCheck:
    def __init__(self, settings: MentionSettings) -> None:
        self._max = settings.max

    def catch(self, message: Message) -> Catch | None:
        if "@" not in message.text:
            return None
        spans = [found.span() for found in _MENTION.finditer(message.text)]
        if len(spans) <= self._max:
            return None
        return Catch(f"{len(spans)} mentions (max {self._max})", tuple(spans[:MAX_SPANS]))

    def explain_pass(self, message: Message) -> str:
        return f"{len(_MENTION.findall(message.text))} mentions (max {self._max})"


FILTER_TYPE = FilterType(
    key="mention",
    title="Mentions",
    tag="Mention filter",
    description="Too many @mentions.",
    rule="Messages that mention too many users.",
    icon="at",
    filter=MentionFilter,
    saved=MentionFilterOut,
    settings=MentionSettings,
    check=lambda settings, _, __: MentionCheck(settings),
    summary=lambda settings, _: f"Max {settings.max}",
)
