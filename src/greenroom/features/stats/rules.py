"""Pure rules: steps of a chart; days, weeks and months in a time zone; numbers of a period; cells of a CSV file."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import asdict

from greenroom.chat.protocol.events import MICROS
from greenroom.features.stats.schemas import Numbers, PeriodStep, Series, StreamNumbers
from greenroom.features.stats.streams.period_sums import PeriodSums
from greenroom.features.stats.streams.report import StreamTotals
from greenroom.features.stats.streams.rules import Minute
from greenroom.kernel.errors import Invalid
from greenroom.kernel.timestamps import zone_names

# Maximum number of steps in the chart of a stream: one for each minute of two days.
MAX_STEPS = 2_880
MAX_DAYS = 3_660
DEFAULT_DAYS = 30
MAX_DAYS_BY_DAY = 92
MAX_DAYS_BY_WEEK = 731
DAY = timedelta(days=1)


def step_minutes(minutes: int) -> int:
    return max(1, -(-minutes // MAX_STEPS))


def series_of(provider: str, minutes: Iterable[Minute], first: int, steps: int, size: int) -> Series:
    """Chart values of a platform: `steps` steps of `size` minutes each, from the minute `first` on.

    A step has the mean of the viewers, the highest peak, lag and chatters, and the sum of the other counts.
    """
    groups: dict[int, list[Minute]] = defaultdict(list)
    for minute in minutes:
        groups[(minute.minute - first) // size].append(minute)
    ordered = [groups.get(step, []) for step in range(steps)]
    return Series(
        provider=provider,
        viewers=[_mean([minute.viewers for minute in group]) for group in ordered],
        peaks=[_highest([minute.peak for minute in group]) for group in ordered],
        messages=[sum(minute.messages for minute in group) if group else None for group in ordered],
        lag_ms=[_highest([minute.lag_ms for minute in group]) for group in ordered],
        chatters=[_highest([minute.chatters for minute in group]) for group in ordered],
        commands=[sum(minute.commands for minute in group) if group else None for group in ordered],
        filter_hits=[sum(minute.filter_hits for minute in group) if group else None for group in ordered],
    )


def _mean(values: Sequence[float | None]) -> int | None:
    known = [value for value in values if value is not None]
    return round(sum(known) / len(known)) if known else None


def _highest(values: Sequence[int | None]) -> int | None:
    return max((value for value in values if value is not None), default=None)


def read_zone(name: str) -> ZoneInfo:
    if name not in zone_names():
        raise Invalid("zone", "is not a time zone, such as Europe/Berlin")
    return ZoneInfo(name)


class Period(Struct, frozen=True):
    """Days in a time zone, the first and the last included."""

    first: date
    last: date
    zone: ZoneInfo

    @property
    def days(self) -> int:
        return (self.last - self.first).days + 1

    @property
    def previous(self) -> "Period":
        """The period of the same length that ends the day before this one."""
        return Period(self.first - self.days * DAY, self.first - DAY, self.zone)

    @property
    def starts_at(self) -> datetime:
        return _midnight(self.first, self.zone)

    @property
    def ends_at(self) -> datetime:
        """The first moment after the period: midnight in the time zone."""
        return _midnight(self.last + DAY, self.zone)

    @property
    def step(self) -> PeriodStep:
        if self.days <= MAX_DAYS_BY_DAY:
            return PeriodStep.DAY
        return PeriodStep.WEEK if self.days <= MAX_DAYS_BY_WEEK else PeriodStep.MONTH


def _days_before(day: date, days: int) -> date:
    """The date that many days earlier, or the first date that Python can represent."""
    return day - days * DAY if day - date.min > days * DAY else date.min


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(), zone).astimezone(UTC)


def read_period(
    since: date | None, until: date | None, zone: ZoneInfo, now: datetime, days: int = DEFAULT_DAYS
) -> Period:
    last = until or now.astimezone(zone).date()
    first = since or _days_before(last, days - 1)
    if first > last:
        raise Invalid("since", "is after `until`")
    if (last - first).days >= MAX_DAYS:
        raise Invalid("since", "is more than ten years before `until`")
    # The preceding period of the same length, which is shown for comparison, must also lie after 1980.
    if first < date(1980, 1, 1) + (last - first) + DAY or last > date(9000, 1, 1):
        raise Invalid("since", "is too far away")
    return Period(first, last, zone)


class Step(Struct, frozen=True):
    """A day, week (from Monday) or month of a period; its days outside the period are cut off."""

    # First day of the whole week or month; can be before the period.
    first_day: date
    starts_at: datetime
    ends_at: datetime


def steps_of(period: Period) -> list[Step]:
    days: list[date] = []
    day = _first_day(period.first, period.step)
    while day <= period.last:
        days.append(day)
        day = _next_day(day, period.step)
    moments = [period.starts_at, *(_midnight(day, period.zone) for day in days[1:]), period.ends_at]
    return [Step(*step) for step in zip(days, moments[:-1], moments[1:], strict=True)]


def _first_day(day: date, step: PeriodStep) -> date:
    """First day of the step that includes this day."""
    match step:
        case PeriodStep.DAY:
            return day
        case PeriodStep.WEEK:
            return day - day.weekday() * DAY
        case PeriodStep.MONTH:
            return day.replace(day=1)


def _next_day(day: date, step: PeriodStep) -> date:
    """The first day of the next step."""
    match step:
        case PeriodStep.DAY:
            return day + DAY
        case PeriodStep.WEEK:
            return day + 7 * DAY
        case PeriodStep.MONTH:
            return (day + 31 * DAY).replace(day=1)


def numbers_of(totals: StreamTotals) -> StreamNumbers:
    return StreamNumbers.model_validate(totals, from_attributes=True)


def period_numbers(sums: PeriodSums) -> dict[str, int | None]:
    """Fields of PeriodNumbers; the viewers are the average of all minutes, the lag is the average of all streams."""
    return {
        **asdict(sums),
        "live_minutes": round(sums.live_seconds / 60),
        "average_viewers": _quotient(sums.watched_minutes, sums.counted_minutes),
        "lag_ms": _quotient(sums.lag_ms, sums.lags),
    }


def _quotient(total: int, count: int) -> int | None:
    return round(total / count) if count else None


def cell(value: object) -> str:
    """Cell of a CSV file: empty for None, times in UTC."""
    if value is None:
        return ""
    return value.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S") if isinstance(value, datetime) else str(value)


def number_cells(numbers: Numbers, names: Sequence[str]) -> list[str]:
    """The named numbers as cells of a CSV file; `value` is in US dollars."""
    values: Mapping[str, object] = {**numbers.model_dump(), "value": f"{numbers.value / MICROS:.2f}"}
    return [cell(values[name]) for name in names]
