"""A section with few entries, which are written one by one."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.channel_file.sections import Editor, StoredEntries, Write
from greenroom.kernel.db.database import JsonObject

Prepared = TypeVar("Prepared")


class RowSection(ABC, Generic[Prepared]):
    __slots__ = ()

    @abstractmethod
    def prepare_entry(self, entry: JsonObject) -> Prepared:
        """Prepares an entry without the database; runs in a thread."""

    @abstractmethod
    async def read(self, session: AsyncSession, channel_id: UUID) -> dict[str, JsonObject]:
        """All entries by key."""

    @abstractmethod
    async def put(self, session: AsyncSession, editor: Editor, prepared: Prepared, key: str | None = None) -> None:
        """Overwrites the entry with `key`, by default the key of the prepared entry; adds it if there is none."""

    @abstractmethod
    async def remove(self, session: AsyncSession, editor: Editor, key: str) -> None:
        """Removes the entry with this key, if there is one."""

    async def find(self, session: AsyncSession, channel_id: UUID, key: str) -> JsonObject | None:
        return (await self.read(session, channel_id)).get(key)

    async def replace(self, session: AsyncSession, editor: Editor, key: str, entry: JsonObject) -> None:
        await self.put(session, editor, self.prepare_entry(entry), key)

    async def restore_kept(self, session: AsyncSession, channel_id: UUID, key: str, kept: JsonObject) -> None:
        """Does nothing, because these entries have no data besides their settings."""

    async def author_levels(self, session: AsyncSession, channel_id: UUID) -> dict[str, int]:
        return {}

    def prepare(self, editor: Editor, entries: Sequence[JsonObject], stored: StoredEntries) -> Write:
        prepared = [self.prepare_entry(entry) for entry in entries]

        async def write(session: AsyncSession) -> None:
            for one in prepared:
                await self.put(session, editor, one)

        return write

    async def remove_all(self, session: AsyncSession, editor: Editor, keys: Sequence[str]) -> None:
        for key in keys:
            await self.remove(session, editor, key)
