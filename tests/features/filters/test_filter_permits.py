"""Permits to post one message with links, tests of a filter on a text, and strikes after a clock change."""

import pytest

from greenroom.accounts.access.rules import Role
from support.filters import FilterChannel, filter_body, is_removed
from support.frozen_clock import FrozenClock
from support.greenroom_server import GreenroomServer, Json, error_fields
from support.server_fixtures import both_databases_for_first


@both_databases_for_first("twitch", "youtube", "kick")
async def test_permit_allows_one_link(greenroom: GreenroomServer, channel: FilterChannel, provider: str) -> None:
    await channel.connect(provider)
    await channel.make("link")
    hello = await channel.send_chat("hello", provider, viewer="marekfixes")
    moderator = await greenroom.staff("odalys_", channel.channel_id, Role.MOD)
    assert (await channel.permit(hello, moderator)).status_code == 201
    await channel.send_chat("no link yet", provider, viewer="marekfixes")
    allowed = await channel.send_chat("look at spam.example", provider, viewer="marekfixes")
    async with channel.filter_events() as live_events:
        second = await channel.send_chat("and at more.example", provider, viewer="marekfixes")
        await live_events.until(is_removed(second["message_id"]))
    assert (await channel.removals())[allowed["text"]] is None


async def test_permit_expires_after_the_time_that_the_link_filter_sets(
    on_twitch: FilterChannel, clock: FrozenClock
) -> None:
    await on_twitch.make("link", settings={"permit_seconds": 20})
    hello = await on_twitch.send_chat("hello", viewer="marekfixes")
    assert (await on_twitch.permit(hello)).json()["seconds"] == 20
    clock.advance(21)
    async with on_twitch.filter_events() as live_events:
        line = await on_twitch.send_chat("late.example", viewer="marekfixes")
        await live_events.until(is_removed(line["message_id"]))


async def test_permit_is_for_one_viewer_and_only_for_links(on_twitch: FilterChannel) -> None:
    await on_twitch.make("link")
    await on_twitch.ban_words("rubbish")
    hello = await on_twitch.send_chat("hello", viewer="marekfixes")
    await on_twitch.permit(hello)
    async with on_twitch.filter_events() as live_events:
        other = await on_twitch.send_chat("other.example", viewer="odalys_")
        await live_events.until(is_removed(other["message_id"]))
        bad = await on_twitch.send_chat("rubbish at spam.example", viewer="marekfixes")
        removed = await live_events.until(is_removed(bad["message_id"]))
    assert removed["removal"]["by"] == "The banned_terms filter"


BAD_PERMITS: list[tuple[Json, str]] = [
    ({"seconds": 0}, "seconds"),
    ({"seconds": 3601}, "seconds"),
    ({"provider": "myspace"}, "provider"),
    ({"provider_viewer_id": "x" * 101}, "provider_viewer_id"),
    ({"provider_viewer_id": "a\0"}, "provider_viewer_id"),
]


@pytest.mark.rows("V3")
async def test_invalid_permit_is_rejected_with_its_field(channel: FilterChannel) -> None:
    for changes, field in BAD_PERMITS:
        permit: Json = {"provider": "twitch", "provider_viewer_id": "1", **changes}
        response = await channel.send("POST", "/permits", **permit)
        assert (response.status_code, error_fields(response)) == (422, [field]), changes


SENTENCES: list[tuple[str, int, bool, str]] = [
    ("see evil.com", 0, True, "links to evil.com"),
    ("see evil.com", 7, False, "Mod is exempt"),
    ("see good.example/page", 0, False, "all links are allowed"),
    ("nothing", 0, False, "no links found"),
]


async def test_filter_is_tested_on_a_text_without_being_saved(channel: FilterChannel) -> None:
    body = filter_body("link", settings={"allowed": ["good.example"]})
    for text, level, caught, reason in SENTENCES:
        response = await channel.test(body, text, level=level)
        assert (response["caught"], response["reason"]) == (caught, reason), text
    assert await channel.filters() == []


async def test_strike_counts_after_the_clock_was_set_back(on_twitch: FilterChannel, clock: FrozenClock) -> None:
    await on_twitch.ban_words("rubbish", name="Words", ladder=[{"action": "delete"}, {"action": "timeout"}])
    async with on_twitch.filter_events() as live_events:
        await on_twitch.send_chat("rubbish", viewer="marekfixes")
        await live_events.wait_for_entry(action="delete", outcome="done")
        clock.advance(-3600)
        line = await on_twitch.send_chat("rubbish too", viewer="marekfixes")
        await live_events.wait_for_entry(action="timeout", outcome="done")
    assert await on_twitch.strikes(line) == [("Words", 2)]
    clock.advance(3600)
    assert await on_twitch.strikes(line) == []
