"""Two sections of the channel file: the commands and the settings of commands. Imports and templates use them too."""

from collections.abc import Container, Sequence
from datetime import datetime
from typing import cast
from uuid import UUID

from msgspec.structs import replace
from pydantic import ValidationError
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Permission, Role
from greenroom.channel_file.command_names import bare
from greenroom.channel_file.sections import Editor, StoredEntries, Write, problems_in
from greenroom.channel_file.settings_section import SettingsSection
from greenroom.features.commands import service
from greenroom.features.commands.editing.bulk_write import PreparedCommand, remove_commands, write_commands
from greenroom.features.commands.editing.pattern_checks import refuse_slow_patterns
from greenroom.features.commands.fields import MAX_COMMANDS, MAX_NAME_LENGTH
from greenroom.features.commands.matching.responses import ResponseCompiler
from greenroom.features.commands.models import Command
from greenroom.features.commands.rows import COLUMNS, stored_fields
from greenroom.features.commands.rules import fold
from greenroom.features.commands.schemas import CommandIn, CommandSettingsIn
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import JsonObject, advisory_lock
from greenroom.kernel.tasks.cooperative import row_slices


async def _read_settings(session: AsyncSession, channel_id: UUID) -> CommandSettingsIn:
    return CommandSettingsIn(**(await service.get_settings(session, channel_id)).model_dump())


async def _write_settings(session: AsyncSession, channel_id: UUID, fields: CommandSettingsIn, by: ChangedBy) -> None:
    # If a file sets another prefix, a command whose new name is taken keeps its old names; an undo is refused instead.
    await service.save_settings(session, channel_id, fields, by, keeps_taken=by.undoes is None)


def settings_section() -> SettingsSection[CommandSettingsIn]:
    return SettingsSection(
        *service.SETTINGS_SECTION,
        CommandSettingsIn,
        _read_settings,
        _write_settings,
        permission=Permission.COMMANDS_MANAGE,
        read_permission=Permission.COMMANDS_READ,
    )


class CommandSection:
    key = "commands"
    title = "Commands"
    is_single = False
    max_entries = MAX_COMMANDS
    permission = Permission.COMMANDS_MANAGE
    read_permission = Permission.COMMANDS_READ

    def __init__(self, compiler: ResponseCompiler) -> None:
        self._compiler = compiler

    def key_of(self, entry: JsonObject) -> str:
        names = _names(entry)
        return bare(names[0]) if names else ""

    def names_of(self, entry: JsonObject) -> list[str]:
        return [fold(bare(name)) for name in _names(entry)]

    def complete(self, entry: JsonObject) -> JsonObject:
        return CommandIn.model_validate(entry).model_dump(mode="json")

    def without_defaults(self, entry: JsonObject) -> JsonObject:
        try:
            return CommandIn.model_validate(entry).model_dump(mode="json", exclude_defaults=True)
        except ValidationError:
            # The command was stored under older, looser rules: it must stay readable.
            return entry

    async def read(self, session: AsyncSession, channel_id: UUID) -> dict[str, JsonObject]:
        of_channel = select(*COLUMNS).where(Command.channel_id == channel_id)
        rows = row_slices(session, of_channel.order_by(Command.sort_name, Command.id))
        return {row.cmds[0]: stored_fields(row) async for some in rows for row in some}

    async def find(self, session: AsyncSession, channel_id: UUID, key: str) -> JsonObject | None:
        row = await self._find(session, channel_id, key)
        return None if row is None else stored_fields(row)

    async def _find(self, session: AsyncSession, channel_id: UUID, key: str) -> Command | None:
        """The command with this first name; an alias does not identify a command."""
        row = await service.find_by_name(session, channel_id, key)
        return row if row is not None and fold(row.cmds[0]) == fold(key) else None

    async def author_levels(self, session: AsyncSession, channel_id: UUID) -> dict[str, int]:
        rows = row_slices(session, select(Command.cmds, Command.author_level).where(Command.channel_id == channel_id))
        return {fold(row.cmds[0]): row.author_level async for some in rows for row in some}

    def check(self, entry: JsonObject) -> list[str]:
        try:
            fields = CommandIn.model_validate(entry)
        except ValidationError as error:
            return problems_in(error)
        return [f"{problem.field}: {problem.message}" for problem in self._compiler.problems(fields)]

    async def lock(self, session: AsyncSession, channel_id: UUID) -> None:
        await advisory_lock(session, f"commands:{channel_id}")

    def prepare(self, editor: Editor, entries: Sequence[JsonObject], stored: StoredEntries) -> Write:
        fields = [CommandIn.model_validate(entry) for entry in entries]
        refuse_slow_patterns(fields, stored)
        commands = [PreparedCommand.of(one, _author_level(editor, one.cmds[0])) for one in fields]
        return lambda session: write_commands(session, editor.channel_id, commands, editor.changed_by)

    async def replace(self, session: AsyncSession, editor: Editor, key: str, entry: JsonObject) -> None:
        fields = CommandIn.model_validate(entry)
        level = _author_level(editor, fields.cmds[0])
        row = await self._find(session, editor.channel_id, key)
        if row is not None:
            by = replace(editor.changed_by, level=level)
            await service.save_command(session, editor.channel_id, row.id, fields, by)
            return
        await write_commands(session, editor.channel_id, [PreparedCommand.of(fields, level)], editor.changed_by)

    async def restore_kept(self, session: AsyncSession, channel_id: UUID, key: str, kept: JsonObject) -> None:
        row = await self._find(session, channel_id, key)
        if row is not None:
            row.use_count, row.is_starter = cast("int", kept["use_count"]), cast("bool", kept["is_starter"])
            used_at = cast("str | None", kept["last_used_at"])
            row.last_used_at = datetime.fromisoformat(used_at) if used_at else None

    async def remove_all(self, session: AsyncSession, editor: Editor, keys: Sequence[str]) -> None:
        await remove_commands(session, editor.channel_id, keys, editor.changed_by)

    def renamed(self, entry: JsonObject, taken: Container[str]) -> JsonObject:
        """The entry with a number appended to each taken name."""
        names: list[str] = []
        for name in map(bare, _names(entry)):
            used = {fold(one) for one in names}
            free, number = name, 1
            while fold(free) in taken or fold(free) in used:
                number += 1
                free = f"{name[: MAX_NAME_LENGTH - len(str(number))]}{number}"
            names.append(free)
        return {**entry, "cmds": names}


def _author_level(editor: Editor, name: str) -> int:
    """The author's level for a command that is written: at most that of the editor."""
    if editor.author_levels is None:
        return editor.level
    # Older versions contain no levels: their authors count as Mods.
    return min(editor.level, editor.author_levels.get(fold(name), Role.MOD))


def _names(entry: JsonObject) -> list[str]:
    """Names of an unvalidated entry."""
    names = entry.get("cmds")
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []  # pyright: ignore[reportUnknownVariableType]  # a list of anything
