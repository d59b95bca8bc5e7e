import re
from typing import Literal

from pydantic import Field

from greenroom.features.filters.fields import FilterFields
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.types.filter_type import Catch, FilterType, SavedFilter
from greenroom.kernel.schema import StrictSchema

_MARKS = "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
_STACKED_MARKS = re.compile(f"{_MARKS}+")
MAX_SPANS = 20


class ZalgoSettings(StrictSchema):
    max_marks: int = Field(default=3, ge=1, le=20, title="Max marks per letter", description="Vietnamese needs two.")


class ZalgoFilter(FilterFields):
    type: Literal["zalgo"]
    settings: ZalgoSettings = Field(default_factory=ZalgoSettings)


class ZalgoFilterOut(ZalgoFilter, SavedFilter):
    pass


class ZalgoCheck:
    def __init__(self, settings: ZalgoSettings) -> None:
        self._max = settings.max_marks

    def catch(self, message: Message) -> Catch | None:
        if message.non_ascii_count <= self._max:
            return None
        stacks = [found.span() for found in _STACKED_MARKS.finditer(message.text)]
        highest = max((end - start for start, end in stacks), default=0)
        if highest <= self._max:
            return None
        # A span includes the letter below its marks.
        spans = [(max(start - 1, 0), end) for start, end in stacks if end - start > self._max]
        return Catch(f"{highest} marks on one letter (max {self._max})", tuple(spans[:MAX_SPANS]))

    def explain_pass(self, message: Message) -> str:
        highest = max((len(stack) for stack in _STACKED_MARKS.findall(message.text)), default=0)
        return f"{highest} marks on one letter (max {self._max})"


FILTER_TYPE = FilterType(
    "zalgo",
    "Zalgo",
    "Letters with stacked marks (Zalgo text).",
    ZalgoFilter,
    ZalgoFilterOut,
    ZalgoSettings,
    check=lambda settings, _, __: ZalgoCheck(settings),
    summary=lambda settings, _: f"Max {settings.max_marks} marks per letter",
)
