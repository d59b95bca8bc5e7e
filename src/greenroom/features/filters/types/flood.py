from typing import Literal

from pydantic import Field

from greenroom.features.filters.fields import FilterFields
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.matching.sliding_memory import RecentMessages, duration
from greenroom.features.filters.types.filter_type import Catch, FilterType, SavedFilter, in_seconds
from greenroom.kernel.schema import StrictSchema


class FloodSettings(StrictSchema):
    messages: int = Field(default=8, ge=1, le=100, title="Max messages")
    seconds: int = Field(default=10, ge=1, le=3600, title="Within (seconds)")


class FloodFilter(FilterFields):
    type: Literal["flood"]
    settings: FloodSettings = Field(default_factory=FloodSettings)


class FloodFilterOut(FloodFilter, SavedFilter):
    pass


class FloodCheck:
    def __init__(self, settings: FloodSettings) -> None:
        self._max = settings.messages
        self._seconds = settings.seconds
        self._recent: RecentMessages[None] = RecentMessages(settings.messages + 1)

    def catch(self, message: Message) -> Catch | None:
        self._recent.add(message, None)
        times = [at for at, _ in self._recent.since(message, self._seconds)]
        if len(times) <= self._max:
            return None
        within = in_seconds(duration(times))
        return Catch(f"{len(times)} messages within {within} (max {self._max} in {in_seconds(self._seconds)})")

    def explain_pass(self, message: Message) -> str:
        return f"no more than {self._max} messages in {in_seconds(self._seconds)}"


FILTER_TYPE = FilterType(
    "flood",
    "Message spam",
    "Too many messages from one viewer in a short time.",
    FloodFilter,
    FloodFilterOut,
    FloodSettings,
    check=lambda settings, _, __: FloodCheck(settings),
    summary=lambda settings, _: f"Max {settings.messages} in {settings.seconds} s",
)
