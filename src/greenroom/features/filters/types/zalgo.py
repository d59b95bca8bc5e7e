import re
import unicodedata
from collections.abc import Sequence
from itertools import groupby
from typing import Annotated, Literal

from msgspec import Struct
from pydantic import Field

from greenroom.features.filters.fields import FilterFields
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.types.filter_type import Catch, FilterType, SavedFilter
from greenroom.forms.fields import NumberField
from greenroom.forms.settings import EditedSettings
from greenroom.kernel.text import INVISIBLE

_MARKS = "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
# Marks with these between them stand on the same letter.
_INVISIBLE = f"(?!{_MARKS})[{''.join(f'{chr(first)}-{chr(last)}' for first, last in INVISIBLE)}]"
_without_invisible = re.compile(_INVISIBLE).sub
_STACKED_MARKS = re.compile(f"{_MARKS}(?:(?:{_INVISIBLE})*{_MARKS})*")
# Scripts that write vowels and tones as marks put up to five on one letter.
MAX_MARKS_IN_SCRIPTS = 8
_LONG_RUN = re.compile(f"[^\\w\\s]{{{MAX_MARKS_IN_SCRIPTS + 1},}}")
MAX_SPANS = 20


class ZalgoSettings(EditedSettings):
    max_marks: Annotated[int, Field(ge=1, le=20), NumberField("Max marks per letter", "Vietnamese needs two")] = 3


class ZalgoFilter(FilterFields):
    type: Literal["zalgo"]
    settings: ZalgoSettings = Field(default_factory=ZalgoSettings)


class ZalgoFilterOut(ZalgoFilter, SavedFilter):
    pass


class Stack(Struct, frozen=True):
    """Marks on one letter, with their place in the text."""

    start: int
    end: int
    marks: int


class ZalgoCheck:
    def __init__(self, settings: ZalgoSettings) -> None:
        self._max = settings.max_marks

    def catch(self, message: Message) -> Catch | None:
        if message.non_ascii_count <= self._max:
            return None
        in_scripts = max(self._max, MAX_MARKS_IN_SCRIPTS)
        return _catch(_stacks(message.text), self._max) or _catch(_stacks_in_scripts(message.text), in_scripts)

    def explain_pass(self, message: Message) -> str:
        highest = max((stack.marks for stack in _stacks(message.text)), default=0)
        return f"{highest} marks on one letter (max {self._max})"


def _catch(stacks: Sequence[Stack], max_marks: int) -> Catch | None:
    # A span includes the letter below its marks.
    spans = [(max(stack.start - 1, 0), stack.end) for stack in stacks if stack.marks > max_marks]
    if not spans:
        return None
    highest = max(stack.marks for stack in stacks)
    return Catch(f"{highest} marks on one letter (max {max_marks})", tuple(spans[:MAX_SPANS]))


def _stacks(text: str) -> list[Stack]:
    return [
        Stack(found.start(), found.end(), len(_without_invisible("", found.group())))
        for found in _STACKED_MARKS.finditer(text)
    ]


def _stacks_in_scripts(text: str) -> list[Stack]:
    """Long runs of marks of any script, such as Thai vowels."""
    stacks = list[Stack]()
    for found in _LONG_RUN.finditer(text):
        start = found.start()
        for is_stack, characters in groupby(map(unicodedata.category, found.group()), ("Mn", "Me", "Cf").__contains__):
            categories = list(characters)
            end = start + len(categories)
            if is_stack:
                stacks.append(Stack(start, end, len(categories) - categories.count("Cf")))
            start = end
    return stacks


FILTER_TYPE = FilterType(
    key="zalgo",
    title="Zalgo",
    tag="Zalgo filter",
    description="Zalgo text that runs over other lines.",
    rule="Letters with too many stacked marks.",
    icon="stack",
    filter=ZalgoFilter,
    saved=ZalgoFilterOut,
    settings=ZalgoSettings,
    check=lambda settings, _, __: ZalgoCheck(settings),
    summary=lambda settings, _: f"Max {settings.max_marks} marks per letter",
)
