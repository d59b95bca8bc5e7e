"""The moderation log is read in pages, by viewer and live; published entries equal fetched ones."""

import pytest

from support.greenroom_server import Json, error_fields, refusal
from support.moderation import ModeratedChannel


@pytest.mark.both_databases
async def test_pages_follow_each_other_without_gaps(on_twitch: ModeratedChannel) -> None:
    line = await on_twitch.send_chat()
    for seconds in range(1, 8):
        await on_twitch.ban(line, duration_seconds=seconds)
    found: list[Json] = []
    cursor = ""
    while True:
        page = await on_twitch.client.get(f"{on_twitch.path}/moderation-log", limit=3, cursor=cursor)
        found += page["records"]
        cursor = page["cursor"]
        if cursor is None:
            break
    assert [entry["seconds"] for entry in found] == [7, 6, 5, 4, 3, 2, 1]


async def test_log_is_filtered_by_platform_and_viewer(channel: ModeratedChannel) -> None:
    await channel.connect("twitch", "kick")
    one = await channel.send_chat("First", viewer="marekfixes")
    other = await channel.send_chat("Second", viewer="odalys_")
    kick_line = await channel.send_chat("Third", "kick", viewer="marekfixes")
    for line in (one, other, kick_line):
        await channel.ban(line, duration_seconds=60)
    assert [entry["provider"] for entry in await channel.log(provider="kick")] == ["kick"]
    of_viewer = await channel.log(provider="twitch", provider_viewer_id=one["author"]["id"])
    assert [entry["viewer_name"] for entry in of_viewer] == ["MarekFixes"]
    assert await channel.log(provider_viewer_id="unknown") == []


BAD_QUERIES: list[Json] = [
    {"limit": 0},
    {"limit": 101},
    {"cursor": "x"},
    {"cursor": "WyJhIiwiYiJd"},
    {"cursor": "WyIwMDAxLTAxLTAxVDAwOjAwOjAwKzE0OjAwIiwieCJd"},
    {"provider_viewer_id": "\0"},
    {"provider": "x" * 21},
]


async def test_bad_query_names_its_field(channel: ModeratedChannel) -> None:
    for query in BAD_QUERIES:
        response = await channel.client.ask("GET", f"{channel.path}/moderation-log", params=query)
        assert (refusal(response), error_fields(response)) == ((422, "invalid"), list(query)), query


async def test_live_events_equal_the_fetched_state(on_twitch: ModeratedChannel) -> None:
    line = await on_twitch.send_chat("Swept")
    async with on_twitch.moderation_events() as live_events:
        banned = await on_twitch.ban(line, duration_seconds=60)
        await on_twitch.undo(banned)
        await on_twitch.delete(line)
        last = await on_twitch.ban(line)
        await on_twitch.send_chat("Said after all echoes", viewer="marekfixes")
        await live_events.wait_for_line("Said after all echoes")
        # Each topic gathers its events for a moment, so that an entry can arrive after a later line.
        await live_events.wait_for_entry(id=last["id"], outcome="done")
        published = {event["entry"]["id"]: event["entry"] for event in await live_events.all_of("entry")}
    fetched = {entry["id"]: entry for entry in await on_twitch.log()}
    assert published == fetched
    assert len(fetched) == 4
