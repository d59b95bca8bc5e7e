import re
import unicodedata
from collections.abc import Sequence
from itertools import groupby
from typing import Literal

from pydantic import Field

from greenroom.features.filters.fields import FilterFields
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.types.filter_type import Catch, FilterType, SavedFilter
from greenroom.kernel.schema import StrictSchema

_MARKS = "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
_STACKED_MARKS = re.compile(f"{_MARKS}+")
# Scripts that write vowels and tones as marks put up to five on one letter.
MAX_MARKS_IN_SCRIPTS = 8
_LONG_RUN = re.compile(f"[^\\w\\s]{{{MAX_MARKS_IN_SCRIPTS + 1},}}")
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
        return _catch(stacks, self._max) or _catch(_runs_of_marks(message.text), max(self._max, MAX_MARKS_IN_SCRIPTS))

    def explain_pass(self, message: Message) -> str:
        highest = max((len(stack) for stack in _STACKED_MARKS.findall(message.text)), default=0)
        return f"{highest} marks on one letter (max {self._max})"


def _catch(stacks: Sequence[tuple[int, int]], max_marks: int) -> Catch | None:
    # A span includes the letter below its marks.
    spans = [(max(start - 1, 0), end) for start, end in stacks if end - start > max_marks]
    if not spans:
        return None
    highest = max(end - start for start, end in stacks)
    return Catch(f"{highest} marks on one letter (max {max_marks})", tuple(spans[:MAX_SPANS]))


def _runs_of_marks(text: str) -> list[tuple[int, int]]:
    """Long runs of marks of any script, such as Thai vowels."""
    runs = list[tuple[int, int]]()
    for found in _LONG_RUN.finditer(text):
        start = found.start()
        for is_mark, characters in groupby(found.group(), lambda one: unicodedata.category(one) in ("Mn", "Me")):
            end = start + len(list(characters))
            if is_mark:
                runs.append((start, end))
            start = end
    return runs


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
