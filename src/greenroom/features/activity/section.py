"""Section of the channel's file: what coins, months of a sub and currencies are worth, if not the default."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Permission
from greenroom.channel_file.settings_section import SettingsSection
from greenroom.features.activity import service
from greenroom.features.activity.schemas import ValuesIn
from greenroom.kernel.db.change_tracking import ChangedBy


def values_section() -> SettingsSection[ValuesIn]:
    settings = (*service.VALUES_SECTION, ValuesIn, service.changed_values, _write)
    return SettingsSection(*settings, permission=Permission.TITLE_UPDATE, read_permission=Permission.ACTIVITY_READ)


async def _write(session: AsyncSession, channel_id: UUID, entry: ValuesIn, by: ChangedBy) -> None:
    await service.save_values(session, channel_id, entry.values, by)
