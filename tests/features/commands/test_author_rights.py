"""Editors change title, category and quotes in chat; Mods and VIPs only by commands that an Editor or Owner wrote."""

import json
import zlib
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy.orm import undefer

from greenroom.accounts.access.rules import Role
from greenroom.channel_file.snapshots import ChannelSnapshot
from support.commands import CommandChannel
from support.greenroom_server import GreenroomServer

TITLE = "$(settitle $(query))"
CHANGED = "responded “The title is now {} on Twitch.”"
NO_COOLDOWN: dict[str, Any] = {"global_cooldown": 0, "chatter_cooldown": 0}


async def reason_for(channel: CommandChannel, text: str, viewer: str) -> str:
    ((_, _, reason),) = await channel.wait_for_results(await channel.send_chat(text, "twitch", viewer))
    return reason


def moderator_of(greenroom: GreenroomServer) -> str:
    return greenroom.rehearsal_state.world.viewers[7].login


def display_name_of(greenroom: GreenroomServer, login: str) -> str:
    return next(one.display_name for one in greenroom.rehearsal_state.world.viewers if one.login == login)


@pytest.mark.rows("A4")
async def test_default_commands_change_title_category_and_quotes_for_editors_only(
    greenroom: GreenroomServer, on_twitch: CommandChannel
) -> None:
    await greenroom.staff("odalys_", on_twitch.channel_id, Role.EDITOR)
    for text, changed in {
        "!settitle New": "The title is now New on Twitch.",
        "!setgame music": "The category is now Music and Noise on Twitch.",
        "!addquote @Juno Hi": "Quote #1 added.",
    }.items():
        refused = await reason_for(on_twitch, text, moderator_of(greenroom))
        assert refused.startswith("requires Editor or higher, user is Mod")
        assert await reason_for(on_twitch, text, "odalys_") == f"responded “{changed}”"


async def test_command_of_an_editor_with_level_mod_changes_the_title_for_mods(
    greenroom: GreenroomServer, on_twitch: CommandChannel
) -> None:
    editor = await greenroom.staff("odalys_", on_twitch.channel_id, Role.EDITOR)
    body = {"cmds": ["!t"], "responses": [{"text": TITLE}], "access_level": 7, "response_type": "reply", **NO_COOLDOWN}
    response = await on_twitch.send("POST", "/commands", by=editor, **body)
    assert response.status_code == 201
    assert await reason_for(on_twitch, "!t By a mod", moderator_of(greenroom)) == CHANGED.format("By a mod")
    assert (await reason_for(on_twitch, "!t By a viewer", "brisket99")).startswith("requires Mod or higher")


async def test_command_for_everyone_has_the_level_of_its_author_for_mods_only(
    greenroom: GreenroomServer, on_twitch: CommandChannel
) -> None:
    """A new command is open to everyone by default, which does not mean that viewers may change the title."""
    await on_twitch.make("!t", TITLE, response_type="reply", **NO_COOLDOWN)
    viewer = await reason_for(on_twitch, "!t By a viewer", "brisket99")
    assert "$(settitle): Requires Editor or higher" in viewer
    assert await reason_for(on_twitch, "!t By a mod", moderator_of(greenroom)) == CHANGED.format("By a mod")


async def test_command_of_the_owner_with_level_vip_changes_the_title_for_vips(
    greenroom: GreenroomServer, on_twitch: CommandChannel
) -> None:
    await greenroom.staff("odalys_", on_twitch.channel_id, Role.VIP)
    await on_twitch.make("!t", TITLE, response_type="reply", access_level=2, **NO_COOLDOWN)
    assert await reason_for(on_twitch, "!t By a VIP", "odalys_") == CHANGED.format("By a VIP")


async def test_default_command_changes_the_title_for_mods_after_an_editor_set_its_level_in_chat(
    greenroom: GreenroomServer, on_twitch: CommandChannel
) -> None:
    await greenroom.staff("odalys_", on_twitch.channel_id, Role.EDITOR)
    await on_twitch.send_and_await_response("!cmd edit !settitle -level=mod", "Updated !settitle.", viewer="odalys_")
    assert await reason_for(on_twitch, "!settitle Lowered", moderator_of(greenroom)) == CHANGED.format("Lowered")
    await on_twitch.send_and_await_response("!cmd edit !settitle -level=editor", "Updated !settitle.", viewer="odalys_")
    raised = await reason_for(on_twitch, "!settitle Raised", moderator_of(greenroom))
    assert raised.startswith("requires Editor or higher, user is Mod")


