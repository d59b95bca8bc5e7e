"""The commands that every channel may have: added once, and only where there is room for them."""

import asyncio
from uuid import UUID

import pytest
from sqlalchemy import insert

from command_desk import CommandDesk
from greenroom.features.commands.fields import MAX_COMMANDS, CommandFields, Response
from greenroom.features.commands.models import Command
from greenroom.features.commands.rows import columns_of
from greenroom.features.commands.service import Hand
from greenroom.features.commands.starter_set import add_starters
from greenroom.kernel.ids import new_id
from house import House, Visitor, refusal
from house_fixtures import on_one_database
from row_locks import until_somebody_waits


@pytest.fixture
def desk(house: House, owner: Visitor, channel_id: str) -> CommandDesk:
    return CommandDesk(house, owner, channel_id)


async def fill(house: House, channel_id: str, count: int) -> None:
    now = house.kernel.clock()
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
    async with house.kernel.database.write() as session:
        await session.execute(insert(Command), [{**one, "id": new_id()} for _ in range(count)])


@on_one_database
async def test_starters_are_refused_where_there_is_no_room_for_all_of_them(house: House, desk: CommandDesk) -> None:
    await desk.send("DELETE", "/starter-commands")
    await fill(house, desk.channel_id, MAX_COMMANDS - 5)
    answer = await desk.send("POST", "/starter-commands")
    assert refusal(answer) == (409, "too_many_commands")
    assert await house.rows("SELECT id FROM commands WHERE is_starter") == []


async def test_two_who_want_the_starters_at_once_get_them_once(house: House, desk: CommandDesk) -> None:
    await desk.send("DELETE", "/starter-commands")
    async with house.kernel.database.write() as session:
        count = await add_starters(session, UUID(desk.channel_id), Hand("Robin", house.kernel.clock()))
        second = asyncio.create_task(desk.send("POST", "/starter-commands"))
        await until_somebody_waits(house)
    assert (await second).json() == {"count": 0}
    assert len(await desk.listed()) == count
