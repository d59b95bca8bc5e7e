"""Queues as a section of the channel's file: their settings, without the viewers in them."""

from collections.abc import Container
from uuid import UUID

from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.queues import service
from greenroom.features.queues.calls import CallMessages
from greenroom.features.queues.schemas import MAX_QUEUE_NAME_LENGTH, MAX_QUEUES, QueueIn
from greenroom.kernel.db.database import JsonObject
from greenroom.kernel.text import name_key
from greenroom.portable.row_section import RowSection
from greenroom.portable.sections import Editor, free_name, problems_in
from greenroom.tenancy.access.rules import Permission


class QueuesSection(RowSection[QueueIn]):
    """The section `queues`, whose entries are identified by name."""

    def __init__(self, messages: CallMessages) -> None:
        self._messages = messages

    key = "queues"
    title = "Viewer queues"
    is_single = False
    max_entries = MAX_QUEUES
    permission = Permission.QUEUES_MANAGE
    read_permission = Permission.QUEUES_READ

    def key_of(self, entry: JsonObject) -> str:
        return str(entry.get("name", "")).strip()

    def names_of(self, entry: JsonObject) -> list[str]:
        return [name_key(self.key_of(entry))]

    def complete(self, entry: JsonObject) -> JsonObject:
        return QueueIn.model_validate(entry).model_dump(mode="json")

    def without_defaults(self, entry: JsonObject) -> JsonObject:
        return QueueIn.model_validate(entry).model_dump(mode="json", exclude_defaults=True)

    async def read(self, session: AsyncSession, channel_id: UUID) -> dict[str, JsonObject]:
        rows = await service.all_queues(session, channel_id)
        return {row.name: service.queue_in(row).model_dump(mode="json") for row in rows}

    def check(self, entry: JsonObject) -> list[str]:
        try:
            fields = QueueIn.model_validate(entry)
        except ValidationError as error:
            return problems_in(error)
        return [f"call_message: {problem}" for problem in self._messages.problems(fields)]

    async def lock(self, session: AsyncSession, channel_id: UUID) -> None:
        await service.lock_queues(session, channel_id)

    def prepare_entry(self, entry: JsonObject) -> QueueIn:
        return QueueIn.model_validate(entry)

    async def put(self, session: AsyncSession, editor: Editor, prepared: QueueIn, key: str | None = None) -> None:
        row = await service.find_by_name(session, editor.channel_id, key or prepared.name)
        if row is None:
            await service.create_queue(session, editor.channel_id, prepared, editor.changed_by)
        else:
            await service.save_queue(session, editor.channel_id, row.id, prepared, editor.changed_by)

    async def remove(self, session: AsyncSession, editor: Editor, key: str) -> None:
        row = await service.find_by_name(session, editor.channel_id, key)
        if row is not None:
            await service.delete_queue(session, editor.channel_id, row.id, editor.changed_by)

    def renamed(self, entry: JsonObject, taken: Container[str]) -> JsonObject:
        return {**entry, "name": free_name(self.key_of(entry), taken, MAX_QUEUE_NAME_LENGTH, name_key)}