async def test_mod_who_edits_commands_does_not_get_the_level_of_an_editor(
    greenroom: GreenroomServer, on_twitch: CommandChannel
) -> None:
    moderator = moderator_of(greenroom)
    await on_twitch.make("!t", TITLE, access_level=7, **NO_COOLDOWN)
    await on_twitch.send("PUT", "/command-settings", chat_management="mods")
    await on_twitch.send_and_await_response(f"!cmd add !mine {TITLE}", "Added !mine.", viewer=moderator)
    assert "$(settitle): Requires Editor or higher" in await reason_for(on_twitch, "!mine Mine", moderator)
    # From now on the moderator is the author of the command.
    lowered = f"Updated !t. It runs with Mod rights now, because {display_name_of(greenroom, moderator)} edited it."
    await on_twitch.send_and_await_response("!cmd edit !t -level=everyone", lowered, viewer=moderator)
    # The level is mentioned only when it changes.
    await on_twitch.send_and_await_response("!cmd edit !t -cd=0", "Updated !t.", viewer=moderator)
    assert "$(settitle): Requires Editor or higher" in await reason_for(on_twitch, "!t Theirs", moderator)


async def test_mod_who_enables_a_command_does_not_get_the_level_of_its_author(
    greenroom: GreenroomServer, on_twitch: CommandChannel
) -> None:
    moderator = moderator_of(greenroom)
    await on_twitch.make("!t", TITLE, access_level=7, enabled=False, **NO_COOLDOWN)
    await on_twitch.send("PUT", "/command-settings", chat_management="mods")
    lowered = f"Enabled !t. It runs with Mod rights now, because {display_name_of(greenroom, moderator)} enabled it."
    await on_twitch.send_and_await_response("!cmd enable !t", lowered, viewer=moderator)
    assert "$(settitle): Requires Editor or higher" in await reason_for(on_twitch, "!t Theirs", moderator)


async def test_command_that_a_mod_disabled_has_the_level_of_its_author_when_the_author_enables_it(
    greenroom: GreenroomServer, on_twitch: CommandChannel
) -> None:
    moderator = moderator_of(greenroom)
    command = await on_twitch.make("!t", TITLE, access_level=7, response_type="reply", **NO_COOLDOWN)
    await on_twitch.send("PUT", "/command-settings", chat_management="mods")
    await on_twitch.send_and_await_response("!cmd disable !t", "Disabled !t.", viewer=moderator)
    answer = await on_twitch.send("PUT", "/commands/enabled", ids=[command["id"]], enabled=True)
    assert answer.status_code == 200, answer.text
    assert await reason_for(on_twitch, "!t By a mod", moderator) == CHANGED.format("By a mod")


async def test_nested_command_does_not_get_the_level_of_the_outer_command(
    greenroom: GreenroomServer, on_twitch: CommandChannel
) -> None:
    """Otherwise a viewer could run any command through a command that takes a name."""
    await on_twitch.make("!run", "$(command $(1) $(2:))", **NO_COOLDOWN)
    reason = await reason_for(on_twitch, "!run !settitle Mine", "brisket99")
    assert "!settitle requires a higher role" in reason


async def test_viewer_cannot_time_out_others_through_a_command_for_everyone(
    greenroom: GreenroomServer, on_twitch: CommandChannel
) -> None:
    """Variables that moderate ignore the level of the author: the caller has to be a Mod."""
    await on_twitch.make("!out", "$(timeout $(1) 60)", **NO_COOLDOWN)
    reason = await reason_for(on_twitch, "!out marekfixes", "brisket99")
    assert "$(timeout): Requires Mod or higher" in reason


async def test_preview_has_the_rights_of_the_user_who_requests_it(
    greenroom: GreenroomServer, on_twitch: CommandChannel
) -> None:
    editor = await greenroom.staff("odalys_", on_twitch.channel_id, Role.EDITOR)
    mod = await greenroom.staff("marekfixes", on_twitch.channel_id, Role.MOD)
    body = {"text": TITLE, "kind": "command", "level": 7, "access_level": 7, "arguments": "New"}
    shown = [(await on_twitch.send("POST", "/previews", by=one, **body)).json()["lines"][0] for one in (editor, mod)]
    assert [line["notes"] for line in shown] == [[], ["settitle: Requires Editor or higher"]]


