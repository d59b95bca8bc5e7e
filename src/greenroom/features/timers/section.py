"""The timers section of a channel file."""

from collections.abc import Container
from uuid import UUID

from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.timers import rows as timer_rows
from greenroom.features.timers import service
from greenroom.features.timers.message_checker import MessageChecker
from greenroom.features.timers.schemas import MAX_TIMERS, TimerIn
from greenroom.kernel.db.database import JsonObject, advisory_lock
from greenroom.kernel.text import name_key
from greenroom.portable.entry_limits import MAX_TIMER_NAME_LENGTH
from greenroom.portable.row_section import RowSection
from greenroom.portable.sections import Editor, free_name, problems_in
from greenroom.tenancy.access.rules import Permission


class TimersSection(RowSection[TimerIn]):
    """Timers are identified by name."""

    key = "timers"
    title = "Timers"
    is_single = False
    max_entries = MAX_TIMERS
    permission = Permission.TIMERS_MANAGE
    read_permission = Permission.TIMERS_READ

    def __init__(self, checker: MessageChecker) -> None:
        self._checker = checker

    def key_of(self, entry: JsonObject) -> str:
        return str(entry.get("name", "")).strip()

    def names_of(self, entry: JsonObject) -> list[str]:
        return [name_key(self.key_of(entry))]

    def complete(self, entry: JsonObject) -> JsonObject:
        return TimerIn.model_validate(entry).model_dump(mode="json")

    def without_defaults(self, entry: JsonObject) -> JsonObject:
        return TimerIn.model_validate(entry).model_dump(mode="json", exclude_defaults=True)

    async def read(self, session: AsyncSession, channel_id: UUID) -> dict[str, JsonObject]:
        rows = await service.all_timers(session, channel_id)
        return {row.name: timer_rows.timer_in(row).model_dump(mode="json") for row in rows}

    def check(self, entry: JsonObject) -> list[str]:
        try:
            fields = TimerIn.model_validate(entry)
        except ValidationError as error:
            return problems_in(error)
        return [f"{problem.field}: {problem.message}" for problem in self._checker.problems(fields)]

    async def lock(self, session: AsyncSession, channel_id: UUID) -> None:
        await advisory_lock(session, f"timers:{channel_id}")

    def prepare_entry(self, entry: JsonObject) -> TimerIn:
        fields = TimerIn.model_validate(entry)
        self._checker.check(fields)
        return fields

    async def put(self, session: AsyncSession, editor: Editor, prepared: TimerIn, key: str | None = None) -> None:
        row = await service.find_by_name(session, editor.channel_id, key or prepared.name)
        if row is None:
            await service.create_timer(session, editor.channel_id, prepared, editor.changed_by)
        else:
            await service.save_timer(session, editor.channel_id, row.id, prepared, editor.changed_by)

    async def remove(self, session: AsyncSession, editor: Editor, key: str) -> None:
        row = await service.find_by_name(session, editor.channel_id, key)
        if row is not None:
            await service.delete_timer(session, editor.channel_id, row.id, editor.changed_by)

    def renamed(self, entry: JsonObject, taken: Container[str]) -> JsonObject:
        return {**entry, "name": free_name(self.key_of(entry), taken, MAX_TIMER_NAME_LENGTH, name_key)}
