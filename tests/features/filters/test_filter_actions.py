"""What a filter catches is gone here and on the platform, and whoever said it feels it."""

import asyncio

import pytest

from support.filters import FilterEditor, is_removed
from support.frozen_clock import FrozenClock
from support.greenroom_server import PATIENCE_SECONDS, GreenroomServer, Json
from support.moderation import in_short
from support.server_fixtures import on_each, on_one_database

DELETES = ("twitch", "youtube", "kick")
MAREK, ODALYS, ZOFIE, JAX = "marekfixes", "odalys_", "zofiekresli", "brisket99"
# Settings of a filter that knows more than one message, then who says what after how many seconds: the last is caught.
STORIES: dict[str, tuple[Json, list[tuple[int, str, str]]]] = {
    "flood": (
        {"messages": 2, "seconds": 10},
        [
            (0, MAREK, "one"),
            (0, MAREK, "two"),
            (11, MAREK, "three"),
            (0, ODALYS, "hi"),
            (0, MAREK, "4"),
            (0, MAREK, "5"),
        ],
    ),
    "repetition": (
        {"seconds": 30},
        [
            (0, MAREK, "buy my spoons"),
            (31, MAREK, "buy my spoons"),
            (0, ODALYS, "buy my spoons"),
            (0, MAREK, "Buy my SPOOONS"),
        ],
    ),
    "raid_similarity": (
        {"accounts": 3, "seconds": 30},
        [
            (0, MAREK, "here we all are"),
            *((after, who, "here we all are") for after, who in [(31, ODALYS), (0, ODALYS), (0, ZOFIE), (0, JAX)]),
        ],
    ),
    "first_message_link": (
        {},
        [(0, MAREK, "hello there"), (0, MAREK, "see spoons.com"), (0, ODALYS, "see spoons.com")],
    ),
}
# Settings of a filter that looks at one message, what is just allowed, what is caught, and why.
ONE_TOO_MANY: dict[str, tuple[Json, str, str, str]] = {
    "symbol": ({"max": 5}, "?!?!?", "?!?!?!", "6 signs, 5 are allowed"),
    "emote": ({"max": 2}, "EZ catJAM", "EZ catJAM Clap", "3 emotes, 2 are allowed"),
    "paragraph": ({"max": 60}, "x" * 60, "x" * 61, "61 letters, 60 are allowed"),
    "non_latin": ({}, "да да", "привет всем", "100 % letters of other scripts, 80 % and more are caught"),
    "mention": ({"max": 2}, "@ann @bob", "@ann @bob @cleo", "3 mentions, 2 are allowed"),
    "zalgo": ({}, "h\u0301\u0302\u0303i", "h\u0301\u0302\u0303\u0301i", "4 marks on one letter, 3 are allowed"),
    "caps": ({"min_length": 10}, "LOUD WORD", "LOUDER WORDS", "100 % capitals, 60 % and more are caught"),
}


@on_each(*DELETES)
async def test_caught_message_is_deleted_there_and_its_author_warned(editor: FilterEditor, provider: str) -> None:
    await editor.connect(provider)
    made = await editor.ban_words("rubbish", name="Bad words", message="$(user), mind your words.")
    async with editor.watching() as live_events:
        line = await editor.says("What RÜBBISH this is", provider, viewer="marekfixes")
        told = await live_events.until(is_removed(line["message_id"]))
        assert (told["removal"]["how"], told["removal"]["by"]) == ("filtered", "Bad words")
        assert told["removal"]["reason"] == "contains “rubbish”"
        assert "is_here_only" not in told["removal"]
        deleted = await live_events.entry(action="delete", outcome="done")
        warned = await live_events.entry(action="warn", outcome="done")
        said = await live_events.until(
            lambda event: event["type"] == "line" and "mind your words" in event["line"]["text"]
        )
    assert (deleted["actor"], deleted["message_id"]) == ({"kind": "filter", "name": "Bad words"}, line["message_id"])
    assert warned["provider_viewer_id"] == line["author"]["id"]
    assert said["line"]["text"].startswith(line["author"]["name"])
    (hit,) = await editor.hits(made)
    assert (hit["text"], hit["spans"], hit["step"]["action"]) == (line["text"], [{"start": 5, "end": 12}], "warn")


@on_each(*DELETES)
async def test_second_offence_times_out(editor: FilterEditor, provider: str) -> None:
    await editor.connect(provider)
    await editor.ban_words("rubbish", name="Bad words")
    async with editor.watching() as live_events:
        first = await editor.says("rubbish", provider, viewer="marekfixes")
        await live_events.until(is_removed(first["message_id"]))
        second = await editor.says("more rubbish", provider, viewer="marekfixes")
        entry = await live_events.entry(action="timeout", outcome="done")
    assert (entry["message_id"], entry["seconds"]) == (second["message_id"], 60)
    assert await editor.strikes(first) == [("Bad words", 2)]
    assert (await editor.card(first))["sent_out"] is not None


