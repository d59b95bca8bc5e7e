"""Pure rules: steps of a chart, days in a time zone, and sums of several streams."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from statistics import median
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Struct, field

from greenroom.features.stats.schemas import (
    Numbers,
    PeriodNumbers,
    PeriodStep,
    PlatformPoint,
    Point,
    Series,
    StreamNumbers,
)
from greenroom.kernel.errors import Invalid
from greenroom.streams.report import ADDED_UP, PlatformTotals, StreamTotals
from greenroom.streams.rules import Minute

# Two days by the minute; a longer stream has longer steps.
MAX_STEPS = 2_880
MAX_DAYS = 3_660
MAX_DAYS_BY_DAY = 92
MAX_DAYS_BY_WEEK = 731
DAY = timedelta(days=1)


def step_minutes(minutes: int) -> int:
    return max(1, -(-minutes // MAX_STEPS))


def series_of(provider: str, minutes: Iterable[Minute], first: int, steps: int, size: int) -> Series:
    """A step has the mean of its viewers, its highest peak and lag, and the sum of its messages."""
    groups: dict[int, list[Minute]] = defaultdict(list)
    for one in minutes:
        groups[(one.minute - first) // size].append(one)
    ordered = [groups.get(step, []) for step in range(steps)]
    return Series(
        provider=provider,
        viewers=[_mean([one.viewers for one in group]) for group in ordered],
        peaks=[_highest([one.peak for one in group]) for group in ordered],
        messages=[sum(one.messages for one in group) if group else None for group in ordered],
        lag_ms=[_highest([one.lag_ms for one in group]) for group in ordered],
    )


def _mean(values: Sequence[float | None]) -> int | None:
    known = [value for value in values if value is not None]
    return round(sum(known) / len(known)) if known else None


def _highest(values: Sequence[int | None]) -> int | None:
    return max((value for value in values if value is not None), default=None)


def read_zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise Invalid("zone", "is not a time zone, such as Europe/Berlin") from error


class Period(Struct, frozen=True):
    """Days in a time zone, the first and the last included."""

    first: date
    last: date
    zone: ZoneInfo

    @property
    def days(self) -> int:
        return (self.last - self.first).days + 1

    @property
    def before(self) -> "Period":
        """As many days before it."""
        return Period(self.first - self.days * DAY, self.first - DAY, self.zone)

    @property
    def starts_at(self) -> datetime:
        return _midnight(self.first, self.zone)

    @property
    def ends_at(self) -> datetime:
        """The first moment after it: midnight in the time zone, also when the clocks change that day."""
        return _midnight(self.last + DAY, self.zone)

    @property
    def step(self) -> PeriodStep:
        if self.days <= MAX_DAYS_BY_DAY:
            return PeriodStep.DAY
        return PeriodStep.WEEK if self.days <= MAX_DAYS_BY_WEEK else PeriodStep.MONTH


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(), zone).astimezone(UTC)


def read_period(since: date | None, until: date | None, zone: ZoneInfo, now: datetime) -> Period:
    last = until or now.astimezone(zone).date()
    first = since or last - 29 * DAY
    if first > last:
        raise Invalid("since", "is after `until`")
    if (last - first).days >= MAX_DAYS:
        raise Invalid("since", "is more than ten years before `until`")
    if not date(1980, 1, 1) <= first - (last - first) - DAY or last > date(9000, 1, 1):
        raise Invalid("since", "is too far away")
    return Period(first, last, zone)


def first_day(started_at: datetime, zone: ZoneInfo, step: PeriodStep) -> date:
    """Of the day, the week from Monday or the month in which a stream began."""
    day = started_at.astimezone(zone).date()
    match step:
        case PeriodStep.DAY:
            return day
        case PeriodStep.WEEK:
            return day - day.weekday() * DAY
        case PeriodStep.MONTH:
            return day.replace(day=1)


class StreamRow(Struct, frozen=True):
    """A stream as far as sums need it."""

    started_at: datetime
    # The current time while it is live.
    ended_at: datetime
    totals: StreamTotals


def numbers_of(totals: StreamTotals) -> StreamNumbers:
    return StreamNumbers.model_validate(totals, from_attributes=True)


class PlatformSum(Struct):
    """Watched minutes, minutes with a viewer number, and messages of one platform in several streams."""

    watched: int = 0
    counted: int = 0
    messages: int = 0


class StreamSum(Struct):
    """Sum of several streams, added one by one."""

    streams: int = 0
    live_seconds: float = 0
    peak_viewers: int | None = None
    watched: int = 0
    counted: int = 0
    messages: int = 0
    chatters: int = 0
    new_chatters: int = 0
    follows: int = 0
    subs: int = 0
    value: int = 0
    filter_hits: int = 0
    commands: int = 0
    lags: list[int] = field(default_factory=list[int])
    platforms: dict[str, PlatformSum] = field(default_factory=dict[str, PlatformSum])

    def add(self, row: StreamRow) -> None:
        # Written out: this runs for each stream of a period.
        totals = row.totals
        self.streams += 1
        self.live_seconds += (row.ended_at - row.started_at).total_seconds()
        if totals.peak_viewers is not None:
            self.peak_viewers = max(self.peak_viewers or 0, totals.peak_viewers)
        self.watched += totals.watched_minutes
        self.counted += totals.counted_minutes
        self.messages += totals.messages
        self.chatters += totals.chatters
        self.new_chatters += totals.new_chatters
        self.follows += totals.follows
        self.subs += totals.subs
        self.value += totals.value
        self.filter_hits += totals.filter_hits
        self.commands += totals.commands
        if totals.lag_ms is not None:
            self.lags.append(totals.lag_ms)
        self._add_platforms(totals.platforms)

    def include(self, other: "StreamSum") -> None:
        """Adds the numbers of all platforms together."""
        for name in ("streams", "live_seconds", "watched", "counted", "commands", "lags", *ADDED_UP):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.peak_viewers = _highest([self.peak_viewers, other.peak_viewers])

    def _add_platforms(self, totals: Iterable[PlatformTotals]) -> None:
        platforms = self.platforms
        for one in totals:
            provider = one.provider
            if provider not in platforms:
                platforms[provider] = PlatformSum()
            platform = platforms[provider]
            platform.watched += one.watched_minutes
            platform.counted += one.counted_minutes
            platform.messages += one.messages

    def numbers(self) -> dict[str, int | None]:
        """Average viewers weigh each minute the same; the lag is the median of the streams."""
        return {
            "streams": self.streams,
            "live_minutes": round(self.live_seconds / 60),
            "average_viewers": _average(self.watched, self.counted),
            "peak_viewers": self.peak_viewers,
            "watched_minutes": self.watched,
            "lag_ms": round(median(self.lags)) if self.lags else None,
            "commands": self.commands,
            **{name: getattr(self, name) for name in ADDED_UP},
        }

    def platform_points(self) -> list[PlatformPoint]:
        return [
            PlatformPoint(
                provider=provider,
                average_viewers=_average(one.watched, one.counted),
                watched_minutes=one.watched,
                messages=one.messages,
            )
            for provider, one in sorted(self.platforms.items())
        ]


def _average(watched: int, counted: int) -> int | None:
    return round(watched / counted) if counted else None


def sums_of(rows: Iterable[StreamRow], period: Period) -> dict[date, StreamSum]:
    """By the first day of each step."""
    sums: defaultdict[date, StreamSum] = defaultdict(StreamSum)
    step, zone = period.step, period.zone
    for row in rows:
        sums[first_day(row.started_at, zone, step)].add(row)
    return sums


def points_of(sums: Mapping[date, StreamSum]) -> list[Point]:
    return [
        Point.model_validate({"first_day": day, "platforms": sums[day].platform_points(), **sums[day].numbers()})
        for day in sorted(sums)
    ]


def total_of(sums: Mapping[date, StreamSum]) -> PeriodNumbers:
    total = StreamSum()
    for one in sums.values():
        total.include(one)
    return PeriodNumbers.model_validate(total.numbers())


def cell(value: object) -> str:
    """Empty where there is no number; times in UTC."""
    if value is None:
        return ""
    return value.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S") if isinstance(value, datetime) else str(value)


def number_cells(numbers: Numbers, names: Sequence[str]) -> list[str]:
    values: Mapping[str, object] = numbers.model_dump()
    return [cell(values[name]) for name in names]
