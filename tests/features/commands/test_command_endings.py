"""What came of many commands that were asked for at once."""

import asyncio
from uuid import UUID

from sqlalchemy import text

from asked_statements import statements
from asking_desk import AskingDesk
from greenroom.features.commands.responding.results import UseResult, UseResultWriter

CROWD = 60


async def test_what_came_of_many_is_written_down_together(asking: AskingDesk) -> None:
    await asking.make("!silent", "$(1)", global_cooldown=0, chatter_cooldown=0)
    await asking.hear(*(asking.said("!silent", by=str(at), message_id=f"m{at}") for at in range(CROWD)))
    reason = "There is nothing to say; $(1): There is no word 1 behind the command"
    assert await asking.verdicts() == [("skipped", reason)] * CROWD
    database = asking.kernel.database
    endings = UseResultWriter(database, asyncio.create_task)
    async with database.read() as session:
        ids = [UUID(str(each)) for each in await session.scalars(text("SELECT id FROM command_uses ORDER BY id"))]
    with statements(database) as writes:
        await asyncio.gather(*(endings.settle(each, UseResult("failed", f"{at}")) for at, each in enumerate(ids)))
    assert await asking.verdicts() == [("failed", f"{at}") for at in range(CROWD)]
    assert sum("UPDATE command_uses" in each for each in writes) == 1
