from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationInfo, field_validator

from greenroom.chat.sizes import LONGEST_INTERVAL, LONGEST_TIMER_NAME, MOST_CHAT_MESSAGES, MOST_MESSAGES
from greenroom.kernel.text import clean_message, line_of

MAX_TEXT_LENGTH = 500
MAX_TIMERS = 100
STREAM_PROVIDERS = ("twitch", "youtube", "kick", "tiktok")

Provider = Literal["twitch", "youtube", "kick", "tiktok"]
Pick = Literal["order", "random"]
ActiveMode = Literal["always", "online", "offline"]
PostAs = Literal["say", "announce"]
# Skipped: this platform was left out, and `detail` says why.
ResultState = Literal["sending", "sent", "failed", "dropped", "skipped"]


class Strict(BaseModel):
    """A field that nobody knows is a mistake of whoever sent it."""

    model_config = ConfigDict(extra="forbid")


class TimerMessage(Strict):
    """Variables may stand in the text, but for those that need somebody who asked."""

    text: Annotated[str, AfterValidator(lambda text: clean_message(text, MAX_TEXT_LENGTH))]
    # None of them means everywhere.
    providers: Annotated[list[Provider], Field(max_length=len(STREAM_PROVIDERS))] = []
    enabled: bool = True


class TimerIn(Strict):
    name: Annotated[str, line_of(LONGEST_TIMER_NAME)]
    messages: Annotated[list[TimerMessage], Field(min_length=1, max_length=MOST_MESSAGES)]
    interval_minutes: Annotated[int, Field(ge=1, le=LONGEST_INTERVAL)] = 30
    # Each interval is longer by as much as this, left to chance.
    spread_minutes: Annotated[int, Field(ge=0, le=LONGEST_INTERVAL)] = 0
    pick: Pick = "order"
    # Whether the channel has to be live on one of its platforms, or on none.
    active_mode: ActiveMode = "always"
    # What people must have written on a platform since the timer last spoke there; bots and own accounts do not count.
    min_chat_messages: Annotated[int, Field(ge=0, le=MOST_CHAT_MESSAGES)] = 5
    # Where a platform has no announcements, it is said.
    response_type: PostAs = "say"
    enabled: bool = True

    @field_validator("spread_minutes")
    @classmethod
    def _fits_the_interval(cls, minutes: int, info: ValidationInfo) -> int:
        if minutes > info.data.get("interval_minutes", LONGEST_INTERVAL):
            raise ValueError("must not be longer than the interval")
        return minutes


class TimerSkip(BaseModel):
    """When its time had come and nothing was said, and why."""

    at: datetime
    reason: str


class TimerResult(BaseModel):
    """How the last run went on one platform."""

    connection_id: UUID
    provider: str
    state: ResultState
    # Words for people: why it was left out or not delivered, or what differs from what was asked.
    detail: str
    # What was said.
    text: str


class TimerLinesOut(BaseModel):
    """What people wrote on one connection since the timer last spoke there, at the moment of the answer."""

    connection_id: UUID
    provider: str
    count: int
    # What people wrote there in all, as it is told while they write: the difference to `count` stays until it speaks.
    total: int


class TimerOut(TimerIn):
    id: UUID
    # None as long as it is switched off.
    next_run_at: datetime | None
    # When something was last said.
    last_run_at: datetime | None
    # None when the last run said something.
    last_skip: TimerSkip | None
    # Which of the messages was said last, from 0.
    last_position: int | None
    last_results: list[TimerResult]
    # A run is under way: its results come on the topic of the timers.
    is_running: bool
    chat_messages: list[TimerLinesOut]
    revision: int
    created_at: datetime
    created_by: str
    updated_at: datetime
    updated_by: str


class TimersOut(BaseModel):
    """In the order of their names; a channel has at most 100."""

    records: list[TimerOut]


class TimersSwitch(Strict):
    ids: Annotated[list[UUID], Field(min_length=1, max_length=MAX_TIMERS)]
    enabled: bool


class TimersChanged(BaseModel):
    """Timers were made, changed, switched or deleted."""

    type: Literal["timers_changed"] = "timers_changed"


class TimerRan(BaseModel):
    """A run has begun, was skipped, or has a new result."""

    type: Literal["timer_ran"] = "timer_ran"
    timer: TimerOut


class LinesCounted(BaseModel):
    connection_id: UUID
    total: int


class ChatCounted(BaseModel):
    """What people have written in all, told while they write."""

    type: Literal["chat_counted"] = "chat_counted"
    lines: list[LinesCounted]
