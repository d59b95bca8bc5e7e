"""The prefix by which a chat widget knows the lines that are commands."""

from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.commands.schemas import prefix_topic
from greenroom.features.commands.service import get_settings
from greenroom.widget_data import WidgetData, WidgetDataQuery


async def _read_prefix(session: AsyncSession, channel_id: UUID, _: WidgetDataQuery, __: datetime) -> dict[str, object]:
    return {"command_prefix": (await get_settings(session, channel_id)).prefix}


CHAT_PREFIX = WidgetData(type="chat", read=_read_prefix, topic=prefix_topic, seconds=1.0)
