"""Stores the start and the end of streams, and the viewer counts and lags that connections report."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.channel_providers.connection_health import ConnectionHealth, ViewerCounts, minute_of
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.features.members.expiry import set_end_of_guests
from greenroom.features.stats.streams.models import Stream, StreamMinute, StreamPart
from greenroom.features.stats.streams.rules import (
    RESTART_WINDOW,
    LastStream,
    continues,
    end_of,
    is_abandoned,
    is_too_long,
    start_of_joined,
    start_of_new,
)
from greenroom.features.stats.streams.topics import publish_change
from greenroom.kernel.clock import Clock
from greenroom.kernel.db.bulk_rows import BulkInsert
from greenroom.kernel.db.database import advisory_lock

ADD_REPORTS = BulkInsert(
    StreamMinute,
    (
        "stream_id",
        "connection_id",
        "minute",
        "provider",
        "viewer_total",
        "viewer_reports",
        "viewer_peak",
        "lag_ms",
        "messages",
    ),
    """ON CONFLICT (stream_id, connection_id, minute) DO UPDATE SET
        viewer_total = stream_minutes.viewer_total + excluded.viewer_total,
        viewer_reports = stream_minutes.viewer_reports + excluded.viewer_reports,
        viewer_peak = CASE WHEN stream_minutes.viewer_peak > excluded.viewer_peak OR excluded.viewer_peak IS NULL
            THEN stream_minutes.viewer_peak ELSE excluded.viewer_peak END,
        lag_ms = COALESCE(excluded.lag_ms, stream_minutes.lag_ms)""",
)
NO_COUNTS = ViewerCounts(0, 0, None)


class StreamRecorder:
    """Begins and ends streams when connections change; called in the transaction that stores the change."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    async def __call__(
        self, session: AsyncSession, provider: ChannelProvider, health: ConnectionHealth | None = None
    ) -> None:
        now = self._clock()
        part = await find_open_part(session, provider.id)
        is_current = part is not None and is_live_on(part, provider)
        if not is_current and (part is not None or provider.is_live):
            # Locked before any row is written, as in `follow_channel`: in another order the two could deadlock.
            await lock_streams(session, provider.channel_id)
        if part is not None and health is not None:
            # The reports were collected before this change: they belong to the stream that was live until now.
            await ADD_REPORTS.run(session, _report_rows(part, health))
        if part is not None and not is_current:
            await end_parts(session, [part], now)
            part = None
        if part is None and provider.is_live:
            part = await _begin(session, provider, now)
        if part is not None:
            await _describe(session, part, provider)


async def lock_streams(session: AsyncSession, channel_id: UUID) -> None:
    """Serialises changes of a channel's streams, so that two platforms that go live together begin one stream."""
    await advisory_lock(session, f"streams:{channel_id}")


async def find_open_part(session: AsyncSession, connection_id: UUID) -> StreamPart | None:
    found = select(StreamPart).where(StreamPart.connection_id == connection_id, StreamPart.ended_at.is_(None))
    return await session.scalar(found.limit(1))


def is_live_on(part: StreamPart, provider: ChannelProvider) -> bool:
    return provider.is_live and part.platform_stream_id == (provider.live_stream_id or "")


async def end_parts(session: AsyncSession, parts: Sequence[StreamPart], now: datetime) -> None:
    """Ends these parts, and each stream that has no live part left."""
    for part in parts:
        part.ended_at = end_of(part.started_at, part.seen_at, now)
    await session.flush()
    for stream_id in {part.stream_id for part in parts}:
        all_ends = list(await session.scalars(select(StreamPart.ended_at).where(StreamPart.stream_id == stream_id)))
        ends = [ended_at for ended_at in all_ends if ended_at is not None]
        stream = await session.get(Stream, stream_id)
        if stream is not None and len(ends) == len(all_ends):
            ended_at = max(stream.started_at, *ends)
            stream.ended_at = ended_at
            publish_change(session, stream)
            # Guests, whose access ends with the stream, keep it as long as a restart would continue the stream.
            await set_end_of_guests(session, stream.channel_id, ended_at + RESTART_WINDOW)


async def _begin(session: AsyncSession, provider: ChannelProvider, now: datetime) -> StreamPart:
    await end_abandoned(session, provider.channel_id, now)
    stream = await _newest_stream(session, provider.channel_id)
    known = None if stream is None else await _known_part(session, stream.id, provider)
    started_at = min(provider.live_since or now, now)
    last = stream and LastStream(
        stream.started_at, stream.ended_at, stream.settled_at is not None, has_same_part=known is not None
    )
    if stream is None or not continues(last, now):
        stream, known = _new_stream(session, provider, start_of_new(started_at, last)), None
    elif stream.ended_at is not None:
        await set_end_of_guests(session, provider.channel_id, None)
    stream.started_at, stream.ended_at = start_of_joined(stream.started_at, started_at), None
    await session.flush()
    part = known or _new_part(session, stream, provider, started_at)
    part.ended_at, part.seen_at = None, now
    await session.flush()
    publish_change(session, stream)
    return part


