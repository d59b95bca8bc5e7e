"""Default commands are added once and within the limit."""

import asyncio
from uuid import UUID

import pytest
from sqlalchemy import insert

from greenroom.features.commands.editing.starter_set import add_starters
from greenroom.features.commands.fields import MAX_COMMANDS, CommandFields, Response
from greenroom.features.commands.models import Command
from greenroom.features.commands.rows import columns_of
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.ids import new_id
from support.commands import CommandChannel
from support.greenroom_server import ApiClient, GreenroomServer, refusal
from support.row_locks import until_transaction_waits


@pytest.fixture
def channel(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> CommandChannel:
    return CommandChannel(greenroom, owner, channel_id)


async def store_commands(greenroom: GreenroomServer, channel_id: str, count: int) -> None:
    now = greenroom.kernel.clock()
    one = {
        **columns_of(CommandFields(cmds=["!x"], responses=[Response(text="x")])),
        "channel_id": UUID(channel_id),
        "use_count": 0,
        "is_starter": False,
        "revision": 1,
        "created_at": now,
        "created_by": "",
        "updated_at": now,
        "updated_by": "",
    }
    async with greenroom.kernel.database.write() as session:
        await session.execute(insert(Command), [{**one, "id": new_id()} for _ in range(count)])


async def test_default_commands_over_the_limit_are_refused(greenroom: GreenroomServer, channel: CommandChannel) -> None:
    await channel.send("DELETE", "/starter-commands")
    await store_commands(greenroom, channel.channel_id, MAX_COMMANDS - 5)
    answer = await channel.send("POST", "/starter-commands")
    assert refusal(answer) == (409, "too_many_commands")
    assert await greenroom.rows("SELECT id FROM commands WHERE is_starter") == []


@pytest.mark.both_databases
async def test_default_commands_added_concurrently_are_added_once(
    greenroom: GreenroomServer, channel: CommandChannel
) -> None:
    await channel.send("DELETE", "/starter-commands")
    async with greenroom.kernel.database.write() as session:
        count = await add_starters(session, UUID(channel.channel_id), ChangedBy("Robin", greenroom.kernel.clock()))
        second = asyncio.create_task(channel.send("POST", "/starter-commands"))
        await until_transaction_waits(greenroom)
    assert (await second).json() == {"count": 0}
    assert len(await channel.list_commands()) == count
