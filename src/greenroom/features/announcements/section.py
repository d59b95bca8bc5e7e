"""The settings of announcements are a section of the channel file; the webhook's URL is secret and left out."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Permission
from greenroom.channel_file.settings_section import SettingsSection
from greenroom.features.announcements import service
from greenroom.features.announcements.schemas import AnnouncementSettings
from greenroom.features.announcements.texts import AnnouncementTexts
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import JsonObject


class AnnouncementSection(SettingsSection[AnnouncementSettings]):
    def __init__(self, texts: AnnouncementTexts) -> None:
        async def write(session: AsyncSession, channel_id: UUID, settings: AnnouncementSettings, by: ChangedBy) -> None:
            await service.save_settings(session, channel_id, settings, by)

        settings = (service.SECTION, service.TITLE, AnnouncementSettings, service.read_settings, write)
        super().__init__(*settings, permission=Permission.PLATFORMS_MANAGE, read_permission=Permission.PLATFORMS_READ)
        self._texts = texts

    def check(self, entry: JsonObject) -> list[str]:
        problems = SettingsSection[AnnouncementSettings].check(self, entry)
        if problems:
            return problems
        found = self._texts.problems(AnnouncementSettings.model_validate(entry))
        return [f"{problem.field}: {problem.message}" for problem in found]
