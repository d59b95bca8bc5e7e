"""Why a message was answered or not."""

from typing import Any

from support.commands import CommandEditor, is_line
from support.frozen_clock import FrozenClock
from support.greenroom_server import GreenroomServer, Json
from support.server_fixtures import on_one_database

FREE: dict[str, Any] = {"global_cooldown": 0, "chatter_cooldown": 0}


@on_one_database
async def test_first_failed_condition_and_what_would_have_been_answered(
    on_twitch: CommandEditor, clock: FrozenClock
) -> None:
    await on_twitch.make("!hello", "Hello $(user)", global_cooldown=30)
    await on_twitch.make("!mods", "Dear $(user)", access_level=7)
    await on_twitch.answer_to("!hello", "Hello Brisket99")
    line = await on_twitch.says("!hello you", viewer="marekfixes")
    assert await on_twitch.why(line) == [
        ("!hello", "skipped", "cooldown, 30 s left; would have responded “Hello MarekFixes”")
    ]
    line = await on_twitch.says("!mods")
    assert await on_twitch.why(line) == [
        ("!mods", "skipped", "for Mod and above, this is Public; would have responded “Dear Brisket99”")
    ]


@on_one_database
async def test_each_condition_is_told_with_what_would_have_been_answered(on_twitch: CommandEditor) -> None:
    """The channel is live."""
    conditions: list[tuple[Json, str]] = [
        ({"enabled": False}, "off; would have responded “Hi Brisket99”"),
        ({"providers": ["kick", "youtube"]}, "on Kick and YouTube only; would have responded “Hi Brisket99”"),
        ({"access_level": 1}, "for Sub and above, this is Public; would have responded “Hi Brisket99”"),
        ({"active_mode": "offline"}, "only while offline; would have responded “Hi Brisket99”"),
        # There is nothing that it would have responded.
        ({"responses": [{"text": "Hi", "providers": ["kick"]}]}, "no answer for Twitch"),
    ]
    for number, (changes, reason) in enumerate(conditions):
        await on_twitch.make(f"!c{number}", "Hi $(user)", **changes)
        assert await on_twitch.why(await on_twitch.says(f"!c{number}")) == [(f"!c{number}", "skipped", reason)]
    await on_twitch.make("!live", "Hi $(user)", active_mode="online")
    await end_stream(on_twitch)
    assert await on_twitch.why(await on_twitch.says("!live")) == [
        ("!live", "skipped", "only while live; would have responded “Hi Brisket99”")
    ]


async def end_stream(editor: CommandEditor) -> None:
    async with editor.client.socket(f"{editor.path}/providers-ws") as line:
        await editor.greenroom.control("/twitch/end", login="junoplays")
        while (await line.hear())["data"]["is_live"]:
            pass


@on_one_database
async def test_command_that_a_pattern_found_is_named(on_twitch: CommandEditor) -> None:
    words = [{"kind": "words", "text": "when stream"}]
    await on_twitch.make("!when", "Friday, you said: $(query)", cmds=["!when", "!schedule"], patterns=words, **FREE)
    await on_twitch.make("!never", "Never", patterns=words, enabled=False)
    line = await on_twitch.answer_to("So when is the stream", "Friday, you said: So when is the stream")
    await on_twitch.until_settled(line)
    never = ("!never", "skipped", "off; would have responded “Never”")
    assert await on_twitch.why(line) == [
        never,
        ("!when", "acted", "responded “Friday, you said: So when is the stream”"),
    ]
    path = f"{on_twitch.path}/chat-messages/{line['connection_id']}/{line['message_id']}/why"
    records = (await on_twitch.client.get(path))["records"]
    # No word of the message is the command's name: what the pattern found is marked.
    words_found = [{"start": 3, "end": 7}, {"start": 15, "end": 21}]
    assert [one["spans"] for one in records if one["kind"] == "command"] == [words_found, words_found]
    await on_twitch.send("PUT", "/commands/enabled", ids=[one["id"] for one in await on_twitch.listed()], enabled=False)
    line = await on_twitch.says("when will you STREAM")
    assert await on_twitch.why(line) == [
        never,
        ("!when", "skipped", "off; would have responded “Friday, you said: when will you STREAM”"),
    ]


