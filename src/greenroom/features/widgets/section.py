"""The widgets in a channel's file; the secret keys of their URLs are left out."""

from collections.abc import Container
from typing import cast
from uuid import UUID

from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Permission
from greenroom.channel_file.media_addresses import ChannelMedia, MediaFile, with_channel_media, with_portable_media
from greenroom.channel_file.row_section import RowSection
from greenroom.channel_file.sections import Editor, free_name, problems_in
from greenroom.feature import Services
from greenroom.features.widgets import service
from greenroom.features.widgets.live.values import InvalidText, check_text
from greenroom.features.widgets.models import Widget
from greenroom.features.widgets.schemas import MAX_NAME_LENGTH, MAX_WIDGETS, WidgetChange, WidgetIn
from greenroom.features.widgets.settings import (
    InvalidSettings,
    read_settings,
    settings_json,
    stored_settings,
    without_rule_ids,
)
from greenroom.features.widgets.types.registry import TYPES
from greenroom.kernel.db.database import JsonObject
from greenroom.kernel.schema import StrictSchema
from greenroom.kernel.text import name_key


class WidgetsSection(RowSection[WidgetIn]):
    """The section `widgets`, whose entries are identified by name.

    A widget that is overwritten keeps the secret key of its URL, unless its type changes: then it is deleted and a new
    one is created.
    """

    key = "widgets"
    title = "Widgets"
    is_single = False
    max_entries = MAX_WIDGETS
    permission = Permission.WIDGETS_MANAGE
    read_permission = Permission.WIDGETS_MANAGE

    def __init__(self, services: Services) -> None:
        self._services = services

    def key_of(self, entry: JsonObject) -> str:
        return str(entry.get("name", "")).strip()

    def names_of(self, entry: JsonObject) -> list[str]:
        return [name_key(self.key_of(entry))]

    def complete(self, entry: JsonObject) -> JsonObject:
        fields = WidgetIn.model_validate(entry)
        settings = settings_json(read_settings(fields.type, fields.settings))
        return _entry(fields.name, fields.type, settings, fields.css, is_enabled=fields.enabled)

    def without_defaults(self, entry: JsonObject) -> JsonObject:
        fields = WidgetIn.model_validate(entry)
        complete = read_settings(fields.type, fields.settings)
        settings = without_rule_ids(complete.model_dump(mode="json", exclude_defaults=True))
        shown = fields.model_dump(mode="json", exclude_defaults=True) | {"settings": settings}
        ordered = {name: shown[name] for name in ("name", "type", "enabled", "settings", "css") if name in shown}
        return {name: value for name, value in ordered.items() if value != {}}

    async def read(self, session: AsyncSession, channel_id: UUID) -> dict[str, JsonObject]:
        rows = [row for row in await service.all_widgets(session, channel_id) if row.type in TYPES]
        files = await self._files(session, channel_id) if rows else []
        return {row.name: _portable(row, files) for row in sorted(rows, key=lambda row: (row.name_key, row.id))}

    def check(self, entry: JsonObject) -> list[str]:
        try:
            fields = WidgetIn.model_validate(entry)
            self._check_settings(read_settings(fields.type, fields.settings))
        except ValidationError as error:
            return problems_in(error)
        except (InvalidSettings, InvalidText) as error:
            return [f"{one.field}: {one.message}" for one in error.errors]
        return []

    async def lock(self, session: AsyncSession, channel_id: UUID) -> None:
        await service.lock_widgets(session, channel_id)

    def prepare_entry(self, entry: JsonObject) -> WidgetIn:
        return WidgetIn.model_validate(entry)

    async def find(self, session: AsyncSession, channel_id: UUID, key: str) -> JsonObject | None:
        row = await service.find_by_name(session, channel_id, key)
        return None if row is None else service.entry_of(row)

    async def put(self, session: AsyncSession, editor: Editor, prepared: WidgetIn, key: str | None = None) -> None:
        files = await self._files(session, editor.channel_id)
        fields = WidgetIn.model_validate(with_channel_media(prepared.model_dump(mode="json"), files))
        row = await service.find_by_name(session, editor.channel_id, key or fields.name)
        if row is not None and row.type == fields.type:
            await self._save(session, editor, row, fields)
            return
        if row is not None:
            # The type of a widget cannot change, so the widget is created again, and its URL gets a new secret key.
            await service.delete_widget(session, editor.channel_id, row.id, editor.changed_by)
        vault, by = self._services.kernel.vault, editor.changed_by
        await service.create_widget(session, vault, editor.channel_id, fields, by, self._check_settings)

    async def _save(self, session: AsyncSession, editor: Editor, row: Widget, fields: WidgetIn) -> None:
        channel_id, by = editor.channel_id, editor.changed_by
        change = WidgetChange(name=fields.name, settings=fields.settings, css=fields.css)
        await service.save_widget(session, channel_id, row.id, change, by, self._check_settings, revision=None)
        await service.switch_widget(session, channel_id, row.id, by, is_enabled=fields.enabled)

    async def remove(self, session: AsyncSession, editor: Editor, key: str) -> None:
        row = await service.find_by_name(session, editor.channel_id, key)
        if row is not None:
            await service.delete_widget(session, editor.channel_id, row.id, editor.changed_by)

    def renamed(self, entry: JsonObject, taken: Container[str]) -> JsonObject:
        return {**entry, "name": free_name(self.key_of(entry), taken, MAX_NAME_LENGTH, name_key)}

    async def _files(self, session: AsyncSession, channel_id: UUID) -> list[MediaFile]:
        return list(await self._services.provided.get(ChannelMedia).files(session, channel_id))

    def _check_settings(self, settings: StrictSchema) -> None:
        check_text(self._services.variables, settings)


def _entry(name: str, type_name: str, settings: JsonObject, css: str, *, is_enabled: bool) -> JsonObject:
    shown = without_rule_ids(settings)
    return {"name": name, "type": type_name, "enabled": is_enabled, "settings": shown, "css": css}


def _portable(row: Widget, files: list[MediaFile]) -> JsonObject:
    settings = settings_json(stored_settings(row.type, row.settings))
    entry = _entry(row.name, row.type, settings, row.css, is_enabled=row.is_enabled)
    return cast("JsonObject", with_portable_media(entry, files))