async def author_level(on_twitch: CommandChannel, name: str) -> int:
    """The level of the command's author, as the API returns it."""
    records = (await on_twitch.client.get(f"{on_twitch.path}/commands", q=name))["records"]
    return next(one["author_level"] for one in records if one["cmds"] == [name])


async def restore(on_twitch: CommandChannel, version_id: str) -> None:
    answer = await on_twitch.send("POST", f"/channel-versions/{version_id}/restore")
    assert answer.status_code == 200, answer.text


async def test_restored_command_has_the_level_of_its_author(
    greenroom: GreenroomServer, on_twitch: CommandChannel
) -> None:
    moderator = moderator_of(greenroom)
    command = await on_twitch.make("!T", TITLE, access_level=7, response_type="reply", **NO_COOLDOWN)
    await on_twitch.send("PUT", "/command-settings", chat_management="mods")
    text = f"!cmd add !mine -level=mod {TITLE}"
    await on_twitch.send_and_await_response(text, "Added !mine.", viewer=moderator)
    version = (await on_twitch.send("POST", "/channel-versions")).json()
    assert "author_levels" not in version["counts"]
    await on_twitch.send_and_await_response("!cmd delete !mine", "Deleted !mine.", viewer=moderator)
    await on_twitch.send("POST", "/commands/delete", ids=[command["id"]])
    await restore(on_twitch, version["id"])
    assert "$(settitle): Requires Editor or higher" in await reason_for(on_twitch, "!mine Mine", moderator)
    assert await reason_for(on_twitch, "!t Restored", moderator) == CHANGED.format("Restored")
    path = f"/channels/{on_twitch.channel_id}/channel-versions/{version['id']}/channel-file"
    assert "author" not in (await on_twitch.client.ask("GET", path)).text


async def test_command_that_a_restored_version_replaces_has_the_level_of_its_author_in_that_version(
    greenroom: GreenroomServer, on_twitch: CommandChannel
) -> None:
    moderator = moderator_of(greenroom)
    await on_twitch.send("PUT", "/command-settings", chat_management="mods")
    text = f"!cmd add !mine -level=mod {TITLE}"
    await on_twitch.send_and_await_response(text, "Added !mine.", viewer=moderator)
    version = (await on_twitch.send("POST", "/channel-versions")).json()
    await on_twitch.send_and_await_response("!cmd edit !mine Harmless", "Updated !mine.", viewer="junoplays")
    assert await author_level(on_twitch, "!mine") == Role.OWNER
    await restore(on_twitch, version["id"])
    assert await author_level(on_twitch, "!mine") == Role.MOD
    assert "$(settitle): Requires Editor or higher" in await reason_for(on_twitch, "!mine Mine", moderator)


async def test_command_of_a_version_without_authors_has_the_level_of_a_mod(
    greenroom: GreenroomServer, on_twitch: CommandChannel
) -> None:
    """Old versions of a channel's configuration were stored without authors."""
    command = await on_twitch.make("!t", TITLE, access_level=7, response_type="reply", **NO_COOLDOWN)
    version = (await on_twitch.send("POST", "/channel-versions")).json()
    async with greenroom.kernel.database.write() as session:
        row = await session.get_one(ChannelSnapshot, UUID(version["id"]), options=[undefer(ChannelSnapshot.contents)])
        contents = json.loads(zlib.decompress(row.contents))
        contents.pop("author_levels", None)
        row.contents = zlib.compress(json.dumps(contents).encode())
    await on_twitch.send("POST", "/commands/delete", ids=[command["id"]])
    await restore(on_twitch, version["id"])
    reason = await reason_for(on_twitch, "!t Restored", moderator_of(greenroom))
    assert "$(settitle): Requires Editor or higher" in reason


async def test_imported_command_has_the_level_of_the_user_who_imports_the_file(
    greenroom: GreenroomServer, on_twitch: CommandChannel
) -> None:
    command = f"{{cmds: ['!t'], access_level: 7, response_type: reply, responses: [{{text: '{TITLE}'}}]}}"
    content = f"greenroom: 2\ncommands:\n- {command}\n"
    answer = await on_twitch.send("POST", "/channel-file/apply", content=content)
    assert answer.status_code == 200, answer.text
    assert await reason_for(on_twitch, "!t From the file", moderator_of(greenroom)) == CHANGED.format("From the file")
