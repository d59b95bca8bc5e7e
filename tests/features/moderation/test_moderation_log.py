"""The log in pages, by viewer, and live: what was fetched and what was told are the same."""

from house import Json, blamed, refusal
from house_fixtures import on_one_database
from moderation_desk import Crew


async def test_pages_follow_each_other_without_gaps(on_twitch: Crew) -> None:
    line = await on_twitch.says()
    for seconds in range(1, 8):
        await on_twitch.banned(line, duration_seconds=seconds)
    found: list[Json] = []
    cursor = ""
    while True:
        page = await on_twitch.visitor.get(f"{on_twitch.path}/moderation-log", limit=3, cursor=cursor)
        found += page["records"]
        cursor = page["cursor"]
        if cursor is None:
            break
    assert [entry["seconds"] for entry in found] == [7, 6, 5, 4, 3, 2, 1]


async def test_log_of_one_viewer(crew: Crew) -> None:
    await crew.connect("twitch", "kick")
    one = await crew.says("First", viewer="marekfixes")
    other = await crew.says("Second", viewer="odalys_")
    on_kick = await crew.says("Third", "kick", viewer="marekfixes")
    for line in (one, other, on_kick):
        await crew.banned(line, duration_seconds=60)
    assert [entry["provider"] for entry in await crew.log(provider="kick")] == ["kick"]
    mine = await crew.log(provider="twitch", provider_viewer_id=one["author"]["id"])
    assert [entry["viewer_name"] for entry in mine] == ["MarekFixes"]
    assert await crew.log(provider_viewer_id="nobody") == []


BAD_QUERIES: list[Json] = [
    {"limit": 0},
    {"limit": 101},
    {"cursor": "x"},
    {"cursor": "WyJhIiwiYiJd"},
    {"cursor": "WyIwMDAxLTAxLTAxVDAwOjAwOjAwKzE0OjAwIiwieCJd"},
    {"provider_viewer_id": "\0"},
    {"provider": "x" * 21},
]


@on_one_database
async def test_bad_query_names_its_field(crew: Crew) -> None:
    for query in BAD_QUERIES:
        answer = await crew.visitor.ask("GET", f"{crew.path}/moderation-log", params=query)
        assert (refusal(answer), blamed(answer)) == ((422, "invalid"), list(query)), query


async def test_what_was_told_live_is_what_is_fetched(on_twitch: Crew) -> None:
    line = await on_twitch.says("Swept")
    async with on_twitch.listening() as ears:
        banned = await on_twitch.banned(line, duration_seconds=60)
        await on_twitch.undo(banned)
        await on_twitch.delete(line)
        await on_twitch.banned(line)
        await on_twitch.says("Said after all echoes", viewer="marekfixes")
        told = {event["entry"]["id"]: event["entry"] for event in await ears.all_of("entry")}
    fetched = {entry["id"]: entry for entry in await on_twitch.log()}
    assert told == fetched
    assert len(fetched) == 4
