"""Undo of changes to webhooks; a deleted webhook is not restored, because its URL and secret are gone."""

from collections.abc import Container
from uuid import UUID

from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.webhooks import service
from greenroom.features.webhooks.schemas import MAX_NAME_LENGTH, MAX_WEBHOOKS, WebhookFields
from greenroom.kernel.db.database import JsonObject
from greenroom.kernel.text import name_key
from greenroom.portable.row_section import RowSection
from greenroom.portable.sections import Editor, free_name, problems_in
from greenroom.tenancy.access.rules import Permission


class WebhooksSection(RowSection[WebhookFields]):
    """Webhooks are identified by name."""

    key = service.SECTION
    title = "Webhooks"
    is_single = False
    max_entries = MAX_WEBHOOKS
    permission = Permission.PLATFORMS_MANAGE
    read_permission = Permission.PLATFORMS_MANAGE

    def key_of(self, entry: JsonObject) -> str:
        return str(entry.get("name", "")).strip()

    def names_of(self, entry: JsonObject) -> list[str]:
        return [name_key(self.key_of(entry))]

    def complete(self, entry: JsonObject) -> JsonObject:
        return self.prepare_entry(entry).model_dump(mode="json")

    def without_defaults(self, entry: JsonObject) -> JsonObject:
        return self.prepare_entry(entry).model_dump(mode="json", exclude_defaults=True)

    async def read(self, session: AsyncSession, channel_id: UUID) -> dict[str, JsonObject]:
        return {row.name: service.fields_of(row) for row in await service.all_webhooks(session, channel_id)}

    def check(self, entry: JsonObject) -> list[str]:
        try:
            self.prepare_entry(entry)
        except ValidationError as error:
            return problems_in(error)
        return []

    async def lock(self, session: AsyncSession, channel_id: UUID) -> None:
        await service.lock_webhooks(session, channel_id)

    def prepare_entry(self, entry: JsonObject) -> WebhookFields:
        return WebhookFields.model_validate(entry)

    async def put(self, session: AsyncSession, editor: Editor, prepared: WebhookFields, key: str | None = None) -> None:
        row = await service.find_by_name(session, editor.channel_id, key or prepared.name)
        if row is None:
            raise service.WebhookNotFound
        await service.save_webhook(session, None, editor.channel_id, row.id, prepared, editor.changed_by)

    async def remove(self, session: AsyncSession, editor: Editor, key: str) -> None:
        row = await service.find_by_name(session, editor.channel_id, key)
        if row is not None:
            await service.delete_webhook(session, editor.channel_id, row.id, editor.changed_by)

    def renamed(self, entry: JsonObject, taken: Container[str]) -> JsonObject:
        return {**entry, "name": free_name(self.key_of(entry), taken, MAX_NAME_LENGTH, name_key)}
