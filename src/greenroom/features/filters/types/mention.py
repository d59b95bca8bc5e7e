"""Messages that call half of the chat by name."""

import re
from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel, Field

from greenroom.features.filters.fields import FilterFields, Strict
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.matching.term_matcher import Term, TermMatcher
from greenroom.features.filters.types.filter_type import Catch, FilterType, SavedFilter

_MENTION = re.compile(r"(?<!\w)@\w+")
MAX_SPANS = 20


class MentionSettings(Strict):
    max: int = Field(default=5, ge=0, le=100, title="Mentions allowed", description="One more is caught.")


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
        return Catch(f"{len(spans)} mentions, {self._max} are allowed", tuple(spans[:MAX_SPANS]))

    def passing(self, message: Message) -> str:
        return f"{len(_MENTION.findall(message.text))} mentions, {self._max} are allowed"


def check(settings: BaseModel, _: Sequence[Term], __: TermMatcher) -> MentionCheck:
    assert isinstance(settings, MentionSettings)
    return MentionCheck(settings)


def summary(settings: BaseModel, _: int) -> str:
    assert isinstance(settings, MentionSettings)
    return f"More than {settings.max}"


KIND = FilterType(
    "mention",
    "Mentions",
    "Messages that call half of the chat by name.",
    MentionFilter,
    MentionFilterOut,
    MentionSettings,
    check,
    summary,
)
