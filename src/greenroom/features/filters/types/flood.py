from typing import Annotated, Literal

from pydantic import Field

from greenroom.features.filters.fields import FilterFields
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.matching.sliding_memory import RecentMessages, duration
from greenroom.features.filters.types.common_settings import Within
from greenroom.features.filters.types.filter_type import Catch, FilterType, SavedFilter, in_seconds
from greenroom.forms.fields import NumberField
from greenroom.forms.settings import EditedSettings


class FloodSettings(EditedSettings):
    messages: Annotated[int, Field(ge=1, le=100), NumberField("Max messages", unit="per user")] = 8
    seconds: Within = 10


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
    key="flood",
    title="Message spam",
    tag="Spam filter",
    description="Too many messages in a short time.",
    rule="Too many messages from one user in a short time.",
    icon="bolt",
    filter=FloodFilter,
    saved=FloodFilterOut,
    settings=FloodSettings,
    check=lambda settings, _, __: FloodCheck(settings),
    summary=lambda settings, _: f"Max {settings.messages} in {settings.seconds} s",
)
