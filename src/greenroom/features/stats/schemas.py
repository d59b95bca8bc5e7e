from datetime import date, datetime
from enum import StrEnum
from uuid import UUID

from greenroom.kernel.schema import Schema

DEFAULT_PER_PAGE = 50


class Numbers(Schema):
    """Numbers of streams; viewers are None without reported viewer counts, the lag is None without messages."""

    average_viewers: int | None
    peak_viewers: int | None
    watched_minutes: int
    messages: int
    chatters: int
    new_chatters: int
    follows: int
    # Subs, memberships and gifts.
    subs: int
    # Millionths of a US dollar.
    value: int
    commands: int
    filter_hits: int
    # Median of the minutes' mean lags; for several streams, the mean of their medians.
    lag_ms: int | None


class PlatformNumbers(Numbers):
    provider: str


class StreamNumbers(Numbers):
    """Numbers of all platforms together. A chatter on two platforms counts twice."""


class StreamOut(Schema):
    """A stream; simultaneous streams on several platforms are one stream."""

    id: UUID
    title: str
    category: str
    started_at: datetime
    # None while the stream is live.
    ended_at: datetime | None
    # False until an hour after the end: late messages are still counted.
    is_final: bool
    providers: list[str]
    numbers: StreamNumbers


class StreamsPage(Schema):
    """Streams, newest first; `cursor` leads to older streams, None at the end."""

    records: list[StreamOut]
    cursor: str | None


class StreamPartOut(Schema):
    """The part of a stream on one platform."""

    provider: str
    platform_stream_id: str
    title: str
    category: str
    started_at: datetime
    ended_at: datetime | None


class Series(Schema):
    """Chart of a platform: one value for each step; None if the server was off or no number was reported."""

    provider: str
    viewers: list[int | None]
    peaks: list[int | None]
    messages: list[int | None]
    lag_ms: list[int | None]
    # Distinct chatters of a minute; in a longer step, the highest number of a minute.
    chatters: list[int | None]
    commands: list[int | None]
    filter_hits: list[int | None]


class RankedOut(Schema):
    name: str
    count: int
    # Platform of a chatter or an emote, emote service of other emotes; empty for commands.
    provider: str
    # Viewer id of a chatter.
    id: str
    # Picture of an emote.
    url: str


class StreamDetail(StreamOut):
    parts: list[StreamPartOut]
    platforms: list[PlatformNumbers]
    # The first step begins at this full minute.
    first_minute: datetime
    # More than 1 for streams of more than two days.
    step_minutes: int
    series: list[Series]
    top_chatters: list[RankedOut]
    top_emotes: list[RankedOut]
    top_commands: list[RankedOut]


class PeriodStep(StrEnum):
    DAY = "day"
    WEEK = "week"
    MONTH = "month"


class PlatformPoint(Schema):
    provider: str
    watched_minutes: int
    messages: int


class PeriodNumbers(StreamNumbers):
    streams: int
    live_minutes: int


class Point(PeriodNumbers):
    """A day, week or month, with the streams that began in it."""

    first_day: date
    platforms: list[PlatformPoint]


class StatsOut(Schema):
    since: date
    until: date
    zone: str
    step: PeriodStep
    # Days, weeks or months without a stream are left out.
    points: list[Point]
    total: PeriodNumbers
    # Numbers of the same number of days before `since`.
    previous: PeriodNumbers
