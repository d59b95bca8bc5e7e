"""The settings of announcements are a section of the channel file; the address, a secret, is not in it."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.announcements import service
from greenroom.features.announcements.schemas import AnnouncementSettings
from greenroom.features.announcements.texts import AnnouncementTexts
from greenroom.kernel.db.database import JsonObject
from greenroom.portable.sections import Editor
from greenroom.portable.settings_section import SettingsSection


class AnnouncementSection(SettingsSection[AnnouncementSettings]):
    def __init__(self, texts: AnnouncementTexts) -> None:
        async def write(_: AsyncSession, __: UUID, ___: AnnouncementSettings) -> None:
            raise AssertionError("`put` writes: it knows who does")

        super().__init__(service.SECTION, service.TITLE, AnnouncementSettings, service.read_settings, write)
        self._texts = texts

    def check(self, entry: JsonObject) -> list[str]:
        problems = SettingsSection.check(self, entry)
        if problems:
            return problems
        found = self._texts.problems(AnnouncementSettings.model_validate(entry))
        return [f"{one.field}: {one.message}" for one in found]

    async def put(self, session: AsyncSession, editor: Editor, prepared: AnnouncementSettings) -> None:
        await service.save_settings(session, editor.channel_id, prepared, editor.changed_by)
