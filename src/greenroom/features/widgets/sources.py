"""Browser sources that show a widget now; in the database, because several processes serve sockets."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.widgets.models import SOURCE_GONE_AFTER, WidgetSource
from greenroom.features.widgets.schemas import SourceOut, SourcesChanged, SourcesOut, widgets_topic
from greenroom.kernel.db.database import publish

HEARTBEAT_SECONDS = 20.0


async def count_sources(session: AsyncSession, widget_ids: Sequence[UUID], now: datetime) -> Mapping[UUID, int]:
    counted = (
        select(WidgetSource.widget_id, func.count().label("sources"))
        .where(WidgetSource.widget_id.in_(widget_ids), WidgetSource.seen_at > now - SOURCE_GONE_AFTER)
        .group_by(WidgetSource.widget_id)
    )
    return {row.widget_id: row.sources for row in await session.execute(counted)}


async def list_sources(session: AsyncSession, widget_id: UUID, now: datetime) -> SourcesOut:
    found = select(WidgetSource).where(
        WidgetSource.widget_id == widget_id, WidgetSource.seen_at > now - SOURCE_GONE_AFTER
    )
    rows = await session.scalars(found.order_by(WidgetSource.id))
    return SourcesOut(
        records=[
            SourceOut(id=row.id, client=row.client, width=row.width, height=row.height, connected_at=row.connected_at)
            for row in rows
        ]
    )


async def remove_source(session: AsyncSession, source_id: UUID) -> None:
    await session.execute(delete(WidgetSource).where(WidgetSource.id == source_id))


async def renew_sources(session: AsyncSession, owner: str, now: datetime) -> None:
    """Marks the sources of this process as present, and deletes those of processes that have ended."""
    await session.execute(update(WidgetSource).where(WidgetSource.owner == owner).values(seen_at=now))
    await session.execute(delete(WidgetSource).where(WidgetSource.seen_at <= now - SOURCE_GONE_AFTER))


async def publish_sources(session: AsyncSession, channel_id: UUID, widget_id: UUID, now: datetime) -> None:
    sources = await list_sources(session, widget_id, now)
    publish(session, widgets_topic(channel_id), SourcesChanged(widget_id=widget_id, sources=sources.records))
