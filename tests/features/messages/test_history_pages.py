"""Stored chat is read page by page, without gaps or duplicates."""

from datetime import timedelta

import pytest

from greenroom.accounts.access.rules import Role
from greenroom.chat.messages.line import Removal
from support.greenroom_server import ApiClient, GreenroomServer, error_fields, refusal
from support.stored_messages import MOMENT, StoredLine, all_texts, page, store, texts

SECOND = timedelta(seconds=1)


async def test_line_is_returned_as_stored(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> None:
    removal = Removal("timed_out", MOMENT + SECOND, by="Odalys", reason="caps", seconds=60)
    await store(greenroom, channel_id, ["hi", StoredLine("HEY", MOMENT + SECOND, removal=removal)])
    removed, plain = (await page(owner, channel_id))["records"]
    assert removed["removal"] == {
        "how": "timed_out",
        "at": "2030-01-02T03:00:01Z",
        "by": "Odalys",
        "reason": "caps",
        "seconds": 60,
    }
    assert removed["line"]["text"] == "HEY"
    assert plain["removal"] is None
    assert plain["line"]["author"]["name"] == "Name 7001"
    assert plain["line"]["sent_at"] == "2030-01-02T03:00:00Z"


@pytest.mark.both_databases
async def test_pages_have_no_gaps_or_duplicates_among_lines_of_the_same_time(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await store(greenroom, channel_id, [StoredLine(str(number), MOMENT + number // 7 * SECOND) for number in range(50)])
    assert await all_texts(owner, channel_id, limit=3) == [str(number) for number in reversed(range(50))]


async def test_late_line_is_sorted_by_its_own_time(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await store(
        greenroom,
        channel_id,
        [StoredLine("first"), StoredLine("third", MOMENT + 2 * SECOND), StoredLine("second", MOMENT + SECOND)],
    )
    assert await texts(owner, channel_id) == ["third", "second", "first"]


async def test_last_page_has_no_cursor(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> None:
    await store(greenroom, channel_id, ["one", "two"])
    assert (await page(owner, channel_id, limit=2))["cursor"] is None
    assert await page(owner, channel_id, q="nowhere") == {"records": [], "cursor": None}


@pytest.mark.both_databases
async def test_new_lines_do_not_shift_older_pages(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await store(greenroom, channel_id, [StoredLine(str(number), MOMENT + number * SECOND) for number in range(4)])
    first = await page(owner, channel_id, limit=2)
    await store(greenroom, channel_id, [StoredLine("new", MOMENT + 9 * SECOND, message_id="new")])
    assert await texts(owner, channel_id, cursor=first["cursor"]) == ["1", "0"]


async def test_list_is_filtered_by_platform_viewer_and_time(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    lines = [
        StoredLine("a", MOMENT),
        StoredLine("b", MOMENT + SECOND, provider="kick"),
        StoredLine("c", MOMENT + 2 * SECOND, viewer_id="7002"),
        StoredLine("d", MOMENT + 3 * SECOND, provider="kick", viewer_id="7002"),
    ]
    await store(greenroom, channel_id, lines)
    assert await texts(owner, channel_id, provider="kick") == ["d", "b"]
    assert await texts(owner, channel_id, provider="twitch", viewer_id="7002") == ["c"]
    assert await texts(owner, channel_id, since="2030-01-02T03:00:01Z", until="2030-01-02T03:00:03Z") == ["c", "b"]
    assert await texts(owner, channel_id, provider="kick", until="2030-01-02T04:00:01+01:00") == []


async def test_other_channels_are_not_listed(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> None:
    other = await owner.create_channel("Other")
    await store(greenroom, channel_id, ["mine mine"])
    await store(greenroom, other, ["theirs mine"])
    assert await texts(owner, channel_id) == ["mine mine"]
    assert await texts(owner, channel_id, q="mine") == ["mine mine"]
    assert await texts(owner, other, q="mine") == ["theirs mine"]


BAD_QUERIES: list[tuple[dict[str, str], str]] = [
    ({"limit": "0"}, "limit"),
    ({"limit": "201"}, "limit"),
    ({"cursor": "nonsense"}, "cursor"),
    ({"cursor": "WyJ4IiwiMSJd"}, "cursor"),
    ({"cursor": "WyIwMDAxLTAxLTAxVDAwOjAwOjAwKzE0OjAwIiwiMSJd"}, "cursor"),
    ({"cursor": "WyIyMDMwLTAxLTAxVDAwOjAwOjAwKzAwOjAwIiwiOTk5OTk5OTk5OTk5OTk5OTk5OTkiXQ"}, "cursor"),
    ({"since": "yesterday"}, "since"),
    ({"since": "2030-01-01T00:00:00"}, "since"),
    ({"until": "0001-01-01T00:00:00+14:00"}, "until"),
    ({"viewer_id": "7001"}, "viewer_id"),
    ({"provider": "twi\0tch"}, "provider"),
    ({"provider": "twitch", "viewer_id": "7\0"}, "viewer_id"),
    ({"q": "a\0b"}, "q"),
    ({"q": "x" * 201}, "q"),
    ({"q": "😂😂"}, "q"),
    ({"q": '"*!?'}, "q"),
]


async def test_invalid_query_names_its_field(owner: ApiClient, channel_id: str) -> None:
    for query, field in BAD_QUERIES:
        response = await owner.ask("GET", f"/channels/{channel_id}/chat-messages", params=query)
        assert response.status_code == 422, response.text
        assert error_fields(response) == [field], query


@pytest.mark.rows("A1", "A2", "A3")
async def test_mods_read_chat_and_vips_do_not(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> None:
    path = f"/channels/{channel_id}/chat-messages"
    vip, mod = (
        await greenroom.staff("odalys_", channel_id, Role.VIP),
        await greenroom.staff("stagehandbot", channel_id, Role.MOD),
    )
    assert refusal(await (await greenroom.client()).ask("GET", path)) == (401, "unauthenticated")
    assert refusal(await vip.ask("GET", path)) == (404, "channel_not_found")
    assert (await mod.ask("GET", path)).status_code == 200
