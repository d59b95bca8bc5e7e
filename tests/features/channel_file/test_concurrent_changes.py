"""Many things change at once, and chat and other people go on meanwhile."""

import asyncio
from uuid import UUID

import pytest

from command_desk import CommandDesk, command_body
from greenroom.features.commands import service
from greenroom.features.commands.schemas import CommandIn
from greenroom.features.commands.service import ChangedBy
from house import House, Json, Visitor
from row_locks import until_somebody_waits

# SQLite has one writer: nobody gets as far as to meet another there.
on_postgres = pytest.mark.parametrize("open_door", ["postgres"], indirect=True, scope="session")


@pytest.fixture
def desk(house: House, owner: Visitor, channel_id: str) -> CommandDesk:
    return CommandDesk(house, owner, channel_id)


def given(name: str, text: str) -> CommandIn:
    return CommandIn.model_validate(command_body(name, text))


async def test_what_was_saved_while_an_import_waits_is_not_written_over(house: House, desk: CommandDesk) -> None:
    row: Json = {"kind": "commands", "entry": command_body("!new", "Theirs"), "conflicts": "skip"}
    async with house.kernel.database.write() as session:
        hand = ChangedBy("Robin", house.kernel.clock())
        await service.create_command(session, UUID(desk.channel_id), given("!new", "Mine"), hand)
        importing = asyncio.create_task(desk.send("POST", "/imports", source="nightbot", rows=[row]))
        await until_somebody_waits(house)
    done = (await importing).json()
    assert [one["outcome"] for one in done["rows"]] == ["skipped"]
    assert [one["responses"][0]["text"] for one in await desk.listed(q="!new")] == ["Mine"]


@on_postgres
async def test_chat_waits_for_nobody_who_changes_commands(house: House, desk: CommandDesk) -> None:
    await desk.connect("twitch")
    await desk.make("!quick", "Here")
    changed = await desk.make("!slow", "There")
    async with house.kernel.database.write() as session:
        hand = ChangedBy("Robin", house.kernel.clock())
        await service.save_command(session, UUID(desk.channel_id), UUID(changed["id"]), given("!slow", "Now"), hand)
        assert await desk.silence_after("!slow") == "it is being changed"
        await desk.answer_to("!quick", "Here")
    await desk.answer_to("!slow", "Now")