@on_one_database
async def test_tiktok_takes_no_deletes_so_it_is_hidden_here_and_said_so(editor: FilterEditor) -> None:
    await editor.connect("tiktok")
    await editor.ban_words("rubbish", ladder=[{"action": "ban"}])
    async with editor.watching() as live_events:
        line = await editor.says("what rubbish", "tiktok", viewer="marekfixes")
        told = await live_events.until(is_removed(line["message_id"]))
        entry = await live_events.entry(action="ban")
    assert told["removal"]["is_here_only"] is True
    assert (entry["outcome"], entry["detail"]) == (
        "done",
        "The platform lets nobody be sent out by us: only the message is hidden.",
    )


@on_one_database
async def test_shadow_only_writes_down_what_it_would_do(on_twitch: FilterEditor) -> None:
    made = await on_twitch.ban_words("rubbish", mode="shadow")
    async with on_twitch.watching() as live_events:
        line = await on_twitch.says("what rubbish", viewer="marekfixes")
        told = await live_events.until(lambda event: event["type"] == "hit")
        assert await live_events.all_of("removed") == []
    assert (told["filter_id"], told["hits_today"], told["hit"]["is_shadow"]) == (made["id"], 1, True)
    assert (await on_twitch.removals())["what rubbish"] is None
    assert await on_twitch.log() == []
    assert await on_twitch.strikes(line) == []
    assert (await on_twitch.filters())[0]["hits_today"] == 1


@on_one_database
async def test_shadow_does_not_keep_the_next_filter_from_acting(on_twitch: FilterEditor) -> None:
    await on_twitch.ban_words("rubbish", name="Watching", mode="shadow")
    await on_twitch.ban_words("rubbish", name="Acting")
    async with on_twitch.watching() as live_events:
        line = await on_twitch.says("rubbish", viewer="marekfixes")
        told = await live_events.until(is_removed(line["message_id"]))
    assert told["removal"]["by"] == "Acting"
    assert [one["hits_today"] for one in await on_twitch.filters()] == [1, 1]


@on_one_database
async def test_first_filter_in_the_order_decides(on_twitch: FilterEditor) -> None:
    first = await on_twitch.ban_words("rubbish", name="First")
    second = await on_twitch.ban_words("rubbish", name="Second")
    order = [second["id"], first["id"]]
    assert (await on_twitch.send("PUT", "/filters/order", filter_ids=order)).status_code == 204
    async with on_twitch.watching() as live_events:
        line = await on_twitch.says("rubbish", viewer="marekfixes")
        told = await live_events.until(is_removed(line["message_id"]))
    assert told["removal"]["by"] == "Second"
    assert [one["hits_today"] for one in await on_twitch.filters()] == [1, 0]


@on_one_database
async def test_exempt_people_and_other_platforms_are_left_alone(
    greenroom: GreenroomServer, editor: FilterEditor
) -> None:
    await editor.connect("twitch", "kick")
    friend = await editor.says("hello", viewer="odalys_")
    exempt = [{"provider": "twitch", "provider_viewer_id": friend["author"]["id"], "name": "odalys_"}]
    await editor.ban_words("rubbish", providers=["twitch"], exempt_viewers=exempt)
    moderator = greenroom.stage.world.crowd.viewers[7]
    for text, provider, viewer in (
        ("rubbish of a friend", "twitch", "odalys_"),
        ("rubbish of a moderator", "twitch", moderator.login),
        ("rubbish of the broadcaster", "twitch", "junoplays"),
        ("rubbish elsewhere", "kick", "marekfixes"),
    ):
        await editor.says(text, provider, viewer=viewer)
    async with editor.watching() as live_events:
        caught = await editor.says("rubbish of anybody", viewer="marekfixes")
        await live_events.until(is_removed(caught["message_id"]))
    kept = {text for text, removal in (await editor.removals()).items() if removal is None}
    assert {"rubbish of a friend", "rubbish of a moderator", "rubbish of the broadcaster", "rubbish elsewhere"} <= kept


async def test_strikes_are_forgotten(on_twitch: FilterEditor, clock: FrozenClock) -> None:
    await on_twitch.ban_words("rubbish", strike_seconds=60, ladder=[{"action": "delete"}, {"action": "ban"}])
    async with on_twitch.watching() as live_events:
        first = await on_twitch.says("rubbish", viewer="marekfixes")
        await live_events.until(is_removed(first["message_id"]))
        clock.advance(61)
        second = await on_twitch.says("rubbish again", viewer="marekfixes")
        await live_events.until(is_removed(second["message_id"]))
    assert await on_twitch.strikes(first) == [("The banned_terms filter", 1)]
    assert {action for action, _, _ in in_short(await on_twitch.log())} == {"delete"}


