from typing import Literal

from pydantic import Field

from greenroom.features.filters.fields import FilterFields
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.matching.similarity import is_similar
from greenroom.features.filters.matching.sliding_memory import RecentMessages
from greenroom.features.filters.types.filter_type import Catch, FilterType, SavedFilter
from greenroom.kernel.schema import StrictSchema

MAX_MESSAGES_PER_VIEWER = 24


class RepetitionSettings(StrictSchema):
    seconds: int = Field(default=30, ge=1, le=3600, title="Within (seconds)")
    times: int = Field(default=1, ge=1, le=20, title="Max repeats")
    near_same: bool = Field(default=True, title="Match similar messages")
    min_length: int = Field(default=6, ge=1, le=500, title="Minimum length", description="Ignore shorter messages.")


class RepetitionFilter(FilterFields):
    type: Literal["repetition"]
    settings: RepetitionSettings = Field(default_factory=RepetitionSettings)


class RepetitionFilterOut(RepetitionFilter, SavedFilter):
    pass


class RepetitionCheck:
    def __init__(self, settings: RepetitionSettings) -> None:
        self._settings = settings
        self._recent: RecentMessages[str] = RecentMessages(MAX_MESSAGES_PER_VIEWER)

    def catch(self, message: Message) -> Catch | None:
        settings = self._settings
        if len(message.text) < settings.min_length:
            return None
        text = message.readings[0][1].strip()
        before = [old for old in self._recent.others(message, settings.seconds) if self._is_same(old, text)]
        self._recent.add(message, text)
        if len(before) < settings.times:
            return None
        return Catch(f"sent {len(before) + 1} times within {settings.seconds} seconds")

    def _is_same(self, old: str, text: str) -> bool:
        return old == text or (self._settings.near_same and is_similar(old, text))

    def explain_pass(self, message: Message) -> str:
        if len(message.text) < self._settings.min_length:
            return f"{len(message.text)} characters (minimum {self._settings.min_length})"
        return f"not repeated too often within {self._settings.seconds} seconds"


FILTER_TYPE = FilterType(
    "repetition",
    "Repetition",
    "The same or similar messages from one viewer.",
    RepetitionFilter,
    RepetitionFilterOut,
    RepetitionSettings,
    check=lambda settings, _, __: RepetitionCheck(settings),
    summary=lambda settings, _: f"{'Similar' if settings.near_same else 'Identical'} within {settings.seconds} s",
)
