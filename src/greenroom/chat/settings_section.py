"""Settings of which a channel has exactly one set, as a section of its file."""

from collections.abc import Awaitable, Callable, Container, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar
from uuid import UUID

from pydantic import BaseModel, ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.sections import Editor, Write
from greenroom.kernel.db import JsonObject

ONLY = "settings"

Settings = TypeVar("Settings", bound=BaseModel)


@dataclass(slots=True, eq=False)
class SettingsSection(Generic[Settings]):
    key: str
    title: str
    model: type[Settings]
    read_settings: Callable[[AsyncSession, UUID], Awaitable[Settings]]
    write_settings: Callable[[AsyncSession, UUID, Settings], Awaitable[object]]
    is_single: bool = True

    def key_of(self, entry: JsonObject) -> str:
        return ONLY

    def names_of(self, entry: JsonObject) -> list[str]:
        return [ONLY]

    def complete(self, entry: JsonObject) -> JsonObject:
        return self.model.model_validate(entry).model_dump(mode="json")

    def brief(self, entry: JsonObject) -> JsonObject:
        """All of it: a few lines that say where the channel stands."""
        return entry

    async def read(self, session: AsyncSession, channel_id: UUID) -> dict[str, JsonObject]:
        return {ONLY: (await self.read_settings(session, channel_id)).model_dump(mode="json")}

    def check(self, entry: JsonObject) -> list[str]:
        try:
            self.model.model_validate(entry)
        except ValidationError as error:
            return [_words(item["loc"], item["msg"]) for item in error.errors()]
        return []

    async def clashes(self, session: AsyncSession, channel_id: UUID, entry: JsonObject) -> list[str]:
        return [ONLY]

    async def write(self, session: AsyncSession, editor: Editor, entry: JsonObject) -> None:
        await self.write_settings(session, editor.channel_id, self.model.model_validate(entry))

    def prepare(self, editor: Editor, entries: Sequence[JsonObject]) -> Write:
        async def write(session: AsyncSession) -> None:
            for entry in entries:
                await self.write(session, editor, entry)

        return write

    async def remove(self, session: AsyncSession, editor: Editor, key: str) -> None:
        """A channel always has them."""

    async def remove_all(self, session: AsyncSession, editor: Editor, keys: Sequence[str]) -> None:
        """As above."""

    def renamed(self, entry: JsonObject, taken: Container[str]) -> JsonObject:
        return entry


def _words(place: tuple[int | str, ...], message: str) -> str:
    return f"{'.'.join(map(str, place)) or 'entry'}: {message.removeprefix('Value error, ')}"
