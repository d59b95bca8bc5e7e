"""Many commands at once, as a file or another bot brings them."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.commands.fields import MOST_COMMANDS, MOST_STEPS, CommandFields
from greenroom.features.commands.models import Command, CommandName
from greenroom.features.commands.reading import put_into
from greenroom.features.commands.rules import fold
from greenroom.features.commands.service import (
    Hand,
    NameTaken,
    TooManyCommands,
    add_commands,
    delete_commands,
    give_names,
    names_taken,
    sign,
    tell,
)
from greenroom.kernel.db import take_turns
from greenroom.kernel.errors import Invalid

# Values that one statement takes on every database.
AT_ONCE = 5_000


async def write_commands(session: AsyncSession, channel_id: UUID, several: Sequence[CommandFields], hand: Hand) -> None:
    """Each replaces the one that is known by its first name, or is new; names may pass from one to another of them."""
    await take_turns(session, f"commands:{channel_id}")
    found = await _owners(session, channel_id, [given.cmds[0] for given in several])
    old = [(found[fold(given.cmds[0])], given) for given in several if fold(given.cmds[0]) in found]
    new = [given for given in several if fold(given.cmds[0]) not in found]
    await _rewrite(session, channel_id, old, hand)
    await _refuse_taken(session, channel_id, new)
    await add_commands(session, channel_id, new, hand)
    await _refuse_too_much(session, channel_id)


async def remove_commands(session: AsyncSession, channel_id: UUID, names: Sequence[str]) -> None:
    """Those that are known by these names."""
    ids = [row.id for row in (await _owners(session, channel_id, names)).values()]
    for start in range(0, len(ids), AT_ONCE):
        await delete_commands(session, channel_id, ids[start : start + AT_ONCE])


async def _owners(session: AsyncSession, channel_id: UUID, names: Sequence[str]) -> dict[str, Command]:
    """By the names that commands are known by: others that only also answer to one are other commands."""
    found: dict[str, Command] = {}
    for start in range(0, len(names), AT_ONCE):
        found |= await names_taken(session, channel_id, names[start : start + AT_ONCE])
    return {name: row for name, row in found.items() if fold(row.cmds[0]) == name}


async def _rewrite(
    session: AsyncSession, channel_id: UUID, old: Sequence[tuple[Command, CommandFields]], hand: Hand
) -> None:
    if not old:
        return
    ids = [row.id for row, _ in old]
    for start in range(0, len(ids), AT_ONCE):
        await session.execute(delete(CommandName).where(CommandName.command_id.in_(ids[start : start + AT_ONCE])))
    await _refuse_taken(session, channel_id, [given for _, given in old])
    for row, given in old:
        put_into(row, given)
        sign(row, hand)
    await session.flush()
    await give_names(session, [row for row, _ in old])
    tell(session, channel_id, ids)


async def _refuse_taken(session: AsyncSession, channel_id: UUID, several: Sequence[CommandFields]) -> None:
    names = [name for given in several for name in given.cmds]
    for start in range(0, len(names), AT_ONCE):
        taken = await names_taken(session, channel_id, names[start : start + AT_ONCE])
        if taken:
            listed = [name for name in names if fold(name) in taken][:10]
            raise NameTaken([(0, name, taken[fold(name)].cmds[0]) for name in listed])


async def _refuse_too_much(session: AsyncSession, channel_id: UUID) -> None:
    counted = select(func.count(), func.coalesce(func.sum(Command.pattern_steps), 0))
    count, steps = (await session.execute(counted.where(Command.channel_id == channel_id))).one()
    if count > MOST_COMMANDS:
        raise TooManyCommands
    if steps > MOST_STEPS:
        raise Invalid("patterns", "The patterns of this channel are too many or too large together.")
