"""Commands are changed from chat by those who may."""

import asyncio
from uuid import UUID

import pytest
from sqlalchemy import text, update

from greenroom.features.commands.models import Command
from greenroom.kernel.db.database import take_turns
from support.commands import CommandEditor
from support.greenroom_server import PATIENCE_SECONDS, GreenroomServer
from support.server_fixtures import on_one_database

NOT_ALLOWED = "Only Editors can edit commands with !cmd."


async def manage(editor: CommandEditor, text: str, answer: str, viewer: str = "junoplays") -> None:
    await editor.answer_to(text, answer, viewer=viewer)


async def test_broadcaster_adds_changes_and_removes_a_command(on_twitch: CommandEditor) -> None:
    await manage(on_twitch, "!cmd add !hi -cd=0 -ucd=0 -alias=!hey Hello $(user)", "Added !hi.")
    await on_twitch.answer_to("!hey", "Hello Brisket99")
    await manage(on_twitch, "!cmd edit !hi -level=mod Good day", "Changed !hi.")
    (made,) = await on_twitch.listed(q="!hi")
    assert (made["responses"][0]["text"], made["access_level"], made["cmds"]) == ("Good day", 7, ["!hi", "!hey"])
    assert (made["global_cooldown"], made["updated_by"]) == (0, "JunoPlays")
    await manage(on_twitch, "!cmd disable !hey", "Switched off: !hi.")
    await manage(on_twitch, "!cmd show !hi", "Command !hi (also !hey), off: Good day")
    await manage(on_twitch, "!cmd enable !hey", "Switched on: !hi.")
    await manage(on_twitch, "!hi", "Good day")
    options = '-mode=online -pick=random -desc="Says hello" -public=no -level=everyone -group=Talk -on=twitch,kick'
    await manage(on_twitch, f"!cmd edit !hi {options}", "Changed !hi.")
    (made,) = await on_twitch.listed(q="!hi")
    assert (made["active_mode"], made["pick"], made["description"]) == ("online", "random", "Says hello")
    assert (made["public"], made["access_level"], made["group"]) == (False, 0, "Talk")
    assert (made["enabled"], made["providers"], made["responses"][0]["text"]) == (True, ["twitch", "kick"], "Good day")
    await manage(on_twitch, "!cmd del !hi", "Deleted !hi.")
    assert await on_twitch.listed(q="!hi") == []


@on_one_database
async def test_what_is_wrong_is_said_with_its_place(on_twitch: CommandEditor) -> None:
    await on_twitch.make("!taken")
    await manage(on_twitch, "!cmd add !taken text", "Not done: !taken is taken. Nothing was saved.")
    await manage(on_twitch, "!cmd edit !nobody text", "There is no command called !nobody.")
    ours = "is reserved for editing commands from chat: no other command can have this name"
    await manage(on_twitch, "!cmd add !x -alias=!y,!CMD text", f"!CMD {ours}")
    await manage(on_twitch, "!cmd edit !taken\u200b -alias=!cmd", f"!cmd {ours}")
    unseen = "must not contain invisible characters"
    await manage(on_twitch, "!cmd add !x\u200by text", f"!x\u200by {unseen}")
    await manage(on_twitch, "!cmd add !x\u200b text", "Added !x.")
    await manage(on_twitch, "!cmd del !x", "Deleted !x.")
    await manage(on_twitch, "!cmd add !x -cd=long text", "At 13: a cooldown is a number of seconds, from 0 to 86400")
    async with on_twitch.hearing() as live_events:
        text = "!cmd add !x Hi $(nobodyknows)"
        await on_twitch.greenroom.control("/twitch/say", login="junoplays", text=text, viewer="junoplays")
        told = await live_events.until(
            lambda event: event["type"] == "line" and event["line"]["text"].startswith("At 18: There is no variable")
        )
    assert told
    assert text[17:].startswith("nobodyknows")


@on_one_database
async def test_editors_of_the_channel_may_and_viewers_may_not(
    greenroom: GreenroomServer, on_twitch: CommandEditor
) -> None:
    asked = await on_twitch.says("!cmd add !x text", "twitch", "brisket99")
    ((_, verdict, reason),) = await on_twitch.until_settled(asked)
    assert (verdict, reason.endswith("requires Editor")) == ("skipped", True)
    await greenroom.staff("odalys_", on_twitch.channel_id, 100)
    await manage(on_twitch, "!cmd add !x text", "Added !x.", viewer="odalys_")


