"""Editing commands from chat with !cmd."""

from uuid import UUID

import pytest
from sqlalchemy import text, update

from greenroom.accounts.access.rules import Role
from greenroom.features.commands.models import Command
from greenroom.kernel.db.database import advisory_lock
from support.commands import CommandChannel
from support.greenroom_server import GreenroomServer
from support.waiting import wait_until

NOT_ALLOWED = "Only Editors can edit commands with !cmd."


async def edit(channel: CommandChannel, text: str, answer: str, viewer: str = "junoplays") -> None:
    await channel.send_and_await_response(text, answer, viewer=viewer)


async def test_broadcaster_adds_edits_and_deletes_a_command(on_twitch: CommandChannel) -> None:
    await edit(on_twitch, "!cmd add !hi -cd=0 -ucd=0 -alias=!hey Hello $(user)", "Added !hi.")
    await on_twitch.send_and_await_response("!hey", "Hello Brisket99")
    await edit(on_twitch, "!cmd edit !hi -level=mod Good day", "Updated !hi.")
    (command,) = await on_twitch.list_commands(q="!hi")
    assert (command["access_level"], command["cmds"]) == (7, ["!hi", "!hey"])
    assert command["responses"][0]["text"] == "Good day"
    assert (command["global_cooldown"], command["updated_by"]) == (0, "JunoPlays")
    await edit(on_twitch, "!cmd disable !hey", "Disabled !hi.")
    await edit(on_twitch, "!cmd show !hi", "Command !hi (aliases: !hey), disabled: Good day")
    await edit(on_twitch, "!cmd enable !hey", "Enabled !hi.")
    await edit(on_twitch, "!hi", "Good day")
    options = '-mode=online -pick=random -desc="Says hello" -public=no -level=everyone -group=Talk -on=twitch,kick'
    await edit(on_twitch, f"!cmd edit !hi {options}", "Updated !hi.")
    (command,) = await on_twitch.list_commands(q="!hi")
    assert (command["active_mode"], command["pick"], command["description"]) == ("online", "random", "Says hello")
    assert (command["public"], command["access_level"], command["group"]) == (False, 0, "Talk")
    assert (command["enabled"], command["providers"]) == (True, ["twitch", "kick"])
    assert command["responses"][0]["text"] == "Good day"
    await edit(on_twitch, "!cmd del !hi", "Deleted !hi.")
    assert await on_twitch.list_commands(q="!hi") == []


async def test_commands_are_used_and_edited_with_the_prefix_of_the_channel(on_twitch: CommandChannel) -> None:
    await edit(on_twitch, "!cmd add !hi -cd=0 -ucd=0 Hello", "Added !hi.")
    await on_twitch.make("!both", "Both: $(command !hi)", global_cooldown=0, chatter_cooldown=0)
    assert (await on_twitch.send("PUT", "/command-settings", prefix="~")).status_code == 200
    await on_twitch.send_and_await_response("~hi", "Hello")
    await on_twitch.send_and_await_response("~both", "Both: Hello")
    await edit(on_twitch, "~cmd edit ~hi Good day", "Updated ~hi.")
    await edit(
        on_twitch, "~cmd add plain x", "Added plain. Did you mean ~plain? Then send: ~cmd edit plain -alias=~plain"
    )
    await edit(on_twitch, "~cmd show ~hi", "Command ~hi: Good day")


async def test_edit_by_staff_is_signed_with_their_name_in_greenroom_until_they_delete_their_account(
    greenroom: GreenroomServer, on_twitch: CommandChannel
) -> None:
    staff = await greenroom.staff("odalys_", on_twitch.channel_id, Role.EDITOR)
    async with greenroom.kernel.database.write() as session:
        await session.execute(text("UPDATE users SET display_name = 'Oda' WHERE username = 'odalys_'"))
    await edit(on_twitch, "!cmd add !hi Hello", "Added !hi.", viewer="odalys_")
    (command,) = await on_twitch.list_commands(q="!hi")
    assert (command["created_by"], command["updated_by"]) == ("Oda", "Oda")
    assert (await staff.ask("DELETE", "/user", params={"username": "odalys_"})).status_code == 204
    (command,) = await on_twitch.list_commands(q="!hi")
    assert (command["created_by"], command["updated_by"]) == ("Deleted user", "Deleted user")


async def test_edit_by_a_moderator_without_a_role_is_signed_with_the_name_in_chat(
    greenroom: GreenroomServer, on_twitch: CommandChannel
) -> None:
    moderator = greenroom.rehearsal_state.world.viewers[7]
    await on_twitch.send("PUT", "/command-settings", chat_management="mods")
    await edit(on_twitch, "!cmd add !hi Hello", "Added !hi.", viewer=moderator.login)
    (command,) = await on_twitch.list_commands(q="!hi")
    assert command["created_by"] == moderator.display_name


async def test_name_without_an_exclamation_mark_is_answered_with_a_suggestion(on_twitch: CommandChannel) -> None:
    offer = "Added hello. Did you mean !hello? Then send: !cmd edit hello -alias=!hello"
    await edit(on_twitch, "!cmd add hello Good day", offer)
    await edit(on_twitch, "!cmd edit hello -alias=!hello", "Updated hello.")
    await edit(on_twitch, "!cmd add ?help Ask away", "Added ?help.")
    await edit(on_twitch, "!cmd add bye -alias=!bye See you", "Added bye.")


