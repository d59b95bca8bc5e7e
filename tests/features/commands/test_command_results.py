"""Results of simultaneous uses of commands are written in one statement; a muted bot does not respond."""

import asyncio
from uuid import UUID

from sqlalchemy import text

from greenroom.accounts.channels.state import set_state
from greenroom.features.commands.responding.results import UseResult, UseResultWriter
from greenroom.kernel.db.change_tracking import ChangedBy
from support.command_pipeline import CommandPipeline
from support.sql_statements import statements

USE_COUNT = 60


async def test_results_of_simultaneous_uses_are_written_together(command_pipeline: CommandPipeline) -> None:
    await command_pipeline.make("!silent", "$(1)", global_cooldown=0, chatter_cooldown=0)
    await command_pipeline.process(
        *(command_pipeline.chat_message("!silent", by=str(at), message_id=f"m{at}") for at in range(USE_COUNT))
    )
    reason = "Empty response; $(1): No argument 1"
    assert await command_pipeline.verdicts() == [("skipped", reason)] * USE_COUNT
    database = command_pipeline.kernel.database
    results = UseResultWriter(database, asyncio.create_task)
    async with database.read() as session:
        ids = [UUID(str(each)) for each in await session.scalars(text("SELECT id FROM command_uses ORDER BY id"))]
    with statements(database) as writes:
        await asyncio.gather(*(results.write(each, UseResult("failed", f"{at}")) for at, each in enumerate(ids)))
    assert await command_pipeline.verdicts() == [("failed", f"{at}") for at in range(USE_COUNT)]
    assert sum("UPDATE command_uses" in each for each in writes) == 1


async def test_command_is_answered_only_while_the_bot_is_not_muted(command_pipeline: CommandPipeline) -> None:
    await command_pipeline.make(global_cooldown=0)
    by = ChangedBy("Juno", command_pipeline.kernel.clock())
    async with command_pipeline.kernel.database.write() as session:
        await set_state(session, command_pipeline.channel_id, by, bot_muted=True)
    assert await command_pipeline.ask("!hello") == "The bot is muted."
    async with command_pipeline.kernel.database.write() as session:
        await set_state(session, command_pipeline.channel_id, by, bot_muted=False)
    assert await command_pipeline.ask("!hello", by="8") == "Hello"
