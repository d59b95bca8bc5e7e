"""Commands are saved while an import runs, and while viewers use commands."""

import asyncio
from uuid import UUID

import pytest

from greenroom.features.commands import service
from greenroom.features.commands.schemas import CommandIn
from greenroom.features.commands.service import ChangedBy
from support.commands import CommandChannel, command_body
from support.greenroom_server import ApiClient, GreenroomServer, Json
from support.row_locks import until_transaction_waits


@pytest.fixture
def channel(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> CommandChannel:
    return CommandChannel(greenroom, owner, channel_id)


def command_in(name: str, text: str) -> CommandIn:
    return CommandIn.model_validate(command_body(name, text))


@pytest.mark.both_databases
async def test_command_saved_while_an_import_waits_is_not_overwritten(
    greenroom: GreenroomServer, channel: CommandChannel
) -> None:
    row: Json = {"kind": "commands", "entry": command_body("!new", "Theirs"), "conflicts": "skip"}
    async with greenroom.kernel.database.write() as session:
        changed_by = ChangedBy("Robin", greenroom.kernel.clock())
        await service.create_command(session, UUID(channel.channel_id), command_in("!new", "Mine"), changed_by)
        importing = asyncio.create_task(channel.send("POST", "/imports", source="nightbot", rows=[row]))
        await until_transaction_waits(greenroom)
    done = (await importing).json()
    assert [one["outcome"] for one in done["rows"]] == ["skipped"]
    assert [one["responses"][0]["text"] for one in await channel.list_commands(q="!new")] == ["Mine"]


@pytest.mark.on_postgres
async def test_command_being_saved_delays_no_other_command(greenroom: GreenroomServer, channel: CommandChannel) -> None:
    await channel.connect("twitch")
    await channel.make("!quick", "Here")
    changed = await channel.make("!slow", "There")
    async with greenroom.kernel.database.write() as session:
        changed_by = ChangedBy("Robin", greenroom.kernel.clock())
        await service.save_command(
            session, UUID(channel.channel_id), UUID(changed["id"]), command_in("!slow", "Now"), changed_by
        )
        assert await channel.reason_without_response("!slow") == "being edited right now"
        await channel.send_and_await_response("!quick", "Here")
    await channel.send_and_await_response("!slow", "Now")
