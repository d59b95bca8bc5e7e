"""Pure rules: start and end of the days, months and streams for which points are added up."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from msgspec import Struct

from greenroom.features.points.ledger.models import PeriodKind


class Bounds(Struct, frozen=True):
    kind: PeriodKind
    starts_at: datetime
    # None while the stream is live.
    ends_at: datetime | None
    stream_id: UUID | None = None

    def is_same(self, other: "Bounds") -> bool:
        """Whether both are of the same period; the times of a stream may differ, because they can be corrected."""
        if self.kind == PeriodKind.STREAM:
            return self.kind == other.kind and self.stream_id == other.stream_id
        return (self.kind, self.starts_at) == (other.kind, other.starts_at)


def calendar_period(kind: PeriodKind, now: datetime, zone: ZoneInfo, known: Iterable[Bounds]) -> Bounds:
    """The current day or month; `known` has the bounds of stored periods.

    After a change of the time zone the current period keeps its end, and the next period begins there.
    """
    last = max((each for each in known if each.kind == kind), key=lambda each: each.starts_at, default=None)
    ended_at = None if last is None else last.ends_at
    if last is not None and ended_at is not None and ended_at > now:
        return last
    starts_at, ends_at = (_day if kind == PeriodKind.DAY else _month)(now, zone)
    return Bounds(kind, starts_at if ended_at is None else max(starts_at, ended_at), ends_at)


def _day(now: datetime, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """Start and end of the day, which has 23 or 25 hours when the clocks change."""
    midnight = now.astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0, fold=0)
    return midnight.astimezone(UTC), (midnight + timedelta(days=1)).astimezone(UTC)


def _month(now: datetime, zone: ZoneInfo) -> tuple[datetime, datetime]:
    first = now.astimezone(zone).replace(day=1, hour=0, minute=0, second=0, microsecond=0, fold=0)
    following = (first + timedelta(days=31)).replace(day=1)
    return first.astimezone(UTC), following.astimezone(UTC)
