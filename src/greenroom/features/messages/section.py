"""Chat settings as a section of the channel's file."""

from uuid import UUID

from pydantic import ConfigDict
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.messages import service
from greenroom.features.messages.schemas import ChatSettingsChange
from greenroom.kernel.clock import Clock
from greenroom.portable.settings_section import SettingsSection


class ChatEntry(ChatSettingsChange):
    model_config = ConfigDict(extra="forbid")


async def _read(session: AsyncSession, channel_id: UUID) -> ChatEntry:
    return ChatEntry.model_validate((await service.get_settings(session, channel_id)).model_dump())


def chat_section(clock: Clock) -> SettingsSection[ChatEntry]:
    async def write(session: AsyncSession, channel_id: UUID, entry: ChatEntry) -> None:
        """Fields that the file leaves out are reset to their defaults."""
        change = ChatSettingsChange.model_validate(entry.model_dump())
        await service.change_settings(session, channel_id, change, clock())

    return SettingsSection("chat", "Chat settings", ChatEntry, _read, write)