@on_one_database
async def test_what_the_bot_says_itself_is_looked_at_by_nothing(
    greenroom: GreenroomServer, editor: CommandEditor
) -> None:
    """Its announcements too, by whichever account it speaks."""
    await editor.connect("twitch", "youtube", "kick")
    await editor.make("!loud", "Hear ye", response_type="announce", **FREE)
    for provider in ("twitch", "youtube", "kick"):
        line = await said_by_us(editor, "!loud", "Hear ye", provider)
        assert line["kind"] == ("notice" if provider == "twitch" else "text")
        assert await editor.why(line) == [("Commands", "skipped", OWN)]
    # What was said is remembered for a minute; what was answered is written down.
    await editor.until_settled(line)
    vars(greenroom.sender.own_words)["_said"].clear()
    assert await editor.why(line) == [("Commands", "skipped", OWN)]
    await editor.client.connect("stagehandbot", bot="system")
    await greenroom.control("/twitch/moderators", login="junoplays", user="stagehandbot")
    greenroom.stage.clock.advance(5)
    line = await said_by_us(editor, "!loud", "Hear ye", "twitch")
    assert (line["author"]["login"], await editor.why(line)) == ("stagehandbot", [("Commands", "skipped", OWN)])


@on_one_database
async def test_whoever_is_a_bot_now_was_a_person_when_it_was_said(on_twitch: CommandEditor) -> None:
    """Nothing of what was said before is explained by what an account has become since."""
    early, earlier = await on_twitch.says("Nothing asked"), await on_twitch.says("!hello")
    await on_twitch.make("!hello", "Hello")
    place = {"channel_id": on_twitch.channel_id, "channel_provider_id": on_twitch.connections["twitch"]}
    await on_twitch.client.connect("brisket99", bot="own", **place)
    late, later = await on_twitch.says("Nothing asked", viewer="brisket99"), await on_twitch.says("!hello")
    told = [
        (verdict, reason) for line in (early, earlier, late, later) for _, verdict, reason in await on_twitch.why(line)
    ]
    assert told == [
        ("passed", "no command is called “Nothing”, and no pattern is in it"),
        ("skipped", "matches the command as it is now, not as it was then; would have responded “Hello”"),
        ("skipped", "sent by a bot"),
        ("skipped", "sent by a bot; would have responded “Hello”"),
    ]


OWN = "sent by Greenroom: commands and filters ignore it"


async def said_by_us(editor: CommandEditor, text: str, answer: str, provider: str) -> Json:
    async with editor.hearing() as live_events:
        await editor.greenroom.control(f"/{provider}/say", login="junoplays", text=text, viewer="brisket99")
        return (await live_events.until(is_line(answer, provider)))["line"]


@on_one_database
async def test_history_and_announcements_ask_for_nothing(
    greenroom: GreenroomServer, editor: CommandEditor, clock: FrozenClock
) -> None:
    await editor.make("!hello", "Hi $(user)", **FREE)
    await greenroom.control("/youtube/go-live", login="junoplays")
    await greenroom.control("/youtube/say", login="junoplays", text="!hello", viewer="brisket99")
    clock.advance(1)
    async with editor.hearing() as live_events:
        await editor.client.connect("junoplays", channel_id=editor.channel_id, provider="youtube")
        old = (await live_events.until(is_line("!hello", "youtube")))["line"]
    assert old["is_backlog"] is True
    would = "would have responded “Hi Brisket99”"
    assert await editor.why(old) == [
        ("!hello", "skipped", "sent before Greenroom connected; would have responded “Hi brisket99”")
    ]
    await editor.connect("twitch")
    for kind, what in (("announcement", "an announcement"), ("resub", "a notice")):
        async with editor.hearing() as live_events:
            await greenroom.control("/twitch/notice", login="junoplays", kind=kind, viewer="brisket99", text="!hello")
            told = await live_events.until(lambda event, kind=kind: event.get("line", {}).get("notice") == kind)
        assert await editor.why(told["line"]) == [("!hello", "skipped", f"{what} asks for nothing; {would}")]
    assert await greenroom.rows("SELECT id FROM command_uses") == []


