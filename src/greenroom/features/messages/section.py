"""Chat settings as a section of the channel's file."""

from uuid import UUID

from pydantic import ConfigDict
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Permission
from greenroom.channel_file.settings_section import SettingsSection
from greenroom.features.messages import service
from greenroom.features.messages.schemas import ChatSettingsChange
from greenroom.kernel.db.change_tracking import ChangedBy


class ChatEntry(ChatSettingsChange):
    model_config = ConfigDict(extra="forbid")


async def _read(session: AsyncSession, channel_id: UUID) -> ChatEntry:
    return ChatEntry.model_validate((await service.get_settings(session, channel_id)).model_dump())


async def _write(session: AsyncSession, channel_id: UUID, entry: ChatEntry, by: ChangedBy) -> None:
    """Saves the settings; fields that the file leaves out are reset to their defaults."""
    await service.change_settings(session, channel_id, ChatSettingsChange.model_validate(entry.model_dump()), by)


def chat_section() -> SettingsSection[ChatEntry]:
    values = (*service.SETTINGS_SECTION, ChatEntry, _read, _write)
    return SettingsSection(*values, permission=Permission.PLATFORMS_MANAGE, read_permission=Permission.CHAT_READ)
