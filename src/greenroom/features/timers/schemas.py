from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field, ValidationInfo, field_validator

from greenroom.accounts.stream_platforms import StreamProviders
from greenroom.accounts.topics import channel_topic
from greenroom.channel_file.entry_limits import MAX_CHAT_MESSAGES, MAX_INTERVAL_MINUTES, MAX_MESSAGES
from greenroom.channel_file.lists.rows import AuthoredOut, NamedIn
from greenroom.kernel.schema import Schema, StrictSchema
from greenroom.kernel.text import message_of

MAX_TEXT_LENGTH = 500
MAX_TIMERS = 100

timers_topic = channel_topic("timers")

Pick = Literal["order", "random"]
ActiveMode = Literal["always", "online", "offline"]
PostAs = Literal["say", "announce"]
# `skipped`: not posted on this platform; `detail` says why.
ResultState = Literal["sending", "sent", "failed", "dropped", "skipped"]


class TimerMessage(StrictSchema):
    """The text may use variables, except those that need a caller."""

    text: Annotated[str, message_of(MAX_TEXT_LENGTH)]
    # Empty means all platforms.
    providers: StreamProviders = []
    enabled: bool = True


class TimerIn(NamedIn):
    messages: Annotated[list[TimerMessage], Field(min_length=1, max_length=MAX_MESSAGES)]
    interval_minutes: Annotated[int, Field(ge=1, le=MAX_INTERVAL_MINUTES)] = 30
    # Maximum random delay that is added to each interval.
    spread_minutes: Annotated[int, Field(ge=0, le=MAX_INTERVAL_MINUTES)] = 0
    pick: Pick = "order"
    # `online`: only while live on any platform; `offline`: only while live on none.
    active_mode: ActiveMode = "online"
    # Minimum chat messages on a platform since the last post there, without bots and the channel's accounts.
    min_chat_messages: Annotated[int, Field(ge=0, le=MAX_CHAT_MESSAGES)] = 5
    # `announce` falls back to a message on platforms without announcements.
    response_type: PostAs = "say"
    enabled: bool = True

    @field_validator("spread_minutes")
    @classmethod
    def _fits_the_interval(cls, minutes: int, info: ValidationInfo) -> int:
        if minutes > info.data.get("interval_minutes", MAX_INTERVAL_MINUTES):
            raise ValueError("must not be longer than the interval")
        return minutes


class TimerSkip(Schema):
    """When the timer was due but posted nothing, and why."""

    at: datetime
    reason: str


class TimerResult(Schema):
    """Result of the last run on one platform."""

    connection_id: UUID
    provider: str
    state: ResultState
    # Shown to users: why the message was skipped or failed, or what differs from the settings.
    detail: str
    text: str


class TimerLinesOut(Schema):
    """Chat messages on one connection since the timer's last post there, at the time of the response."""

    connection_id: UUID
    provider: str
    count: int
    # Chat messages counted on the connection so far. When ChatCounted reports a higher total, `count` grows by as many.
    total: int


class TimerOut(AuthoredOut, TimerIn):
    # None while the timer is disabled.
    next_run_at: datetime | None
    # When posting last began, even if it failed.
    last_run_at: datetime | None
    # None if the last run began to post, or there was none.
    last_skip: TimerSkip | None
    # Index of the message posted last, from 0.
    last_position: int | None
    last_results: list[TimerResult]
    # Results of a running timer are published on the timers topic.
    is_running: bool
    chat_messages: list[TimerLinesOut]


class TimerRan(Schema):
    """A run has started, was skipped, was ended or has a new result, or the next run was planned anew."""

    type: Literal["timer_ran"] = "timer_ran"
    timer: TimerOut


class LinesCounted(Schema):
    connection_id: UUID
    total: int


class ChatCounted(Schema):
    """Total numbers of chat messages by connection, at most once a second, while viewers write."""

    type: Literal["chat_counted"] = "chat_counted"
    lines: list[LinesCounted]