async def test_invalid_edit_is_answered_with_the_reason(on_twitch: CommandChannel) -> None:
    await on_twitch.make("!taken")
    await edit(on_twitch, "!cmd add !taken text", "Couldn't save: !taken already exists.")
    await edit(on_twitch, "!cmd edit !nobody text", "Command !nobody not found.")
    reserved = "is reserved for editing commands from chat"
    await edit(on_twitch, "!cmd add !x -alias=!y,!CMD text", f"!CMD {reserved}")
    await edit(on_twitch, "!cmd edit !taken\u200b -alias=!cmd", f"!cmd {reserved}")
    invisible = "must not contain invisible characters"
    await edit(on_twitch, "!cmd add !x\u200by text", f"!x\u200by {invisible}")
    await edit(on_twitch, "!cmd add !x\u200b text", "Added !x.")
    await edit(on_twitch, "!cmd del !x", "Deleted !x.")
    await edit(on_twitch, "!cmd add !x -cd=long text", "Character 13: cooldown must be 0–86400 seconds")
    async with on_twitch.command_events() as live_events:
        text = "!cmd add !x Hi $(nobodyknows)"
        await on_twitch.greenroom.control("/twitch/say", login="junoplays", text=text, viewer="junoplays")
        event = await live_events.until(
            lambda event: event["type"] == "line" and event["line"]["text"].startswith("Character 18: ")
        )
    assert event
    assert text[17:].startswith("nobodyknows")


async def test_editors_can_edit_and_viewers_cannot(greenroom: GreenroomServer, on_twitch: CommandChannel) -> None:
    line = await on_twitch.send_chat("!cmd add !x text", "twitch", "brisket99")
    ((_, verdict, reason),) = await on_twitch.wait_for_results(line)
    assert (verdict, reason.endswith("requires Editor")) == ("skipped", True)
    await greenroom.staff("odalys_", on_twitch.channel_id, Role.EDITOR)
    await edit(on_twitch, "!cmd add !x text", "Added !x.", viewer="odalys_")


async def test_platform_moderators_can_edit_when_the_channel_allows_it(
    greenroom: GreenroomServer, on_twitch: CommandChannel
) -> None:
    moderator = greenroom.rehearsal_state.world.viewers[7].login
    await edit(on_twitch, "!cmd add !x text", NOT_ALLOWED, viewer=moderator)
    await on_twitch.send("PUT", "/command-settings", chat_management="mods")
    await edit(on_twitch, "!cmd add !x text", "Added !x.", viewer=moderator)


# How each platform shows the start of a reply.
REPLY_PREFIXES = {"youtube": "@{} ", "kick": ""}


@pytest.mark.parametrize("provider", REPLY_PREFIXES)
async def test_editors_are_recognised_by_connected_accounts(
    greenroom: GreenroomServer, channel: CommandChannel, provider: str
) -> None:
    await channel.connect(provider)

    async def use(text: str, viewer: str) -> tuple[str, str]:
        ((_, verdict, reason),) = await channel.wait_for_results(await channel.send_chat(text, provider, viewer))
        return verdict, reason

    def responded(text: str, viewer: str) -> tuple[str, str]:
        return "acted", f"responded “{REPLY_PREFIXES[provider].format(viewer)}{text}”"

    moderator = greenroom.rehearsal_state.world.viewers_on(provider)[7].login
    assert await use("!cmd add !a -cd=0 text", "junoplays") == responded("Added !a.", "junoplays")
    # The same name on another platform is not the Editor's connected account.
    staff_editor = await greenroom.staff("odalys_", channel.channel_id, Role.EDITOR)
    verdict, reason = await use("!cmd add !b text", "odalys_")
    assert (verdict, reason.endswith("requires Editor")) == ("skipped", True)
    await staff_editor.connect("odalys_", "/user-provider-connected", provider=provider)
    assert await use("!cmd add !b -level=vip text", "odalys_") == responded("Added !b.", "odalys_")
    assert await use("!cmd disable !a", moderator) == responded(NOT_ALLOWED, moderator)
    await channel.send("PUT", "/command-settings", chat_management="mods")
    assert await use("!cmd disable !a", moderator) == responded("Disabled !a.", moderator)
    assert await use("!cmd enable !a", moderator) == responded("Enabled !a.", moderator)
    commands = {one["cmds"][0]: one for one in await channel.list_commands() if not one["is_starter"]}
    assert {name: (one["enabled"], one["access_level"]) for name, one in commands.items()} == {
        "!a": (True, 0),
        "!b": (True, 2),
    }


async def test_commands_variable_lists_the_commands_of_the_channel(on_twitch: CommandChannel) -> None:
    await on_twitch.send("DELETE", "/starter-commands")
    await on_twitch.make("!commands", "Commands: $(commands)", response_type="say")
    await on_twitch.send_and_await_response("!commands", "Commands: !commands")


@pytest.mark.on_postgres
async def test_chat_edit_does_not_overwrite_a_concurrent_save(
    greenroom: GreenroomServer, on_twitch: CommandChannel
) -> None:
    command = await on_twitch.make("!hi", "Hello", description="old")
    waiting = text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
    async with on_twitch.command_events() as live_events:
        async with greenroom.kernel.database.write() as session:
            await advisory_lock(session, f"commands:{on_twitch.channel_id}")
            await greenroom.control("/twitch/say", login="junoplays", text="!cmd edit !hi Bye", viewer="junoplays")

            async def is_waiting() -> bool:
                return bool(await session.scalar(waiting))

            await wait_until(is_waiting)
            await session.execute(update(Command).where(Command.id == UUID(command["id"])).values(description="new"))
        await live_events.until(lambda event: event["type"] == "line" and event["line"]["text"] == "Updated !hi.")
    changed = await on_twitch.command(command)
    assert (changed["description"], changed["responses"][0]["text"]) == ("new", "Bye")
