"""The periods that are shown: the current day and month, and the newest stream."""

from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from msgspec import Struct
from sqlalchemy import exists, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.service import open_channel
from greenroom.features.points.ledger.models import PeriodKind, PointLineSum, PointPeriod, PointSettingsRow
from greenroom.features.points.periods.bounds import Bounds, calendar_period
from greenroom.features.stats.streams.models import Stream


class ShownPeriod(Struct, frozen=True):
    # Id of the stored period; None if nothing is added up yet.
    id: int | None
    # None if there was no stream yet.
    starts_at: datetime | None
    # None while the stream is live, or if there was no stream yet.
    ends_at: datetime | None
    # False while older entries are still being added up: viewers may be missing.
    is_complete: bool


async def read_period(session: AsyncSession, channel_id: UUID, kind: PeriodKind, now: datetime) -> ShownPeriod:
    found = select(PointPeriod).where(PointPeriod.channel_id == channel_id, PointPeriod.kind == kind)
    periods = {bounds_of(row): row for row in await session.scalars(found)}
    if kind == PeriodKind.STREAM:
        bounds = await newest_stream(session, channel_id)
    else:
        zone = ZoneInfo((await open_channel(session, channel_id)).time_zone)
        bounds = calendar_period(kind, now, zone, periods)
    if bounds is None:
        return ShownPeriod(None, None, None, is_complete=True)
    row = next((row for known, row in periods.items() if bounds.is_same(known)), None)
    if row is None:
        # A channel without settings never had points turned on: there is nothing to add up.
        has_settings = await session.scalar(select(exists().where(PointSettingsRow.channel_id == channel_id)))
        return ShownPeriod(None, bounds.starts_at, bounds.ends_at, is_complete=not has_settings)
    return ShownPeriod(row.id, bounds.starts_at, bounds.ends_at, row.is_complete)


def bounds_of(row: PointPeriod) -> Bounds:
    return Bounds(PeriodKind(row.kind), row.starts_at, row.ends_at, row.stream_id)


async def newest_stream(session: AsyncSession, channel_id: UUID) -> Bounds | None:
    newest = select(Stream.started_at, Stream.ended_at, Stream.id).where(Stream.channel_id == channel_id)
    row = (await session.execute(newest.order_by(Stream.started_at.desc(), Stream.id.desc()).limit(1))).first()
    return None if row is None else Bounds(PeriodKind.STREAM, *row)


async def read_lines(session: AsyncSession, period: ShownPeriod) -> dict[str, int]:
    """Source of points (a value of `lines.Line`) → points that viewers earned by it; empty for months and streams."""
    rows = await session.execute(
        select(PointLineSum.line, PointLineSum.earned).where(PointLineSum.period_id == period.id)
    )
    return dict([*rows])
