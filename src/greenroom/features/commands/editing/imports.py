"""For imports: finds the default commands that were never changed, and stores use counts of imported commands."""

from collections.abc import Mapping
from uuid import UUID

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.channel_file.command_imports import CommandImports
from greenroom.features.commands.models import Command, CommandName
from greenroom.features.commands.rules import fold
from greenroom.features.commands.service import FIRST_REVISION, announce_change


async def unchanged_starters(session: AsyncSession, channel_id: UUID) -> frozenset[str]:
    # Every change increments the revision.
    untouched = Command.is_starter & (Command.revision == FIRST_REVISION)
    rows = await session.scalars(select(Command.cmds).where(Command.channel_id == channel_id, untouched))
    return frozenset(names[0] for names in rows)


async def set_use_counts(session: AsyncSession, channel_id: UUID, counts: Mapping[str, int]) -> None:
    by_name = {fold(name): count for name, count in counts.items()}
    named = select(CommandName.command_id, CommandName.name).where(
        CommandName.channel_id == channel_id, CommandName.name.in_(by_name)
    )
    found = list(await session.execute(named))
    if found:
        await session.execute(
            update(Command), [{"id": one.command_id, "use_count": by_name[one.name]} for one in found]
        )
        announce_change(session, channel_id, [one.command_id for one in found])


COMMAND_IMPORTS = CommandImports(unchanged_starters, set_use_counts)
