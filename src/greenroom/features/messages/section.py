"""How a channel's chat is shown and kept, in a file."""

from collections.abc import Container, Sequence
from uuid import UUID

from pydantic import ConfigDict, ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.sections import Editor, Write
from greenroom.features.messages import service
from greenroom.features.messages.schemas import ChatSettingsChange
from greenroom.kernel.db import JsonObject

ONLY = "settings"


class ChatEntry(ChatSettingsChange):
    model_config = ConfigDict(extra="forbid")


class ChatSection:
    key = "chat"
    title = "Chat settings"
    is_single = True

    def key_of(self, entry: JsonObject) -> str:
        return ONLY

    def names_of(self, entry: JsonObject) -> list[str]:
        return [ONLY]

    def complete(self, entry: JsonObject) -> JsonObject:
        return ChatEntry.model_validate(entry).model_dump(mode="json")

    def brief(self, entry: JsonObject) -> JsonObject:
        """All of it: two lines that say where the chat stands."""
        return entry

    async def read(self, session: AsyncSession, channel_id: UUID) -> dict[str, JsonObject]:
        return {ONLY: (await service.get_settings(session, channel_id)).model_dump(mode="json")}

    def check(self, entry: JsonObject) -> list[str]:
        try:
            ChatEntry.model_validate(entry)
        except ValidationError as error:
            return [_words(item["loc"], item["msg"]) for item in error.errors()]
        return []

    async def clashes(self, session: AsyncSession, channel_id: UUID, entry: JsonObject) -> list[str]:
        return [ONLY]

    async def write(self, session: AsyncSession, editor: Editor, entry: JsonObject) -> None:
        change = ChatSettingsChange.model_validate(self.complete(entry))
        await service.change_settings(session, editor.channel_id, change)

    def prepare(self, editor: Editor, entries: Sequence[JsonObject]) -> Write:
        return lambda session: self.write_all(session, editor, entries)

    async def write_all(self, session: AsyncSession, editor: Editor, entries: Sequence[JsonObject]) -> None:
        for entry in entries:
            await self.write(session, editor, entry)

    async def remove(self, session: AsyncSession, editor: Editor, key: str) -> None:
        """A channel always has them."""

    async def remove_all(self, session: AsyncSession, editor: Editor, keys: Sequence[str]) -> None:
        for key in keys:
            await self.remove(session, editor, key)

    def renamed(self, entry: JsonObject, taken: Container[str]) -> JsonObject:
        return entry


def _words(place: tuple[int | str, ...], message: str) -> str:
    return f"{'.'.join(map(str, place)) or 'entry'}: {message.removeprefix('Value error, ')}"
