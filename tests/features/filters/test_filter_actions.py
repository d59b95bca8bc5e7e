"""Caught messages are removed in Greenroom and deleted on the platform, and penalties are applied."""

import asyncio

import pytest

from support.filters import FilterChannel, is_removed
from support.frozen_clock import FrozenClock
from support.greenroom_server import GreenroomServer, Json
from support.moderation import action_summaries
from support.server_fixtures import both_databases_for_first
from support.waiting import MAX_WAIT_SECONDS

PROVIDERS_WITH_DELETES = ("twitch", "youtube", "kick")
MAREK, ODALYS, ZOFIE, BRISKET = "marekfixes", "odalys_", "zofiekresli", "brisket99"
# By filter type: settings; messages (seconds after the one before, viewer, text), of which only the last is caught.
CONVERSATIONS: dict[str, tuple[Json, list[tuple[int, str, str]]]] = {
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
            *((after, who, "here we all are") for after, who in [(31, ODALYS), (0, ODALYS), (0, ZOFIE), (0, BRISKET)]),
        ],
    ),
    "first_message_link": (
        {},
        [(0, MAREK, "hello there"), (0, MAREK, "see spoons.com"), (0, ODALYS, "see spoons.com")],
    ),
}
# By filter type: settings, an allowed text, a caught text, and the reason.
LIMITS: dict[str, tuple[Json, str, str, str]] = {
    "symbol": ({"max": 5}, "?!?!?", "?!?!?!", "6 symbols (max 5)"),
    "emote": ({"max": 2}, "EZ catJAM", "EZ catJAM Clap", "3 emotes (max 2)"),
    "paragraph": ({"max": 60}, "x" * 60, "x" * 61, "61 characters (max 60)"),
    "non_latin": ({}, "да да", "привет всем", "100% non-Latin letters (limit 80%)"),
    "mention": ({"max": 2}, "@ann @bob", "@ann @bob @cleo", "3 mentions (max 2)"),
    "zalgo": ({}, "h\u0301\u0302\u0303i", "h\u0301\u0302\u0303\u0301i", "4 marks on one letter (max 3)"),
    "caps": ({"min_length": 10}, "LOUD WORD", "LOUDER WORDS", "100% caps (limit 60%)"),
}


@both_databases_for_first(*PROVIDERS_WITH_DELETES)
async def test_caught_message_is_deleted_and_its_author_warned(channel: FilterChannel, provider: str) -> None:
    await channel.connect(provider)
    filter_ = await channel.ban_words("rubbish", name="Bad words", message="$(user), mind your words.")
    async with channel.filter_events() as live_events:
        line = await channel.send_chat("What RÜBBISH this is", provider, viewer="marekfixes")
        event = await live_events.until(is_removed(line["message_id"]))
        assert (event["removal"]["how"], event["removal"]["by"]) == ("filtered", "Bad words")
        assert event["removal"]["reason"] == "contains “rubbish”"
        assert "is_here_only" not in event["removal"]
        deleted = await live_events.wait_for_entry(action="delete", outcome="done")
        warned = await live_events.wait_for_entry(action="warn", outcome="done")
        sent = await live_events.until(lambda one: one["type"] == "line" and "mind your words" in one["line"]["text"])
    assert (deleted["actor"], deleted["message_id"]) == ({"kind": "filter", "name": "Bad words"}, line["message_id"])
    assert warned["provider_viewer_id"] == line["author"]["id"]
    assert sent["line"]["text"].startswith(line["author"]["name"])
    (hit,) = await channel.hits(filter_)
    assert (hit["text"], hit["spans"], hit["step"]["action"]) == (line["text"], [{"start": 5, "end": 12}], "warn")


@both_databases_for_first(*PROVIDERS_WITH_DELETES)
async def test_second_offence_is_a_timeout(channel: FilterChannel, provider: str) -> None:
    await channel.connect(provider)
    await channel.ban_words("rubbish", name="Bad words")
    async with channel.filter_events() as live_events:
        first = await channel.send_chat("rubbish", provider, viewer="marekfixes")
        await live_events.until(is_removed(first["message_id"]))
        second = await channel.send_chat("more rubbish", provider, viewer="marekfixes")
        entry = await live_events.wait_for_entry(action="timeout", outcome="done")
    assert (entry["message_id"], entry["seconds"]) == (second["message_id"], 60)
    assert await channel.strikes(first) == [("Bad words", 2)]
    assert (await channel.card(first))["sent_out"] is not None


async def test_message_is_only_hidden_on_a_platform_without_deletes(channel: FilterChannel) -> None:
    await channel.connect("tiktok")
    await channel.ban_words("rubbish", ladder=[{"action": "ban"}])
    async with channel.filter_events() as live_events:
        line = await channel.send_chat("what rubbish", "tiktok", viewer="marekfixes")
        event = await live_events.until(is_removed(line["message_id"]))
        entry = await live_events.wait_for_entry(action="ban")
    assert event["removal"]["is_here_only"] is True
    assert (entry["outcome"], entry["detail"]) == (
        "done",
        "Message hidden only: the platform doesn't support timeouts or bans from here.",
    )