async def end_abandoned(session: AsyncSession, channel_id: UUID, now: datetime) -> None:
    """Ends parts that the server has not seen live for hours, because the platform never reported their end."""
    found = select(StreamPart).join(Stream, Stream.id == StreamPart.stream_id)
    live = found.where(Stream.channel_id == channel_id, StreamPart.ended_at.is_(None))
    abandoned = [part for part in await session.scalars(live) if is_abandoned(part.seen_at, now)]
    await end_parts(session, abandoned, now)


async def split_long_streams(session: AsyncSession, channel_id: UUID, now: datetime) -> None:
    """Ends a stream that has run for too long, and begins a new stream with the platforms that are live."""
    live = select(Stream).where(Stream.channel_id == channel_id, Stream.ended_at.is_(None))
    for stream in [one for one in await session.scalars(live) if is_too_long(one.started_at, now)]:
        found = select(StreamPart).where(StreamPart.stream_id == stream.id, StreamPart.ended_at.is_(None))
        parts = list(await session.scalars(found.order_by(StreamPart.id)))
        stream.ended_at = now
        following = Stream(channel_id=channel_id, title=stream.title, category=stream.category, started_at=now)
        session.add(following)
        await session.flush()
        session.add_all(_following_part(part, following, now) for part in parts)
        for part in parts:
            part.ended_at = now
        await session.flush()
        publish_change(session, stream)
        publish_change(session, following)


def _following_part(part: StreamPart, stream: Stream, now: datetime) -> StreamPart:
    return StreamPart(
        stream_id=stream.id,
        connection_id=part.connection_id,
        provider=part.provider,
        platform_stream_id=part.platform_stream_id,
        title=part.title,
        category=part.category,
        started_at=now,
        seen_at=part.seen_at,
    )


async def _newest_stream(session: AsyncSession, channel_id: UUID) -> Stream | None:
    newest = select(Stream).where(Stream.channel_id == channel_id).order_by(Stream.started_at.desc(), Stream.id.desc())
    return await session.scalar(newest.limit(1))


async def _known_part(session: AsyncSession, stream_id: UUID, provider: ChannelProvider) -> StreamPart | None:
    """The stream's part with the platform's current stream id; None if there is none."""
    if not provider.live_stream_id:
        return None
    found = select(StreamPart).where(
        StreamPart.stream_id == stream_id,
        StreamPart.connection_id == provider.id,
        StreamPart.platform_stream_id == provider.live_stream_id,
    )
    return await session.scalar(found.limit(1))


def _new_stream(session: AsyncSession, provider: ChannelProvider, started_at: datetime) -> Stream:
    stream = Stream(
        channel_id=provider.channel_id,
        title=provider.title or "",
        category=provider.category or "",
        started_at=started_at,
    )
    session.add(stream)
    return stream


def _new_part(session: AsyncSession, stream: Stream, provider: ChannelProvider, started_at: datetime) -> StreamPart:
    part = StreamPart(
        stream_id=stream.id,
        connection_id=provider.id,
        provider=provider.provider,
        platform_stream_id=provider.live_stream_id or "",
        title="",
        category="",
        started_at=started_at,
    )
    session.add(part)
    return part


async def _describe(session: AsyncSession, part: StreamPart, provider: ChannelProvider) -> None:
    """Stores the reported title and category; the stream shows those of its first part that has a title."""
    title, category = provider.title or part.title, provider.category or part.category
    if (part.title, part.category) == (title, category):
        return
    part.title, part.category = title, category
    await session.flush()
    first = select(StreamPart).where(StreamPart.stream_id == part.stream_id, StreamPart.title != "")
    named = await session.scalar(first.order_by(StreamPart.started_at, StreamPart.id).limit(1))
    stream = await session.get(Stream, part.stream_id)
    if stream is not None and named is not None:
        stream.title, stream.category = named.title, named.category


def _report_rows(part: StreamPart, health: ConnectionHealth) -> list[tuple[object, ...]]:
    first = minute_of(part.started_at)
    minutes = sorted(minute for minute in health.lags.keys() | health.viewer_counts.keys() if minute >= first)
    rows: list[tuple[object, ...]] = []
    for minute in minutes:
        counts = health.viewer_counts.get(minute, NO_COUNTS)
        viewers = counts.total, counts.number, counts.peak
        lag_ms = health.lags.get(minute)
        rows.append((part.stream_id, part.connection_id, minute, part.provider, *viewers, lag_ms, 0))
    return rows
