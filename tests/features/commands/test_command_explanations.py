"""Explanations of why commands responded or did not."""

from typing import Any

from sqlalchemy import delete

from greenroom.chat.sending.models import SentPart
from support.commands import CommandChannel
from support.frozen_clock import FrozenClock
from support.greenroom_server import GreenroomServer, Json
from support.moderation import is_line

NO_COOLDOWNS: dict[str, Any] = {"global_cooldown": 0, "chatter_cooldown": 0}


async def test_explanation_has_the_unmet_condition_and_the_response(
    on_twitch: CommandChannel, clock: FrozenClock
) -> None:
    await on_twitch.make("!hello", "Hello $(user)", global_cooldown=30)
    await on_twitch.make("!mods", "Dear $(user)", access_level=7)
    await on_twitch.send_and_await_response("!hello", "Hello Brisket99")
    line = await on_twitch.send_chat("!hello you", viewer="marekfixes")
    assert await on_twitch.explain(line) == [
        ("!hello", "skipped", "global cooldown, 30 s left; would have responded “Hello MarekFixes”")
    ]
    line = await on_twitch.send_chat("!mods")
    assert await on_twitch.explain(line) == [
        ("!mods", "skipped", "requires Mod or higher, user is Public; would have responded “Dear Brisket99”")
    ]


async def test_unmet_conditions_are_explained_with_the_response(on_twitch: CommandChannel) -> None:
    conditions: list[tuple[Json, str]] = [
        ({"enabled": False}, "disabled; would have responded “Hi Brisket99”"),
        ({"providers": ["kick", "youtube"]}, "only on Kick and YouTube; would have responded “Hi Brisket99”"),
        ({"access_level": 1}, "requires Sub or higher, user is Public; would have responded “Hi Brisket99”"),
        ({"active_mode": "offline"}, "only while offline; would have responded “Hi Brisket99”"),
        # There is no response for Twitch to show.
        ({"responses": [{"text": "Hi", "providers": ["kick"]}]}, "no response for Twitch"),
    ]
    for number, (changes, reason) in enumerate(conditions):
        await on_twitch.make(f"!c{number}", "Hi $(user)", **changes)
        assert await on_twitch.explain(await on_twitch.send_chat(f"!c{number}")) == [(f"!c{number}", "skipped", reason)]
    await on_twitch.make("!live", "Hi $(user)", active_mode="online")
    await end_stream(on_twitch)
    assert await on_twitch.explain(await on_twitch.send_chat("!live")) == [
        ("!live", "skipped", "only while live; would have responded “Hi Brisket99”")
    ]


async def end_stream(channel: CommandChannel) -> None:
    async with channel.client.socket(f"{channel.path}/providers-ws") as socket:
        await channel.greenroom.control("/twitch/end", login="junoplays")
        while (await socket.receive())["data"]["is_live"]:
            pass


async def test_pattern_match_is_explained_with_its_spans(on_twitch: CommandChannel) -> None:
    words = [{"kind": "words", "text": "when stream"}]
    await on_twitch.make(
        "!when", "Friday, you said: $(query)", cmds=["!when", "!schedule"], patterns=words, **NO_COOLDOWNS
    )
    await on_twitch.make("!never", "Never", patterns=words, enabled=False)
    line = await on_twitch.send_and_await_response("So when is the stream", "Friday, you said: So when is the stream")
    await on_twitch.wait_for_results(line)
    never = ("!never", "skipped", "disabled; would have responded “Never”")
    assert await on_twitch.explain(line) == [
        never,
        ("!when", "acted", "responded “Friday, you said: So when is the stream”"),
    ]
    path = f"{on_twitch.path}/chat-messages/{line['connection_id']}/{line['message_id']}/why"
    records = (await on_twitch.client.get(path))["records"]
    # The spans of the pattern are marked, as no word is the command's name.
    words_found = [{"start": 3, "end": 7}, {"start": 15, "end": 21}]
    assert [one["spans"] for one in records if one["kind"] == "command"] == [words_found, words_found]
    await on_twitch.send(
        "PUT", "/commands/enabled", ids=[one["id"] for one in await on_twitch.list_commands()], enabled=False
    )
    line = await on_twitch.send_chat("when will you STREAM")
    assert await on_twitch.explain(line) == [
        never,
        ("!when", "skipped", "disabled; would have responded “Friday, you said: when will you STREAM”"),
    ]


