"""The section of a channel file with the rules of song requests."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Permission
from greenroom.channel_file.settings_section import SettingsSection
from greenroom.features.music.requests import service
from greenroom.features.music.requests.schemas import SongRequestSettings
from greenroom.kernel.db.change_tracking import ChangedBy


class SongRequestSection(SettingsSection[SongRequestSettings]):
    def __init__(self) -> None:
        async def write(session: AsyncSession, channel_id: UUID, settings: SongRequestSettings, by: ChangedBy) -> None:
            await service.save_settings(session, channel_id, settings, by)

        settings = (service.SECTION, service.TITLE, SongRequestSettings, service.read_settings, write)
        super().__init__(*settings, permission=Permission.PLATFORMS_MANAGE, read_permission=Permission.PLATFORMS_READ)