@on_one_database
async def test_change_counts_from_the_next_message_on(on_twitch: FilterEditor) -> None:
    made = await on_twitch.ban_words("rubbish")
    await on_twitch.says("nonsense before", viewer="marekfixes")
    terms = [{"text": "nonsense"}]
    assert (await on_twitch.send("PUT", f"/filters/{made['id']}/terms", terms=terms)).status_code == 200
    async with on_twitch.watching() as live_events:
        line = await on_twitch.says("nonsense after", viewer="marekfixes")
        await live_events.until(is_removed(line["message_id"]))
    assert (await on_twitch.send("PUT", f"/filters/{made['id']}/enabled", enabled=False)).status_code == 200
    await on_twitch.says("nonsense when it is off", viewer="marekfixes")
    await on_twitch.says("and something else", viewer="odalys_")
    removals = await on_twitch.removals()
    assert [removals[text] is None for text in ("nonsense before", "nonsense after", "nonsense when it is off")] == [
        True,
        False,
        True,
    ]


@on_one_database
async def test_raid_does_not_make_the_bot_the_loudest(greenroom: GreenroomServer, on_twitch: FilterEditor) -> None:
    await on_twitch.ban_words("rubbish", message="$(user) stop", ladder=[{"action": "warn"}])
    crowd = [viewer for viewer in greenroom.stage.world.crowd.viewers if not viewer.is_moderator][:12]
    async with on_twitch.watching() as live_events:
        for viewer in crowd:
            line = await on_twitch.says(f"rubbish {viewer.login}", viewer=viewer.login)
            await live_events.until(is_removed(line["message_id"]))
        fifth = crowd[4].display_name
        await live_events.until(lambda event: event["type"] == "line" and event["line"]["text"] == f"{fifth} stop")
        lines = [event["line"]["text"] for event in await live_events.all_of("line")]
    assert len([text for text in lines if text.endswith(" stop")]) == 5


@on_one_database
async def test_bots_of_the_channel_and_the_installation_may_say_anything(on_twitch: FilterEditor) -> None:
    await on_twitch.ban_words("rubbish")
    await on_twitch.says("the filters are read by now", viewer="marekfixes")
    place = {"channel_id": on_twitch.channel_id, "channel_provider_id": on_twitch.connections["twitch"]}
    await on_twitch.client.connect("brisket99", bot="own", **place)
    await on_twitch.client.connect("stagehandbot", bot="system")
    await on_twitch.says("rubbish of the own bot", viewer="brisket99")
    await on_twitch.says("rubbish of the system bot", viewer="stagehandbot")
    async with on_twitch.watching() as live_events:
        caught = await on_twitch.says("rubbish of anybody", viewer="marekfixes")
        await live_events.until(is_removed(caught["message_id"]))
    assert len([removal for removal in (await on_twitch.removals()).values() if removal]) == 1


@on_one_database
@pytest.mark.parametrize("kind", STORIES)
async def test_filter_that_knows_more_than_one_message_catches_the_one_too_many(
    greenroom: GreenroomServer, clock: FrozenClock, on_twitch: FilterEditor, kind: str
) -> None:
    settings, story = STORIES[kind]
    made = await on_twitch.make(kind, settings=settings)
    said = list[Json]()
    async with on_twitch.watching() as live_events:
        for seconds, viewer, text in story:
            clock.advance(seconds)
            await greenroom.control("/clock", seconds=seconds)
            said.append(await on_twitch.says(text, viewer=viewer))
        await live_events.until(is_removed(said[-1]["message_id"]))
    removed = await greenroom.rows("SELECT message_id FROM chat_messages WHERE removal IS NOT NULL")
    assert [row["message_id"] for row in removed] == [said[-1]["message_id"]]
    assert [hit["text"] for hit in await on_twitch.hits(made)] == [story[-1][2]]


@on_one_database
async def test_each_filter_of_one_message_catches_one_too_many_that_is_said_in_chat(
    greenroom: GreenroomServer, on_twitch: FilterEditor
) -> None:
    for kind, (settings, *_) in ONE_TOO_MANY.items():
        await on_twitch.make(kind, settings=settings, ladder=[{"action": "delete"}])
    await until_emotes_are_known(on_twitch)
    async with on_twitch.watching() as live_events:
        for _, allowed, caught, _ in ONE_TOO_MANY.values():
            await greenroom.control("/twitch/say", login="junoplays", viewer=MAREK, text=allowed)
            await greenroom.control("/twitch/say", login="junoplays", viewer=MAREK, text=caught)
        for _, _, caught, _ in ONE_TOO_MANY.values():
            await live_events.entry(action="delete", outcome="done", message_text=caught)
    removals = await on_twitch.removals()
    for kind, (_, allowed, caught, reason) in ONE_TOO_MANY.items():
        assert removals[allowed] is None, kind
        removal = removals[caught] or {}
        assert (removal.get("how"), removal.get("by"), removal.get("reason")) == (
            "filtered",
            f"The {kind} filter",
            reason,
        )


async def until_emotes_are_known(editor: FilterEditor) -> None:
    """Words of other services are looked up once somebody speaks, and nobody waits for them."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        number = 0
        while "emote" not in {part["kind"] for part in (await editor.says(f"catJAM {number}"))["parts"]}:
            number += 1