@on_one_database
async def test_moderators_of_the_platform_may_where_the_channel_says_so(
    greenroom: GreenroomServer, on_twitch: CommandEditor
) -> None:
    moderator = greenroom.stage.world.viewers[7].login
    await manage(on_twitch, "!cmd add !x text", NOT_ALLOWED, viewer=moderator)
    await on_twitch.send("PUT", "/command-settings", chat_management="mods")
    await manage(on_twitch, "!cmd add !x text", "Added !x.", viewer=moderator)


# How each platform shows to whom an order is answered, and what it calls people.
SPOKEN_TO = {"youtube": "@{} ", "kick": ""}


@on_one_database
@pytest.mark.parametrize("provider", SPOKEN_TO)
async def test_managing_goes_by_the_accounts_of_each_platform(
    greenroom: GreenroomServer, editor: CommandEditor, provider: str
) -> None:
    await editor.connect(provider)

    async def order(text: str, viewer: str) -> tuple[str, str]:
        """What came of it."""
        ((_, verdict, reason),) = await editor.until_settled(await editor.says(text, provider, viewer))
        return verdict, reason

    def said(words: str, viewer: str) -> tuple[str, str]:
        return "acted", f"responded “{SPOKEN_TO[provider].format(viewer)}{words}”"

    moderator = greenroom.stage.world.viewers[7].login
    assert await order("!cmd add !a -cd=0 text", "junoplays") == said("Added !a.", "junoplays")
    # An Editor by an account of another platform, under the same name, is nobody here before they connect this one.
    staff_editor = await greenroom.staff("odalys_", editor.channel_id, 100)
    verdict, reason = await order("!cmd add !b text", "odalys_")
    assert (verdict, reason.endswith("requires Editor")) == ("skipped", True)
    await staff_editor.connect("odalys_", "/user-provider-connected", provider=provider)
    assert await order("!cmd add !b -level=vip text", "odalys_") == said("Added !b.", "odalys_")
    assert await order("!cmd disable !a", moderator) == said(NOT_ALLOWED, moderator)
    await editor.send("PUT", "/command-settings", chat_management="mods")
    assert await order("!cmd disable !a", moderator) == said("Switched off: !a.", moderator)
    assert await order("!cmd enable !a", moderator) == said("Switched on: !a.", moderator)
    made = {one["cmds"][0]: one for one in await editor.listed() if not one["is_starter"]}
    assert {name: (one["enabled"], one["access_level"]) for name, one in made.items()} == {
        "!a": (True, 0),
        "!b": (True, 2),
    }


@on_one_database
async def test_commands_alone_is_a_question(on_twitch: CommandEditor) -> None:
    await on_twitch.send("DELETE", "/starter-commands")
    await on_twitch.make("!commands", "Ask for $(commands)", response_type="say")
    await on_twitch.answer_to("!commands", "Ask for !commands")


@pytest.mark.parametrize("shared_greenroom", ["postgres"], indirect=True, scope="session")
async def test_what_a_screen_saves_at_the_same_moment_is_not_overwritten(
    greenroom: GreenroomServer, on_twitch: CommandEditor
) -> None:
    """On the other database nobody reads what is about to be written by somebody else."""
    made = await on_twitch.make("!hi", "Hello", description="old")
    waiting = text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
    async with on_twitch.hearing() as live_events:
        async with greenroom.kernel.database.write() as session:
            await take_turns(session, f"commands:{on_twitch.channel_id}")
            await greenroom.control("/twitch/say", login="junoplays", text="!cmd edit !hi Bye", viewer="junoplays")
            async with asyncio.timeout(PATIENCE_SECONDS):
                while not await session.scalar(waiting):  # noqa: ASYNC110  # locks do not call
                    await asyncio.sleep(0.005)
            await session.execute(update(Command).where(Command.id == UUID(made["id"])).values(description="new"))
        await live_events.until(lambda event: event["type"] == "line" and event["line"]["text"] == "Changed !hi.")
    changed = await on_twitch.command(made)
    assert (changed["description"], changed["responses"][0]["text"]) == ("new", "Bye")
