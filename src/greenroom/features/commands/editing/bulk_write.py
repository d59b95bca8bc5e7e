"""Many commands at once, as a file or another bot brings them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import Update, bindparam, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.commands.fields import MOST_COMMANDS, MOST_STEPS, CommandFields
from greenroom.features.commands.models import Command, CommandName
from greenroom.features.commands.rows import columns_of
from greenroom.features.commands.rules import fold
from greenroom.features.commands.service import (
    NameTaken,
    TooManyCommands,
    delete_commands,
    tell,
)
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import take_turns
from greenroom.kernel.errors import Invalid
from greenroom.kernel.fast.bulk_rows import BulkInsert
from greenroom.kernel.ids import new_id
from greenroom.kernel.tasks.cooperative import slices

# Names, or ids, that one question may carry.
ASKED_AT_ONCE = 1_000
# Each is a statement of its own to SQLAlchemy.
CHANGED_AT_ONCE = 100
MOST_NAMED = 10
GIVEN = (
    *("cmds", "sort_name", "patterns", "pattern_steps", "description", "responses", "pick", "response_type"),
    *("access_level", "providers", "global_cooldown", "chatter_cooldown", "mods_skip_cooldown", "active_mode"),
    *("group_name", "is_enabled", "is_public", "search_text", "public_text"),
)
NEW = ("id", "channel_id", "use_count", "is_starter", "revision", "created_at", "created_by")
SIGNED = ("updated_at", "updated_by")
_insert = BulkInsert(Command, (*NEW, *SIGNED, *GIVEN))
_insert_names = BulkInsert(CommandName, ("channel_id", "name", "command_id"))


def _rewriting() -> Update:
    """Of one row; SQLAlchemy takes the values of many."""
    values: dict[str, Any] = {name: bindparam(f"new_{name}") for name in (*SIGNED, *GIVEN)}
    table = Command.__table__
    return update(table).where(table.c.id == bindparam("row_id")).values(**values, revision=table.c.revision + 1)  # pyright: ignore[reportArgumentType]  # it is a table


_rewrite = _rewriting()


@dataclass(frozen=True, slots=True)
class Prepared:
    """A command as it is stored, but for who has written it; all of it worked out before the database is asked."""

    values: dict[str, object]
    # As names are compared; it is known by the first.
    keys: tuple[str, ...]
    # Its own if there is none that it replaces.
    new_id: UUID

    @classmethod
    def of(cls, given: CommandFields) -> "Prepared":
        return cls(columns_of(given), tuple(map(fold, given.cmds)), new_id())


async def write_commands(session: AsyncSession, channel_id: UUID, several: Sequence[Prepared], hand: ChangedBy) -> None:
    """Each replaces the one that is known by its first name, or is new; names may pass from one to another of them."""
    if not several:
        return
    await take_turns(session, f"commands:{channel_id}")
    found = await _known_by(session, channel_id, [one.keys[0] for one in several])
    ids = [found.get(one.keys[0], one.new_id) for one in several]
    await _forget_names(session, list(found.values()))
    await _refuse_taken(session, channel_id, several)
    placed = list(zip(ids, several, strict=True))
    await _change(session, [(row_id, one) for row_id, one in placed if one.keys[0] in found], hand)
    await _add(session, channel_id, [(row_id, one) for row_id, one in placed if one.keys[0] not in found], hand)
    await _give_names(session, channel_id, placed)
    await _refuse_too_much(session, channel_id)
    tell(session, channel_id, ids)


async def remove_commands(session: AsyncSession, channel_id: UUID, names: Sequence[str]) -> None:
    """Those that are known by these names."""
    found = await _known_by(session, channel_id, [fold(name) for name in names])
    async for ids in slices(list(found.values()), ASKED_AT_ONCE):
        await delete_commands(session, channel_id, ids)


async def _known_by(session: AsyncSession, channel_id: UUID, keys: Sequence[str]) -> dict[str, UUID]:
    """By the names that commands are known by: others that only also answer to one are other commands."""
    found: dict[str, UUID] = {}
    async for some in slices(keys, ASKED_AT_ONCE):
        owners = await _owners(session, channel_id, some)
        found |= {key: row_id for key, row_id, names in owners if fold(names[0]) == key}
    return found


async def _owners(session: AsyncSession, channel_id: UUID, keys: Sequence[str]) -> Iterable[Any]:
    """Each of these names that somebody has, with the command."""
    return await session.execute(
        select(CommandName.name, Command.id, Command.cmds)
        .join(Command, Command.id == CommandName.command_id)
        .where(CommandName.channel_id == channel_id, CommandName.name.in_(keys))
    )


async def _forget_names(session: AsyncSession, ids: Sequence[UUID]) -> None:
    async for some in slices(ids, ASKED_AT_ONCE):
        await session.execute(delete(CommandName).where(CommandName.command_id.in_(some)))


async def _refuse_taken(session: AsyncSession, channel_id: UUID, several: Sequence[Prepared]) -> None:
    async for some in slices([key for one in several for key in one.keys], ASKED_AT_ONCE):
        taken = [(0, key, names[0]) for key, _, names in await _owners(session, channel_id, some)]
        if taken:
            raise NameTaken(taken[:MOST_NAMED])


async def _change(session: AsyncSession, old: Sequence[tuple[UUID, Prepared]], hand: ChangedBy) -> None:
    signed = {"new_updated_at": hand.at, "new_updated_by": hand.signature}
    connection = await session.connection()
    async for some in slices(old, CHANGED_AT_ONCE):
        rows = [
            {"row_id": row_id, **signed, **{f"new_{name}": value for name, value in one.values.items()}}
            for row_id, one in some
        ]
        await connection.execute(_rewrite, rows)


async def _add(session: AsyncSession, channel_id: UUID, new: Sequence[tuple[UUID, Prepared]], hand: ChangedBy) -> None:
    signed = (hand.at, hand.signature)
    async for some in slices(new):
        rows = [
            (row_id, channel_id, 0, False, 1, *signed, *signed, *(one.values[name] for name in GIVEN))
            for row_id, one in some
        ]
        await _insert.run(session, rows)


async def _give_names(session: AsyncSession, channel_id: UUID, placed: Sequence[tuple[UUID, Prepared]]) -> None:
    async for some in slices([(channel_id, key, row_id) for row_id, one in placed for key in one.keys]):
        await _insert_names.run(session, some)


async def _refuse_too_much(session: AsyncSession, channel_id: UUID) -> None:
    counted = select(func.count(), func.coalesce(func.sum(Command.pattern_steps), 0))
    count, steps = (await session.execute(counted.where(Command.channel_id == channel_id))).one()
    if count > MOST_COMMANDS:
        raise TooManyCommands
    if steps > MOST_STEPS:
        raise Invalid("patterns", "The patterns of this channel are too many or too large together.")