async def test_own_messages_are_explained_as_ignored(greenroom: GreenroomServer, channel: CommandChannel) -> None:
    """The messages are announcements, which the streamer's account sends first and the bot later."""
    await channel.connect("twitch", "youtube", "kick")
    await channel.make("!loud", "Hear ye", response_type="announce", **NO_COOLDOWNS)
    for provider in ("twitch", "youtube", "kick"):
        line = await send_and_get_response(channel, "!loud", "Hear ye", provider)
        assert line["kind"] == ("notice" if provider == "twitch" else "text")
        assert await channel.explain(line) == [("Commands", "skipped", OWN)]
    # Without stored parts of sent messages, the stored responses show that Greenroom sent the line.
    await channel.wait_for_results(line)
    async with greenroom.kernel.database.write() as session:
        await session.execute(delete(SentPart))
    assert await channel.explain(line) == [("Commands", "skipped", OWN)]
    await channel.client.connect("stagehandbot", bot="system")
    await greenroom.control("/twitch/moderator", login="junoplays", viewer="stagehandbot")
    greenroom.rehearsal_state.clock.advance(5)
    line = await send_and_get_response(channel, "!loud", "Hear ye", "twitch")
    assert (line["author"]["login"], await channel.explain(line)) == ("stagehandbot", [("Commands", "skipped", OWN)])


async def test_explanation_uses_the_author_as_of_the_message(on_twitch: CommandChannel) -> None:
    """An account that becomes a bot after a message counts as a viewer in the explanation of the message."""
    quiet_before, call_before = await on_twitch.send_chat("Nothing asked"), await on_twitch.send_chat("!hello")
    await on_twitch.make("!hello", "Hello")
    connection = {"channel_id": on_twitch.channel_id, "channel_provider_id": on_twitch.connections["twitch"]}
    await on_twitch.client.connect("brisket99", bot="own", **connection)
    quiet_after, call_after = await on_twitch.send_chat("Nothing asked"), await on_twitch.send_chat("!hello")
    explanations = [
        (verdict, reason)
        for line in (quiet_before, call_before, quiet_after, call_after)
        for _, verdict, reason in await on_twitch.explain(line)
    ]
    assert explanations == [
        ("passed", "No command matched"),
        ("skipped", "matches the command as it is now, not as it was then; would have responded “Hello”"),
        ("skipped", "sent by a bot"),
        ("skipped", "sent by a bot; would have responded “Hello”"),
    ]


OWN = "sent by Greenroom: commands and filters ignore it"


async def send_and_get_response(channel: CommandChannel, text: str, answer: str, provider: str) -> Json:
    async with channel.command_events() as live_events:
        await channel.greenroom.control(f"/{provider}/say", login="junoplays", text=text, viewer="brisket99")
        return (await live_events.until(is_line(answer, provider)))["line"]


async def test_messages_from_before_the_connection_and_notices_are_explained_as_skipped(
    greenroom: GreenroomServer, channel: CommandChannel, clock: FrozenClock
) -> None:
    await channel.make("!hello", "Hi $(user)", **NO_COOLDOWNS)
    await greenroom.control("/youtube/go-live", login="junoplays")
    await greenroom.control("/youtube/say", login="junoplays", text="!hello", viewer="brisket99")
    clock.advance(1)
    async with channel.command_events() as live_events:
        await channel.client.connect("junoplays", channel_id=channel.channel_id, provider="youtube")
        old = (await live_events.until(is_line("!hello", "youtube")))["line"]
    assert old["is_backlog"] is True
    shown = "would have responded “Hi Brisket99”"
    assert await channel.explain(old) == [
        ("!hello", "skipped", "sent before Greenroom connected; would have responded “Hi brisket99”")
    ]
    await channel.connect("twitch")
    for kind, plural in (("announcement", "announcements"), ("resub", "notices")):
        async with channel.command_events() as live_events:
            await greenroom.control("/twitch/notice", login="junoplays", kind=kind, viewer="brisket99", text="!hello")
            event = await live_events.until(lambda event, kind=kind: event.get("line", {}).get("notice") == kind)
        assert await channel.explain(event["line"]) == [
            ("!hello", "skipped", f"{plural} don't trigger commands; {shown}")
        ]
    assert await greenroom.rows("SELECT id FROM command_uses") == []