async def test_shadow_filter_only_records_hits(on_twitch: FilterChannel) -> None:
    filter_ = await on_twitch.ban_words("rubbish", mode="shadow")
    async with on_twitch.filter_events() as live_events:
        line = await on_twitch.send_chat("what rubbish", viewer="marekfixes")
        event = await live_events.until(lambda one: one["type"] == "hit")
        assert await live_events.all_of("removed") == []
    assert (event["filter_id"], event["hits_today"], event["hit"]["is_shadow"]) == (filter_["id"], 1, True)
    assert (await on_twitch.removals())["what rubbish"] is None
    assert await on_twitch.log() == []
    assert await on_twitch.strikes(line) == []
    assert (await on_twitch.filters())[0]["hits_today"] == 1


async def test_shadow_filter_does_not_stop_the_next_filter(on_twitch: FilterChannel) -> None:
    await on_twitch.ban_words("rubbish", name="Watching", mode="shadow")
    await on_twitch.ban_words("rubbish", name="Acting")
    async with on_twitch.filter_events() as live_events:
        line = await on_twitch.send_chat("rubbish", viewer="marekfixes")
        event = await live_events.until(is_removed(line["message_id"]))
    assert event["removal"]["by"] == "Acting"
    assert [one["hits_today"] for one in await on_twitch.filters()] == [1, 1]


async def test_first_filter_in_the_order_decides(on_twitch: FilterChannel) -> None:
    first = await on_twitch.ban_words("rubbish", name="First")
    second = await on_twitch.ban_words("rubbish", name="Second")
    order = [second["id"], first["id"]]
    assert (await on_twitch.send("PUT", "/filters/order", filter_ids=order)).status_code == 204
    async with on_twitch.filter_events() as live_events:
        line = await on_twitch.send_chat("rubbish", viewer="marekfixes")
        event = await live_events.until(is_removed(line["message_id"]))
    assert event["removal"]["by"] == "Second"
    assert [one["hits_today"] for one in await on_twitch.filters()] == [1, 0]


async def test_exempt_viewers_and_other_platforms_are_not_affected(
    greenroom: GreenroomServer, channel: FilterChannel
) -> None:
    await channel.connect("twitch", "kick")
    friend = await channel.send_chat("hello", viewer="odalys_")
    exempt = [{"provider": "twitch", "provider_viewer_id": friend["author"]["id"], "name": "odalys_"}]
    await channel.ban_words("rubbish", providers=["twitch"], exempt_viewers=exempt)
    moderator = greenroom.rehearsal_state.world.viewers[7]
    for text, provider, viewer in (
        ("rubbish of a friend", "twitch", "odalys_"),
        ("rubbish of a moderator", "twitch", moderator.login),
        ("rubbish of the broadcaster", "twitch", "junoplays"),
        ("rubbish elsewhere", "kick", "marekfixes"),
    ):
        await channel.send_chat(text, provider, viewer=viewer)
    async with channel.filter_events() as live_events:
        caught = await channel.send_chat("rubbish of a viewer", viewer="marekfixes")
        await live_events.until(is_removed(caught["message_id"]))
    allowed = {text for text, removal in (await channel.removals()).items() if removal is None}
    assert {
        "rubbish of a friend",
        "rubbish of a moderator",
        "rubbish of the broadcaster",
        "rubbish elsewhere",
    } <= allowed


async def test_strikes_reset_after_the_configured_time(on_twitch: FilterChannel, clock: FrozenClock) -> None:
    await on_twitch.ban_words("rubbish", strike_seconds=60, ladder=[{"action": "delete"}, {"action": "ban"}])
    async with on_twitch.filter_events() as live_events:
        first = await on_twitch.send_chat("rubbish", viewer="marekfixes")
        await live_events.until(is_removed(first["message_id"]))
        clock.advance(61)
        second = await on_twitch.send_chat("rubbish again", viewer="marekfixes")
        await live_events.until(is_removed(second["message_id"]))
    assert await on_twitch.strikes(first) == [("The banned_terms filter", 1)]
    assert {action for action, _, _ in action_summaries(await on_twitch.log())} == {"delete"}


