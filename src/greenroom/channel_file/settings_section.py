"""A section that has exactly one entry: the settings of a feature."""

from collections.abc import Awaitable, Callable, Container
from dataclasses import dataclass, field
from typing import Generic, TypeVar
from uuid import UUID

from pydantic import BaseModel, ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Permission
from greenroom.accounts.audit.record import record_change
from greenroom.channel_file.row_section import RowSection
from greenroom.channel_file.sections import Editor, problems_in
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import JsonObject, advisory_lock

ONLY_KEY = "settings"

Settings = TypeVar("Settings", bound=BaseModel)


def record_settings(
    session: AsyncSession, channel_id: UUID, by: ChangedBy, section: tuple[str, str], old: BaseModel, new: BaseModel
) -> None:
    """Records the change in the audit log, under the key and the title of the section."""
    key, title = section
    before, after = old.model_dump(mode="json"), new.model_dump(mode="json")
    record_change(session, channel_id, by, section=key, item=ONLY_KEY, title=title, old=before, new=after)


@dataclass(slots=True, eq=False)
class SettingsSection(RowSection[Settings], Generic[Settings]):
    key: str
    title: str
    model: type[Settings]
    read_settings: Callable[[AsyncSession, UUID], Awaitable[Settings]]
    write_settings: Callable[[AsyncSession, UUID, Settings, ChangedBy], Awaitable[object]]
    permission: Permission = field(kw_only=True)
    read_permission: Permission = field(kw_only=True)
    is_single: bool = True
    max_entries: int = 1

    def key_of(self, entry: JsonObject) -> str:
        return ONLY_KEY

    def names_of(self, entry: JsonObject) -> list[str]:
        return [ONLY_KEY]

    def complete(self, entry: JsonObject) -> JsonObject:
        return self.model.model_validate(entry).model_dump(mode="json")

    def without_defaults(self, entry: JsonObject) -> JsonObject:
        """Keeps every value, because settings are few."""
        return entry

    async def read(self, session: AsyncSession, channel_id: UUID) -> dict[str, JsonObject]:
        return {ONLY_KEY: (await self.read_settings(session, channel_id)).model_dump(mode="json")}

    def check(self, entry: JsonObject) -> list[str]:
        try:
            self.model.model_validate(entry)
        except ValidationError as error:
            return problems_in(error)
        return []

    async def lock(self, session: AsyncSession, channel_id: UUID) -> None:
        await advisory_lock(session, f"{self.key}:{channel_id}")

    def prepare_entry(self, entry: JsonObject) -> Settings:
        return self.model.model_validate(entry)

    async def put(self, session: AsyncSession, editor: Editor, prepared: Settings, key: str | None = None) -> None:
        await self.write_settings(session, editor.channel_id, prepared, editor.changed_by)

    async def remove(self, session: AsyncSession, editor: Editor, key: str) -> None:
        """Does nothing, because settings cannot be removed."""

    def renamed(self, entry: JsonObject, taken: Container[str]) -> JsonObject:
        return entry
