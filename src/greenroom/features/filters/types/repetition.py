from typing import Annotated, Literal

from pydantic import Field

from greenroom.features.filters.fields import FilterFields
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.matching.similarity import MIN_SIMILARITY, similarity
from greenroom.features.filters.matching.sliding_memory import RecentMessages, duration
from greenroom.features.filters.types.common_settings import SHORTER, Within
from greenroom.features.filters.types.filter_type import Catch, FilterType, SavedFilter, in_seconds, pluralize
from greenroom.forms.fields import NumberField, SwitchField
from greenroom.forms.settings import EditedSettings

MAX_MESSAGES_PER_VIEWER = 24


class RepetitionSettings(EditedSettings):
    seconds: Within = 30
    times: Annotated[int, Field(ge=1, le=20), NumberField("Max repeats")] = 1
    min_length: Annotated[int, Field(ge=1, le=500), NumberField("Minimum length", SHORTER, unit="characters")] = 6
    near_same: Annotated[bool, SwitchField("Match similar messages")] = True


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
        scored = [(at, self._similarity(old, text)) for at, old in self._recent.others_since(message, settings.seconds)]
        repeats = [(at, score) for at, score in scored if score >= MIN_SIMILARITY]
        self._recent.add(message, text)
        if len(repeats) < settings.times:
            return None
        return Catch(self._reason([message.sent_at, *(at for at, _ in repeats)], min(score for _, score in repeats)))

    def _similarity(self, old: str, text: str) -> float:
        if old == text:
            return 1.0
        return similarity(old, text) if self._settings.near_same else 0.0

    def _reason(self, times: list[float], lowest_score: float) -> str:
        within = in_seconds(duration(times))
        alike = f", {int(lowest_score * 100)}% alike" if lowest_score < 1 else ""
        limit = pluralize(self._settings.times, "repeat", "repeats")
        return f"sent {len(times)} times within {within}{alike} (max {limit} in {in_seconds(self._settings.seconds)})"

    def explain_pass(self, message: Message) -> str:
        if len(message.text) < self._settings.min_length:
            return f"{len(message.text)} characters (minimum {self._settings.min_length})"
        return f"not repeated too often within {in_seconds(self._settings.seconds)}"


FILTER_TYPE = FilterType(
    key="repetition",
    title="Repetition",
    tag="Repetition filter",
    description="The same message sent repeatedly.",
    rule="Messages that repeat what the same user has just sent.",
    icon="repeat",
    filter=RepetitionFilter,
    saved=RepetitionFilterOut,
    settings=RepetitionSettings,
    check=lambda settings, _, __: RepetitionCheck(settings),
    summary=lambda settings, _: f"{'Similar' if settings.near_same else 'Identical'} within {settings.seconds} s",
)
