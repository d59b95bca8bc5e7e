"""Job that adds up what viewers earn today, this month and in the newest stream."""

import asyncio
from collections import defaultdict
from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from msgspec import Struct
from sqlalchemy import func, select

from greenroom.accounts.models.channels import Channel
from greenroom.features.points.ledger.models import PeriodKind, PointEntry, PointPeriod, PointSettingsRow
from greenroom.features.points.periods.bounds import Bounds, calendar_period
from greenroom.features.points.periods.reads import bounds_of
from greenroom.features.points.periods.sums import add_next_entries, delete_period, update_periods
from greenroom.features.stats.streams.models import Stream
from greenroom.kernel.context import Kernel
from greenroom.kernel.jobs import Job

# Together with the time that a run takes, the sums are at most a minute old.
EVERY_SECONDS = 45
CALENDAR = (PeriodKind.DAY, PeriodKind.MONTH)

NEWEST_ENTRY = (
    select(func.max(PointEntry.id)).where(PointEntry.channel_id == PointSettingsRow.channel_id).scalar_subquery()
)
NEWEST_STREAM = (
    select(Stream.id)
    .where(Stream.channel_id == PointSettingsRow.channel_id)
    .order_by(Stream.started_at.desc(), Stream.id.desc())
    .limit(1)
    .correlate(PointSettingsRow)
    .scalar_subquery()
)
CHANNELS = (
    select(PointSettingsRow.channel_id, Channel.time_zone, NEWEST_ENTRY, Stream.id, Stream.started_at, Stream.ended_at)
    .join(Channel, Channel.id == PointSettingsRow.channel_id)
    .join(Stream, Stream.id == NEWEST_STREAM, isouter=True)
    .order_by(PointSettingsRow.channel_id)
)


class PointChannel(Struct, frozen=True):
    """A channel that has saved its settings of points, and has entries in the ledger."""

    id: UUID
    time_zone: str
    # Id of the newest entry.
    newest_entry: int
    newest_stream: Bounds | None
    periods: list[PointPeriod]

    def current_periods(self, now: datetime) -> list[Bounds]:
        known, zone = [bounds_of(period) for period in self.periods], ZoneInfo(self.time_zone)
        calendar = [calendar_period(kind, now, zone, known) for kind in CALENDAR]
        return calendar if self.newest_stream is None else [*calendar, self.newest_stream]


class PointPeriodsJob:
    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel

    def jobs(self) -> list[Job]:
        return [
            Job(
                name="point_periods",
                every_seconds=EVERY_SECONDS,
                run=self.run,
                title="Add up points",
                note="of today, the month and the stream",
            )
        ]

    async def run(self) -> None:
        for channel in await self._channels():
            await self._add_up(channel)

    async def _channels(self) -> list[PointChannel]:
        async with self._kernel.database.read() as session:
            periods: dict[UUID, list[PointPeriod]] = defaultdict(list)
            for period in await session.scalars(select(PointPeriod)):
                periods[period.channel_id].append(period)
            return [
                PointChannel(
                    channel_id,
                    time_zone,
                    newest,
                    Bounds(PeriodKind.STREAM, started_at, ended_at, stream_id) if stream_id else None,
                    periods[channel_id],
                )
                for channel_id, time_zone, newest, stream_id, started_at, ended_at in await session.execute(CHANNELS)
                if newest
            ]

    async def _add_up(self, channel: PointChannel) -> None:
        database, current = self._kernel.database, channel.current_periods(self._kernel.clock())
        for period in channel.periods:
            if not any(bounds.is_same(bounds_of(period)) for bounds in current):
                await delete_period(database, period.id)
        known = [bounds_of(period) for period in channel.periods]
        if any(bounds not in known for bounds in current):
            async with database.write() as session:
                await update_periods(session, channel.id, current)
        async with database.read() as session:
            of_channel = PointPeriod.channel_id == channel.id
            behind = (PointPeriod.position < channel.newest_entry) | ~PointPeriod.is_complete
            period_ids = list(await session.scalars(select(PointPeriod.id).where(of_channel, behind)))
        for period_id in period_ids:
            await self._add_entries(channel.id, period_id)

    async def _add_entries(self, channel_id: UUID, period_id: int) -> None:
        has_more = True
        while has_more:
            async with self._kernel.database.write() as session:
                has_more = await add_next_entries(session, channel_id, period_id)
            # Other writers run between two transactions.
            await asyncio.sleep(0)
