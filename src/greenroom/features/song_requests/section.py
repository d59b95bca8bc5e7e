"""The rules of song requests are a section of the channel file."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.song_requests import service
from greenroom.features.song_requests.schemas import SongRequestSettings
from greenroom.portable.sections import Editor
from greenroom.portable.settings_section import SettingsSection
from greenroom.tenancy.access.rules import Permission


class SongRequestSection(SettingsSection[SongRequestSettings]):
    def __init__(self) -> None:
        async def write(_: AsyncSession, __: UUID, ___: SongRequestSettings) -> None:
            raise AssertionError("`put` writes: it knows who does")

        super().__init__(
            service.SECTION,
            service.TITLE,
            SongRequestSettings,
            service.read_settings,
            write,
            permission=Permission.PLATFORMS_MANAGE,
        )

    async def put(self, session: AsyncSession, editor: Editor, prepared: SongRequestSettings) -> None:
        await service.save_settings(session, editor.channel_id, prepared, editor.changed_by)
