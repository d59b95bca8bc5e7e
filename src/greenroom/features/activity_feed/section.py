"""Values of activities that the channel has changed, as a section of the channel's file."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.activity.value_cache import changed_values
from greenroom.features.activity_feed import service
from greenroom.features.activity_feed.schemas import ValuesIn
from greenroom.portable.settings_section import SettingsSection


def values_section() -> SettingsSection[ValuesIn]:
    return SettingsSection("activity_values", "Activity values", ValuesIn, _read, _write)


async def _read(session: AsyncSession, channel_id: UUID) -> ValuesIn:
    changed = await changed_values(session, channel_id)
    return ValuesIn(values=dict(sorted(changed.items())))


async def _write(session: AsyncSession, channel_id: UUID, entry: ValuesIn) -> None:
    await service.save_values(session, channel_id, entry.values)
