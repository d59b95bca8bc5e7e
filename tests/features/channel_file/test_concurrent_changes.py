"""Many things change at once, and chat and other people go on meanwhile."""

import asyncio
from uuid import UUID

import pytest

from greenroom.features.commands import service
from greenroom.features.commands.schemas import CommandIn
from greenroom.features.commands.service import ChangedBy
from support.commands import CommandEditor, command_body
from support.greenroom_server import ApiClient, GreenroomServer, Json
from support.row_locks import until_somebody_waits

# SQLite has one writer: nobody gets as far as to meet another there.
on_postgres = pytest.mark.parametrize("shared_greenroom", ["postgres"], indirect=True, scope="session")


@pytest.fixture
def editor(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> CommandEditor:
    return CommandEditor(greenroom, owner, channel_id)


def given(name: str, text: str) -> CommandIn:
    return CommandIn.model_validate(command_body(name, text))


async def test_what_was_saved_while_an_import_waits_is_not_written_over(
    greenroom: GreenroomServer, editor: CommandEditor
) -> None:
    row: Json = {"kind": "commands", "entry": command_body("!new", "Theirs"), "conflicts": "skip"}
    async with greenroom.kernel.database.write() as session:
        hand = ChangedBy("Robin", greenroom.kernel.clock())
        await service.create_command(session, UUID(editor.channel_id), given("!new", "Mine"), hand)
        importing = asyncio.create_task(editor.send("POST", "/imports", source="nightbot", rows=[row]))
        await until_somebody_waits(greenroom)
    done = (await importing).json()
    assert [one["outcome"] for one in done["rows"]] == ["skipped"]
    assert [one["responses"][0]["text"] for one in await editor.listed(q="!new")] == ["Mine"]


@on_postgres
async def test_chat_waits_for_nobody_who_changes_commands(greenroom: GreenroomServer, editor: CommandEditor) -> None:
    await editor.connect("twitch")
    await editor.make("!quick", "Here")
    changed = await editor.make("!slow", "There")
    async with greenroom.kernel.database.write() as session:
        hand = ChangedBy("Robin", greenroom.kernel.clock())
        await service.save_command(session, UUID(editor.channel_id), UUID(changed["id"]), given("!slow", "Now"), hand)
        assert await editor.silence_after("!slow") == "it is being changed"
        await editor.answer_to("!quick", "Here")
    await editor.answer_to("!slow", "Now")
