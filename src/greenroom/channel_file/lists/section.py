"""A list as a section of the channel's file; its entries are identified by name."""

from collections.abc import Container
from typing import Any, Generic
from uuid import UUID

from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.channel_file.lists.channel_list import ChannelList, Fields, Named
from greenroom.channel_file.row_section import RowSection
from greenroom.channel_file.sections import Editor, free_name, problems_in
from greenroom.kernel.db.database import JsonObject
from greenroom.kernel.errors import AppError
from greenroom.kernel.services import ServiceMap
from greenroom.kernel.text import name_key


class ListSection(RowSection[Fields], Generic[Named, Fields]):
    is_single = False

    def __init__(self, of: ChannelList[Named, Fields, Any], services: ServiceMap) -> None:
        self.of, self.services = of, services
        self.key, self.title, self.max_entries = of.many, of.label, of.limit
        self.permission, self.read_permission = of.manage, of.read

    def key_of(self, entry: JsonObject) -> str:
        return str(entry.get("name", "")).strip()

    def names_of(self, entry: JsonObject) -> list[str]:
        return [name_key(self.key_of(entry))]

    def complete(self, entry: JsonObject) -> JsonObject:
        return self.of.given.model_validate(entry).model_dump(mode="json")

    def without_defaults(self, entry: JsonObject) -> JsonObject:
        return self.of.given.model_validate(entry).model_dump(mode="json", exclude_defaults=True)

    async def read(self, session: AsyncSession, channel_id: UUID) -> dict[str, JsonObject]:
        return {row.key: self.of.entry_of(row) for row in await self.of.all(session, channel_id)}

    async def find(self, session: AsyncSession, channel_id: UUID, key: str) -> JsonObject | None:
        row = await self.of.find_by_name(session, channel_id, key)
        return None if row is None else self.of.entry_of(row)

    def check(self, entry: JsonObject) -> list[str]:
        try:
            self.prepare_entry(entry)
        except ValidationError as error:
            return problems_in(error)
        except AppError as error:
            return [f"{one.field}: {one.message}" for one in error.errors]
        return []

    async def lock(self, session: AsyncSession, channel_id: UUID) -> None:
        await self.of.lock(session, channel_id)

    def prepare_entry(self, entry: JsonObject) -> Fields:
        fields = self.of.given.model_validate(entry)
        self.of.check(fields, self.services)
        return fields

    async def put(self, session: AsyncSession, editor: Editor, prepared: Fields, key: str | None = None) -> None:
        row = await self.of.find_by_name(session, editor.channel_id, key or prepared.name)
        if row is None:
            await self.of.create(session, editor.channel_id, prepared, editor.changed_by)
        else:
            await self.of.save(session, editor.channel_id, row.id, prepared, editor.changed_by)

    async def remove(self, session: AsyncSession, editor: Editor, key: str) -> None:
        row = await self.of.find_by_name(session, editor.channel_id, key)
        if row is not None:
            await self.of.delete(session, editor.channel_id, row.id, editor.changed_by)

    def renamed(self, entry: JsonObject, taken: Container[str]) -> JsonObject:
        return {**entry, "name": free_name(self.key_of(entry), taken, self.of.max_name_length, name_key)}
