"""Writes many commands at once, for channel files and imports."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from msgspec import Struct
from sqlalchemy import Update, bindparam, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.audit.record import MAX_ENTRIES, record_many
from greenroom.features.commands.fields import MAX_COMMANDS, MAX_STEPS, CommandFields
from greenroom.features.commands.models import Command, CommandName
from greenroom.features.commands.rows import COLUMNS, KEPT_COLUMNS, columns_of, kept_of, stored_fields
from greenroom.features.commands.rules import fold
from greenroom.features.commands.service import (
    NameTaken,
    TooManyCommands,
    announce_change,
    delete_commands,
    record_command,
)
from greenroom.kernel.db.bulk_rows import BulkInsert
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import JsonObject, advisory_lock
from greenroom.kernel.errors import Invalid
from greenroom.kernel.ids import new_id
from greenroom.kernel.tasks.cooperative import slices

IDS_PER_QUERY = 1_000
# Few, because SQLAlchemy executes one UPDATE for each row.
UPDATES_PER_SLICE = 100
MAX_REPORTED_NAMES = 10
EDITED_COLUMNS = (
    *("cmds", "sort_name", "patterns", "pattern_steps", "description", "responses", "pick", "response_type"),
    *("access_level", "providers", "global_cooldown", "chatter_cooldown", "mods_skip_cooldown", "cost", "active_mode"),
    *("group_name", "is_enabled", "is_public", "search_text", "public_text", "author_level"),
)
NEW_COLUMNS = ("id", "channel_id", "use_count", "is_starter", "revision", "created_at", "created_by")
CHANGED_BY_COLUMNS = ("updated_at", "updated_by")
_insert = BulkInsert(Command, (*NEW_COLUMNS, *CHANGED_BY_COLUMNS, *EDITED_COLUMNS))
_insert_names = BulkInsert(CommandName, ("channel_id", "name", "command_id"))


def _update_statement() -> Update:
    """The statement that updates one row; it is executed with the values of many rows."""
    values: dict[str, Any] = {name: bindparam(f"new_{name}") for name in (*CHANGED_BY_COLUMNS, *EDITED_COLUMNS)}
    table = Command.__table__
    return update(table).where(table.c.id == bindparam("row_id")).values(**values, revision=table.c.revision + 1)  # pyright: ignore[reportArgumentType]  # it is a table


_update = _update_statement()


class PreparedCommand(Struct, frozen=True):
    """Column values of a command, computed before the transaction starts."""

    values: dict[str, object]
    # Folded names; the first identifies the command.
    keys: tuple[str, ...]
    # The id of a new command; unused if a stored command is replaced.
    new_id: UUID

    @classmethod
    def of(cls, fields: CommandFields, author_level: int) -> "PreparedCommand":
        values = {**columns_of(fields), "author_level": author_level}
        return cls(values, tuple(map(fold, fields.cmds)), new_id())


async def write_commands(
    session: AsyncSession, channel_id: UUID, commands: Sequence[PreparedCommand], by: ChangedBy
) -> None:
    """Writes commands: each replaces the stored one with the same first name, or is added."""
    if not commands:
        return
    await advisory_lock(session, f"commands:{channel_id}")
    found = await _ids_by_name(session, channel_id, [one.keys[0] for one in commands])
    ids = [found.get(one.keys[0], one.new_id) for one in commands]
    before = await _recordable_rows(session, ids)
    await _delete_names(session, list(found.values()))
    await _refuse_taken(session, channel_id, commands)
    rows = list(zip(ids, commands, strict=True))
    await _update_rows(session, [(row_id, one) for row_id, one in rows if one.keys[0] in found], by)
    await _insert_rows(session, channel_id, [(row_id, one) for row_id, one in rows if one.keys[0] not in found], by)
    await _add_names(session, channel_id, rows)
    await _refuse_over_limit(session, channel_id)
    await _record(session, channel_id, by, ids, before)
    announce_change(session, channel_id, ids)


async def _recordable_rows(session: AsyncSession, ids: Sequence[UUID]) -> dict[UUID, tuple[JsonObject, JsonObject]]:
    """Id → the fields and other values for the audit log; empty above MAX_ENTRIES commands, which get one entry."""
    if len(ids) > MAX_ENTRIES:
        return {}
    rows = await session.execute(select(*COLUMNS, *KEPT_COLUMNS).where(Command.id.in_(ids)))
    return {row.id: (stored_fields(row), kept_of(row)) for row in rows}


async def _record(
    session: AsyncSession,
    channel_id: UUID,
    by: ChangedBy,
    ids: Sequence[UUID],
    before: Mapping[UUID, tuple[JsonObject, JsonObject]],
) -> None:
    if len(ids) > MAX_ENTRIES:
        record_many(session, channel_id, by, section="commands", what="commands", count=len(ids))
        return
    after = await _recordable_rows(session, ids)
    for row_id in ids:
        old, kept = before.get(row_id, (None, None))
        record_command(session, channel_id, by, old, after[row_id][0], kept)


async def remove_commands(session: AsyncSession, channel_id: UUID, names: Sequence[str], by: ChangedBy) -> None:
    """Deletes the commands with these first names."""
    found = await _ids_by_name(session, channel_id, [fold(name) for name in names])
    async for ids in slices(list(found.values()), IDS_PER_QUERY):
        await delete_commands(session, channel_id, ids, by)


async def _ids_by_name(session: AsyncSession, channel_id: UUID, keys: Sequence[str]) -> dict[str, UUID]:
    """First name → id of the command; an alias does not identify a command."""
    found: dict[str, UUID] = {}
    async for some in slices(keys, IDS_PER_QUERY):
        owners = await _owners(session, channel_id, some)
        found |= {key: row_id for key, row_id, names in owners if fold(names[0]) == key}
    return found


async def _owners(session: AsyncSession, channel_id: UUID, keys: Sequence[str]) -> Iterable[Any]:
    """The commands that use these names or aliases."""
    return await session.execute(
        select(CommandName.name, Command.id, Command.cmds)
        .join(Command, Command.id == CommandName.command_id)
        .where(CommandName.channel_id == channel_id, CommandName.name.in_(keys))
    )


async def _delete_names(session: AsyncSession, ids: Sequence[UUID]) -> None:
    async for some in slices(ids, IDS_PER_QUERY):
        await session.execute(delete(CommandName).where(CommandName.command_id.in_(some)))


async def _refuse_taken(session: AsyncSession, channel_id: UUID, commands: Sequence[PreparedCommand]) -> None:
    async for some in slices([key for one in commands for key in one.keys], IDS_PER_QUERY):
        taken = [(0, key, names[0]) for key, _, names in await _owners(session, channel_id, some)]
        if taken:
            raise NameTaken(taken[:MAX_REPORTED_NAMES])


async def _update_rows(session: AsyncSession, existing: Sequence[tuple[UUID, PreparedCommand]], by: ChangedBy) -> None:
    signed = {"new_updated_at": by.at, "new_updated_by": by.signature}
    connection = await session.connection()
    async for some in slices(existing, UPDATES_PER_SLICE):
        rows = [
            {"row_id": row_id, **signed, **{f"new_{name}": value for name, value in one.values.items()}}
            for row_id, one in some
        ]
        await connection.execute(_update, rows)


async def _insert_rows(
    session: AsyncSession, channel_id: UUID, new: Sequence[tuple[UUID, PreparedCommand]], by: ChangedBy
) -> None:
    signed = (by.at, by.signature)
    async for some in slices(new):
        rows = [
            (
                row_id,
                channel_id,
                0,
                False,
                1,
                *signed,
                *signed,
                *(one.values[name] for name in EDITED_COLUMNS),
            )
            for row_id, one in some
        ]
        await _insert.run(session, rows)


async def _add_names(session: AsyncSession, channel_id: UUID, rows: Sequence[tuple[UUID, PreparedCommand]]) -> None:
    async for some in slices([(channel_id, key, row_id) for row_id, one in rows for key in one.keys]):
        await _insert_names.run(session, some)


async def _refuse_over_limit(session: AsyncSession, channel_id: UUID) -> None:
    counted = select(func.count(), func.coalesce(func.sum(Command.pattern_steps), 0))
    count, steps = (await session.execute(counted.where(Command.channel_id == channel_id))).one()
    if count > MAX_COMMANDS:
        raise TooManyCommands
    if steps > MAX_STEPS:
        raise Invalid("patterns", "Too many patterns in this channel. Remove or simplify some.")
