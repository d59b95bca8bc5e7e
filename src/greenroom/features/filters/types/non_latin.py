import re
from typing import Annotated, Literal

from pydantic import Field

from greenroom.features.filters.fields import FilterFields
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.types.common_settings import SHORTER
from greenroom.features.filters.types.filter_type import Catch, FilterType, SavedFilter
from greenroom.forms.fields import NumberField
from greenroom.forms.settings import EditedSettings

_ASCII_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_LETTER = re.compile(r"[^\W\d_]")
# Latin script with its European, Vietnamese, phonetic and full-width blocks.
_LATIN = re.compile(
    "[A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02af\u1d00-\u1d25\u1e00-\u1eff\u2c60-\u2c7f\ua722-\ua7ff\uff21-\uff3a\uff41-\uff5a]"
)


class NonLatinSettings(EditedSettings):
    min_length: Annotated[int, Field(ge=1, le=500), NumberField("Minimum length", SHORTER, unit="letters")] = 5
    percent: Annotated[int, Field(ge=1, le=100), NumberField("Non-Latin letters", unit="% or more")] = 80


class NonLatinFilter(FilterFields):
    type: Literal["non_latin"]
    settings: NonLatinSettings = Field(default_factory=NonLatinSettings)


class NonLatinFilterOut(NonLatinFilter, SavedFilter):
    pass


class NonLatinCheck:
    def __init__(self, settings: NonLatinSettings) -> None:
        self._min_length = settings.min_length
        self._percent = settings.percent

    def catch(self, message: Message) -> Catch | None:
        non_ascii_count = message.non_ascii_count
        if not non_ascii_count:
            return None
        # A cheap first check, which counts every non-ASCII character as a non-Latin letter.
        if non_ascii_count * 100 < self._percent * (non_ascii_count + count_ascii_letters(message.typed_text)):
            return None
        others, letters = count_letters(message.typed_text)
        if letters < self._min_length or others * 100 < self._percent * letters:
            return None
        return Catch(f"{others * 100 // letters}% non-Latin letters (limit {self._percent}%)")

    def explain_pass(self, message: Message) -> str:
        others, letters = count_letters(message.typed_text)
        if letters < self._min_length:
            return f"{letters} letters (minimum {self._min_length})"
        return f"{others * 100 // letters}% non-Latin letters (limit {self._percent}%)"


def count_ascii_letters(text: str) -> int:
    raw = text.encode("ascii", "ignore")
    return len(raw) - len(raw.translate(None, _ASCII_LETTERS))


def count_letters(text: str) -> tuple[int, int]:
    """Number of non-Latin letters, and of all letters."""
    letters = len(_LETTER.findall(text))
    return letters - len(_LATIN.findall(text)), letters


FILTER_TYPE = FilterType(
    key="non_latin",
    title="Non-Latin",
    tag="Script filter",
    description="Messages in non-Latin scripts.",
    rule="Messages written mostly in a non-Latin script.",
    icon="abc",
    filter=NonLatinFilter,
    saved=NonLatinFilterOut,
    settings=NonLatinSettings,
    check=lambda settings, _, __: NonLatinCheck(settings),
    summary=lambda settings, _: f"{settings.percent}% or more, from {settings.min_length} letters",
)
