"""Viewers of the last half hour, minute by minute, from the numbers that are stored for the stats."""

from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.stats.streams.models import Stream, StreamMinute
from greenroom.features.stream_info.schemas import ViewerHistory

MINUTES = 30


async def read_histories(session: AsyncSession, channel_id: UUID, now: datetime) -> list[ViewerHistory]:
    """Viewers, minute by minute, of each connection that was live in the last 30 minutes."""
    first = _minute(now) - MINUTES + 1
    recent = or_(Stream.ended_at.is_(None), Stream.ended_at > now - timedelta(minutes=MINUTES))
    minutes = await session.scalars(
        select(StreamMinute)
        .join(Stream, Stream.id == StreamMinute.stream_id)
        .where(Stream.channel_id == channel_id, recent, StreamMinute.minute >= first)
    )
    histories: dict[UUID, list[int | None]] = {}
    for row in minutes:
        values = histories.setdefault(row.connection_id, [None] * MINUTES)
        values[min(row.minute - first, MINUTES - 1)] = _mean(row)
    return [ViewerHistory(channel_provider_id=each, viewers=values) for each, values in histories.items()]


def _minute(moment: datetime) -> int:
    """Number of minutes since 1970."""
    return int(moment.timestamp()) // 60


def _mean(minute: StreamMinute) -> int | None:
    return round(minute.viewer_total / minute.viewer_reports) if minute.viewer_reports else minute.viewers_held