@on_one_database
async def test_words_of_a_notice_that_fit_nothing_are_left_alone(
    greenroom: GreenroomServer, on_twitch: CommandEditor
) -> None:
    async with on_twitch.hearing() as live_events:
        await greenroom.control("/twitch/notice", login="junoplays", kind="resub", viewer="brisket99", text="Seven!")
        told = await live_events.until(lambda event: event.get("line", {}).get("notice") == "resub")
    assert await on_twitch.why(told["line"]) == []


DEEDS = (
    "$(count deaths) $(var.set mood glad)$(quote.add so it was) $(settitle Mine) $(setgame Just Chatting) "
    "$(permit brisket99) $(timeout brisket99 60)$(shoutout brisket99)$(delete)"
)
# What each of the deeds would leave behind, and what a look counts or writes down itself.
TRACES = (
    *("counters", "kept_values", "quotes", "quote_books", "moderation_entries", "filter_permits", "command_cooldowns"),
    *("command_uses", "channel_providers", "commands"),
)


LOOK = "SELECT * FROM "


async def traces(editor: CommandEditor) -> dict[str, list[Json]]:
    return {table: await editor.greenroom.rows(LOOK + table) for table in TRACES}


@on_one_database
async def test_asking_why_changes_nothing(greenroom: GreenroomServer, on_twitch: CommandEditor) -> None:
    await on_twitch.says("I was here")
    await on_twitch.make("!deeds", f"Done: {DEEDS}", enabled=False)
    line = await on_twitch.says("!deeds", viewer=greenroom.stage.world.viewers[7].login)
    before = await traces(on_twitch)
    ((name, verdict, reason),) = await on_twitch.why(line)
    assert (name, verdict) == ("!deeds", "skipped")
    # Every deed was looked at, and none of them done.
    assert reason == (
        "off; would have responded “Done: 1 Quote #12 was added. The title is now Mine. The category is now Just "
        "Chatting. brisket99 can post one link within 1 minute. brisket99 was timed out for 1 minute.”"
    )
    assert await on_twitch.why(line) == [(name, verdict, reason)]
    assert await traces(on_twitch) == before
    assert (await on_twitch.removals())["!deeds"] is None


@on_one_database
async def test_command_that_came_later_fits_today(on_twitch: CommandEditor) -> None:
    line = await on_twitch.says("!later")
    await on_twitch.make("!later", "Now")
    assert await on_twitch.why(line) == [
        ("!later", "skipped", "matches the command as it is now, not as it was then; would have responded “Now”")
    ]


@on_one_database
async def test_near_misses_are_shown_and_else_one_sentence(on_twitch: CommandEditor) -> None:
    for number in range(20):
        await on_twitch.make(f"!command{number}", "x")
    await on_twitch.make("!discord", "Here")
    nearly = await on_twitch.says("!discrod")
    assert await on_twitch.why(nearly) == [("!discord", "passed", "similar to “!discrod”")]
    inside = await on_twitch.says("what is !discord")
    assert await on_twitch.why(inside) == [("!discord", "passed", "“!discord” is not the first word of the message")]
    nothing = await on_twitch.says("hello everybody")
    assert await on_twitch.why(nothing) == [
        ("Commands", "passed", "no command is called “hello”, and no pattern is in it")
    ]


@on_one_database
async def test_deleted_command_still_says_what_it_answered(on_twitch: CommandEditor) -> None:
    made = await on_twitch.make("!hello", "Hi")
    line = await on_twitch.answer_to("!hello", "Hi")
    await on_twitch.until_settled(line)
    await on_twitch.send("DELETE", f"/commands/{made['id']}")
    assert await on_twitch.why(line) == [("!hello", "acted", "responded “Hi”")]


@on_one_database
async def test_count_of_what_would_have_been_answered_is_the_next_one(on_twitch: CommandEditor) -> None:
    await on_twitch.make("!deaths", "Died $(count) times", global_cooldown=30)
    await on_twitch.answer_to("!deaths", "Died 1 times")
    line = await on_twitch.says("!deaths again", viewer="marekfixes")
    ((_, _, reason),) = await on_twitch.why(line)
    assert reason.endswith("would have responded “Died 2 times”")