async def test_change_of_a_filter_takes_effect_with_the_next_message(on_twitch: FilterChannel) -> None:
    filter_ = await on_twitch.ban_words("rubbish")
    await on_twitch.send_chat("nonsense before", viewer="marekfixes")
    terms = [{"text": "nonsense"}]
    assert (await on_twitch.send("PUT", f"/filters/{filter_['id']}/terms", terms=terms)).status_code == 200
    async with on_twitch.filter_events() as live_events:
        line = await on_twitch.send_chat("nonsense after", viewer="marekfixes")
        await live_events.until(is_removed(line["message_id"]))
    assert (await on_twitch.send("PUT", f"/filters/{filter_['id']}/enabled", enabled=False)).status_code == 200
    await on_twitch.send_chat("nonsense when it is off", viewer="marekfixes")
    await on_twitch.send_chat("and something else", viewer="odalys_")
    removals = await on_twitch.removals()
    assert [removals[text] is None for text in ("nonsense before", "nonsense after", "nonsense when it is off")] == [
        True,
        False,
        True,
    ]


async def test_no_sixth_warning_is_posted_in_ten_seconds(greenroom: GreenroomServer, on_twitch: FilterChannel) -> None:
    await on_twitch.ban_words("rubbish", message="$(user) stop", ladder=[{"action": "warn"}])
    viewers = [viewer for viewer in greenroom.rehearsal_state.world.viewers if not viewer.is_moderator][:12]
    async with on_twitch.filter_events() as live_events:
        for viewer in viewers:
            line = await on_twitch.send_chat(f"rubbish {viewer.login}", viewer=viewer.login)
            await live_events.until(is_removed(line["message_id"]))
        fifth = viewers[4].display_name
        await live_events.wait_for_line(f"{fifth} stop")
        lines = [event["line"]["text"] for event in await live_events.all_of("line")]
    assert len([text for text in lines if text.endswith(" stop")]) == 5


async def test_own_bots_and_system_bots_are_exempt(on_twitch: FilterChannel) -> None:
    await on_twitch.ban_words("rubbish")
    await on_twitch.send_chat("the filters are loaded by now", viewer="marekfixes")
    target = {"channel_id": on_twitch.channel_id, "channel_provider_id": on_twitch.connections["twitch"]}
    await on_twitch.client.connect("brisket99", bot="own", **target)
    await on_twitch.client.connect("stagehandbot", bot="system")
    await on_twitch.send_chat("rubbish of the own bot", viewer="brisket99")
    await on_twitch.send_chat("rubbish of the system bot", viewer="stagehandbot")
    async with on_twitch.filter_events() as live_events:
        caught = await on_twitch.send_chat("rubbish of a viewer", viewer="marekfixes")
        await live_events.until(is_removed(caught["message_id"]))
    assert len([removal for removal in (await on_twitch.removals()).values() if removal]) == 1


@pytest.mark.parametrize("kind", CONVERSATIONS)
async def test_filter_that_depends_on_earlier_messages_catches_only_the_last_of_a_conversation(
    greenroom: GreenroomServer, clock: FrozenClock, on_twitch: FilterChannel, kind: str
) -> None:
    settings, conversation = CONVERSATIONS[kind]
    filter_ = await on_twitch.make(kind, settings=settings)
    sent = list[Json]()
    async with on_twitch.filter_events() as live_events:
        for seconds, viewer, text in conversation:
            clock.advance(seconds)
            await greenroom.control("/clock", seconds=seconds)
            sent.append(await on_twitch.send_chat(text, viewer=viewer))
        await live_events.until(is_removed(sent[-1]["message_id"]))
    removed = await greenroom.rows("SELECT message_id FROM chat_messages WHERE removal IS NOT NULL")
    assert [row["message_id"] for row in removed] == [sent[-1]["message_id"]]
    assert [hit["text"] for hit in await on_twitch.hits(filter_)] == [conversation[-1][2]]


async def test_stateless_filters_catch_messages_above_their_limit(
    greenroom: GreenroomServer, on_twitch: FilterChannel
) -> None:
    for kind, (settings, *_) in LIMITS.items():
        await on_twitch.make(kind, settings=settings, ladder=[{"action": "delete"}])
    await until_emotes_are_loaded(on_twitch)
    async with on_twitch.filter_events() as live_events:
        for _, allowed, caught, _ in LIMITS.values():
            await greenroom.control("/twitch/say", login="junoplays", viewer=MAREK, text=allowed)
            await greenroom.control("/twitch/say", login="junoplays", viewer=MAREK, text=caught)
        for _, _, caught, _ in LIMITS.values():
            await live_events.wait_for_entry(action="delete", outcome="done", message_text=caught)
    removals = await on_twitch.removals()
    for kind, (_, allowed, caught, reason) in LIMITS.items():
        assert removals[allowed] is None, kind
        removal = removals[caught] or {}
        assert (removal.get("how"), removal.get("by"), removal.get("reason")) == (
            "filtered",
            f"The {kind} filter",
            reason,
        )


async def until_emotes_are_loaded(channel: FilterChannel) -> None:
    """Sends messages until the third-party emotes are loaded; the first message starts the loading."""
    async with asyncio.timeout(MAX_WAIT_SECONDS):
        number = 0
        while "emote" not in {part["kind"] for part in (await channel.send_chat(f"catJAM {number}"))["parts"]}:
            number += 1
