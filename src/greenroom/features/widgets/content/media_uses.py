"""Widgets that show or play an uploaded file."""

from uuid import UUID

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.media.uses import MediaUse, media_ids
from greenroom.features.widgets.models import Widget


async def find_media_uses(session: AsyncSession, channel_id: UUID) -> dict[UUID, list[MediaUse]]:
    """Uses by the id of the file, found in the settings and the CSS of every widget."""
    uses: dict[UUID, list[MediaUse]] = {}
    columns = select(Widget.id, Widget.name, Widget.settings, Widget.css).where(Widget.channel_id == channel_id)
    for row in await session.execute(columns.order_by(Widget.id)):
        texts = f"{msgspec.json.encode(row.settings).decode()} {row.css}"
        for media_id in media_ids(texts):
            uses.setdefault(media_id, []).append(MediaUse(kind="widget", id=row.id, name=row.name))
    return uses
