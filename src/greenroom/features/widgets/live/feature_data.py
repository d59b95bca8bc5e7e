"""Content of widgets that comes from other features."""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.commands.schemas import prefix_topic
from greenroom.features.commands.service import get_settings
from greenroom.features.widgets.content.giveaway import GIVEAWAY
from greenroom.features.widgets.content.leaderboard import LEADERBOARD
from greenroom.features.widgets.content.queue import QUEUE
from greenroom.features.widgets.types.data.widget_data import WidgetData, WidgetDataQuery


async def _read_prefix(session: AsyncSession, channel_id: UUID, _: WidgetDataQuery, __: datetime) -> dict[str, object]:
    return {"command_prefix": (await get_settings(session, channel_id)).prefix}


# Chat widgets read the prefix, to recognise lines with a command.
_CHAT_PREFIX = WidgetData(type="chat", read=_read_prefix, topic=prefix_topic, seconds=1.0)

# Type of widget → its content.
FEATURE_DATA: Mapping[str, WidgetData] = MappingProxyType(
    {data.type: data for data in (LEADERBOARD, QUEUE, GIVEAWAY, _CHAT_PREFIX)}
)
