from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.stats.streams.models import Stream


async def last_stream(session: AsyncSession, channel_id: UUID) -> tuple[datetime, datetime | None] | None:
    """Start and end of the newest stream; None if there was none."""
    newest = select(Stream.started_at, Stream.ended_at).where(Stream.channel_id == channel_id)
    row = (await session.execute(newest.order_by(Stream.started_at.desc(), Stream.id.desc()).limit(1))).one_or_none()
    return None if row is None else (row[0], row[1])
