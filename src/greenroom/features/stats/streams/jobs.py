"""Job that updates the numbers of streams until they are settled, and ends streams without a reported end."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.channel_providers.connection_health import minute_of
from greenroom.accounts.channel_providers.rules import ConnectionState
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.features.stats.streams.counted_lines import count_lines
from greenroom.features.stats.streams.counted_rows import FindCountedRows
from greenroom.features.stats.streams.minute_counts import SET_COUNTS, find_minute_counts
from greenroom.features.stats.streams.models import Stream, StreamChatter, StreamEmote, StreamMinute, StreamPart
from greenroom.features.stats.streams.period_sums import store_totals
from greenroom.features.stats.streams.recorder import end_parts, is_live_on, lock_streams, split_long_streams
from greenroom.features.stats.streams.report import StreamReport, build_report, encode
from greenroom.features.stats.streams.rules import is_abandoned, is_settled
from greenroom.features.stats.streams.topics import publish_change
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.bulk_rows import BulkInsert
from greenroom.kernel.jobs import Job

# More than twice a minute, so that no minute of a stream is left out.
EVERY_SECONDS = 25

HOLD_VIEWERS = BulkInsert(
    StreamMinute,
    (
        "stream_id",
        "connection_id",
        "minute",
        "provider",
        "viewer_total",
        "viewer_reports",
        "viewers_held",
        "messages",
    ),
    """ON CONFLICT (stream_id, connection_id, minute) DO UPDATE SET
        viewers_held = COALESCE(excluded.viewers_held, stream_minutes.viewers_held)""",
)


class StreamStatsJob:
    def __init__(self, kernel: Kernel, find_rows: FindCountedRows) -> None:
        self._kernel = kernel
        self._find_rows = find_rows

    def jobs(self) -> list[Job]:
        return [
            Job(
                name="stream_stats",
                every_seconds=EVERY_SECONDS,
                run=self.run,
                title="Add up stats",
                note="viewers and messages",
            )
        ]

    async def run(self) -> None:
        await self._follow_channels()
        await count_lines(self._kernel.database)
        async with self._kernel.database.read() as session:
            unsettled = list(await session.scalars(select(Stream.id).where(Stream.settled_at.is_(None))))
        for stream_id in unsettled:
            await self._report(stream_id)

    async def _follow_channels(self) -> None:
        channels = select(Stream.channel_id).join(StreamPart, StreamPart.stream_id == Stream.id)
        async with self._kernel.database.read() as session:
            found = list(await session.scalars(channels.where(StreamPart.ended_at.is_(None)).distinct()))
        for channel_id in sorted(found):
            async with self._kernel.database.write() as session:
                await follow_channel(session, channel_id, self._kernel.clock())

    async def _report(self, stream_id: UUID) -> None:
        now = self._kernel.clock()
        sources = self._find_rows()
        async with self._kernel.database.read() as session:
            stream = await session.get(Stream, stream_id)
            if stream is None:
                return
            rows = await find_minute_counts(session, sources, stream, now)
        if rows:
            async with self._kernel.database.write() as session:
                await SET_COUNTS.run(session, rows)
        async with self._kernel.database.read() as session:
            report = await build_report(session, stream, sources, now)
        settled = is_settled(stream.ended_at, now)
        if (encode(report.totals), encode(report.tops)) != (stream.totals, stream.tops) or settled:
            async with self._kernel.database.write() as session:
                await _store(session, stream_id, report, settled_at=now if settled else None)


async def follow_channel(session: AsyncSession, channel_id: UUID, now: datetime) -> None:
    """Writes this minute's row for each live stream part, ends parts that are over, and splits very long streams."""
    await lock_streams(session, channel_id)
    open_parts = (
        select(StreamPart)
        .join(Stream, Stream.id == StreamPart.stream_id)
        .where(Stream.channel_id == channel_id, StreamPart.ended_at.is_(None))
        .order_by(StreamPart.id)
    )
    connected = select(ChannelProvider).where(ChannelProvider.channel_id == channel_id)
    providers = {provider.id: provider for provider in await session.scalars(connected)}
    ended: list[StreamPart] = []
    rows: list[tuple[object, ...]] = []
    for part in await session.scalars(open_parts):
        provider = providers.get(part.connection_id)
        if provider is None or not is_live_on(part, provider) or is_abandoned(part.seen_at, now):
            ended.append(part)
        elif provider.connection_state == ConnectionState.CONNECTED:
            part.seen_at = now
            key = part.stream_id, part.connection_id, minute_of(now), part.provider
            rows.append((*key, 0, 0, provider.viewers, 0))
    await session.flush()
    await HOLD_VIEWERS.run(session, rows)
    await end_parts(session, ended, now)
    await split_long_streams(session, channel_id, now)


async def _store(session: AsyncSession, stream_id: UUID, report: StreamReport, *, settled_at: datetime | None) -> None:
    stream = await session.get(Stream, stream_id, with_for_update=True)
    if stream is None:
        return
    stream.totals, stream.tops = encode(report.totals), encode(report.tops)
    await store_totals(session, stream, report.totals)
    if settled_at is not None and is_settled(stream.ended_at, settled_at):
        stream.settled_at = settled_at
        for table in (StreamChatter, StreamEmote):
            await session.execute(delete(table).where(table.stream_id == stream_id))
    publish_change(session, stream)