async def test_notice_without_a_match_has_no_explanation(greenroom: GreenroomServer, on_twitch: CommandChannel) -> None:
    async with on_twitch.command_events() as live_events:
        await greenroom.control("/twitch/notice", login="junoplays", kind="resub", viewer="brisket99", text="Seven!")
        event = await live_events.until(lambda event: event.get("line", {}).get("notice") == "resub")
    assert await on_twitch.explain(event["line"]) == []


ACTIONS = (
    "$(count deaths) $(var.set mood glad)$(quote.add so it was) $(settitle Mine) $(setgame Just Chatting) "
    "$(permit brisket99) $(timeout brisket99 60)$(shoutout brisket99)$(delete)"
)
# Tables to which these variables, or the explanation itself, could write.
TABLES = (
    *("counters", "kept_values", "quotes", "quote_books", "moderation_entries", "filter_permits", "command_cooldowns"),
    *("command_uses", "channel_providers", "commands"),
)

SELECT_ALL = "SELECT * FROM "


async def read_tables(channel: CommandChannel) -> dict[str, list[Json]]:
    return {table: await channel.greenroom.rows(SELECT_ALL + table) for table in TABLES}


async def test_explanation_changes_nothing(greenroom: GreenroomServer, on_twitch: CommandChannel) -> None:
    await on_twitch.send_chat("I was here")
    await on_twitch.make("!deeds", f"Done: {ACTIONS}", enabled=False)
    line = await on_twitch.send_chat("!deeds", viewer=greenroom.rehearsal_state.world.viewers[7].login)
    before = await read_tables(on_twitch)
    ((name, verdict, reason),) = await on_twitch.explain(line)
    assert (name, verdict) == ("!deeds", "skipped")
    # Every variable was previewed, and none was carried out.
    assert reason == (
        "disabled; would have responded “Done: 1 Quote #12 added. The title is now Mine. The category is now Just "
        "Chatting. brisket99 can post one link within 1 minute. brisket99 was timed out for 1 minute.”"
    )
    assert await on_twitch.explain(line) == [(name, verdict, reason)]
    assert await read_tables(on_twitch) == before
    assert (await on_twitch.removals())["!deeds"] is None


async def test_command_added_after_the_message_is_explained_as_matching_now(on_twitch: CommandChannel) -> None:
    line = await on_twitch.send_chat("!later")
    await on_twitch.make("!later", "Now")
    assert await on_twitch.explain(line) == [
        ("!later", "skipped", "matches the command as it is now, not as it was then; would have responded “Now”")
    ]


async def test_similar_commands_are_suggested(on_twitch: CommandChannel) -> None:
    for number in range(20):
        await on_twitch.make(f"!command{number}", "x")
    await on_twitch.make("!discord", "Here")
    nearly = await on_twitch.send_chat("!discrod")
    assert await on_twitch.explain(nearly) == [("!discord", "passed", "similar to “!discrod”")]
    inside = await on_twitch.send_chat("what is !discord")
    assert await on_twitch.explain(inside) == [
        ("!discord", "passed", "“!discord” is not the first word of the message")
    ]
    nothing = await on_twitch.send_chat("hello everybody")
    assert await on_twitch.explain(nothing) == [("Commands", "passed", "No command matched")]


async def test_use_of_a_deleted_command_is_explained(on_twitch: CommandChannel) -> None:
    command = await on_twitch.make("!hello", "Hi")
    line = await on_twitch.send_and_await_response("!hello", "Hi")
    await on_twitch.wait_for_results(line)
    await on_twitch.send("DELETE", f"/commands/{command['id']}")
    assert await on_twitch.explain(line) == [("!hello", "acted", "responded “Hi”")]


async def test_dry_run_shows_the_next_count(on_twitch: CommandChannel) -> None:
    await on_twitch.make("!deaths", "Died $(count) times", global_cooldown=30)
    await on_twitch.send_and_await_response("!deaths", "Died 1 times")
    line = await on_twitch.send_chat("!deaths again", viewer="marekfixes")
    ((_, _, reason),) = await on_twitch.explain(line)
    assert reason.endswith("would have responded “Died 2 times”")
