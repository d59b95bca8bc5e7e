"""Search in stored chat: any input is treated as plain words."""

from datetime import datetime, timedelta

import pytest
from sqlalchemy import delete, update

from greenroom.accounts.models.channels import Channel
from greenroom.chat.messages.line import Removal, encode
from greenroom.chat.messages.models import ChatMessage
from support.greenroom_server import ApiClient, GreenroomServer
from support.stored_messages import MOMENT, StoredLine, all_texts, execute_statement, page, store, texts

LINES = (
    "Hello there",
    "hello world, hello all",
    "say HÉLLO to the café",
    "see https://twitch.tv/junoplays now",
    "NOT a NEAR miss OR so AND then",
    "it's c++ and c# and 100% fun",
    "привет мир",
    "ひらがな が すき",
    "नमस्ते दुनिया",
    "kekw kekwait",
    "😂 only at the start",
)

SEARCHES: list[tuple[str, list[int]]] = [
    ("hello", [2, 1, 0]),
    ("HELLO", [2, 1, 0]),
    ("héllo", [2, 1, 0]),
    ("hello world", [1]),
    ("world hello", [1]),
    ('"hello world"', [1]),
    ("hello -world", [1]),
    ("hello there general", []),
    ("hell", [2, 1, 0]),
    ("hel", []),
    ("hell world", []),
    ("cafe", [2]),
    ("twitch", [3]),
    ("twitch.tv/junoplays", [3]),
    ("junoplay", [3]),
    ("https://twitch.tv", [3]),
    ("NOT", [4]),
    ("NEAR miss", [4]),
    ("NEAR(hello world)", []),
    ("near OR then", [4]),
    ("AND", [5, 4]),
    ("it's", [5]),
    ("100%", [5]),
    ("c++", [5]),
    ("text:hello", []),
    ("marks:hello", []),
    ('hello"', [2, 1, 0]),
    ('"hello', [2, 1, 0]),
    ("(hello", [2, 1, 0]),
    ("hello)", [2, 1, 0]),
    ("hello*", [2, 1, 0]),
    ("^hello", [2, 1, 0]),
    ("{hello} : world", [1]),
    ("'hello':*", [2, 1, 0]),
    ("hello & world | !there", []),
    ("hello' OR '1'='1", []),
    ("hello; DROP TABLE chat_messages", []),
    ("hello\\", [2, 1, 0]),
    ("hello %_", [2, 1, 0]),
    ("мир", [6]),
    ("ПРИВЕТ", [6]),
    ("ひらがな", [7]),
    ("नमस्ते", [8]),
    ("kekw", [9]),
    ("😂 only", [10]),
    ("\u202ehello\u200b", [2, 1, 0]),
    ("  hello\t\nworld  ", [1]),
    (" ".join("a" * 100), [4]),
    ("x" * 200, []),
]


@pytest.mark.both_databases
async def test_all_words_must_match_and_a_last_word_of_at_least_four_letters_is_a_prefix(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await store(
        greenroom, channel_id, [StoredLine(text, MOMENT + timedelta(seconds=n)) for n, text in enumerate(LINES)]
    )
    for q, found in SEARCHES:
        assert await texts(owner, channel_id, q=q) == [LINES[number] for number in found], q


@pytest.mark.both_databases
async def test_blank_search_lists_everything(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> None:
    await store(greenroom, channel_id, ["one", "two"])
    assert await texts(owner, channel_id, q="  ") == ["two", "one"]


@pytest.mark.both_databases
async def test_pages_of_search_follow_each_other(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> None:
    other = await owner.create_channel("Other")
    await store(greenroom, other, [f"common {number}" for number in range(40)])
    await store(greenroom, channel_id, [f"common {number}" if number % 3 else "rare" for number in range(90)])
    expected = [f"common {number}" for number in reversed(range(90)) if number % 3]
    assert await all_texts(owner, channel_id, q="common", limit=7) == expected


@pytest.mark.both_databases
async def test_search_is_filtered_by_platform_and_viewer(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    lines = [
        StoredLine("word a", viewer_id="AbC"),
        StoredLine("word b", viewer_id="abc"),
        StoredLine("word c", provider="kick", viewer_id="abc"),
        StoredLine("word d", provider="youtube", viewer_id='UC_-"x'),
    ]
    await store(greenroom, channel_id, lines)
    assert await texts(owner, channel_id, q="word", provider="twitch", viewer_id="abc") == ["word b"]
    assert await texts(owner, channel_id, q="word", provider="twitch") == ["word b", "word a"]
    assert await texts(owner, channel_id, q="word", provider="youtube", viewer_id='UC_-"x') == ["word d"]
    assert await texts(owner, channel_id, q="word", provider='kick" OR "a') == []


TIME_RANGES: list[tuple[str, str, str]] = [
    ("2029-11-15T12:00:00Z", "", "fedc"),
    ("", "2029-11-15T12:00:00Z", "ba"),
    ("2029-11-15T12:00:00Z", "2029-11-15T12:00:00.000001Z", "c"),
    ("2029-10-31T23:59:59Z", "2029-12-01T00:00:00Z", "dcb"),
    ("2029-12-01T00:00:00Z", "2029-12-02T00:00:00Z", "e"),
    ("2029-11-15T00:00:00Z", "2030-03-01T00:00:00Z", "fedc"),
    ("1990-01-01T00:00:00Z", "2130-01-01T00:00:00Z", "fedcba"),
    ("2029-12-01T00:00:00Z", "2029-11-01T00:00:00Z", ""),
    ("2031-01-01T00:00:00Z", "9999-12-31T23:59:59Z", ""),
    ("0001-01-01T00:00:00Z", "2029-06-01T00:00:00Z", "a"),
]


@pytest.mark.both_databases
async def test_search_is_filtered_by_time(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> None:
    days = ("2029-05-31", "2029-11-01", "2029-11-15", "2029-11-30", "2029-12-01", "2030-01-31")
    moments = [datetime.fromisoformat(f"{day}T12:00:00+00:00") for day in days]
    await store(
        greenroom, channel_id, [StoredLine(f"word {name}", at) for name, at in zip("abcdef", moments, strict=True)]
    )
    for since, until, found in TIME_RANGES:
        query = {name: value for name, value in (("since", since), ("until", until)) if value}
        assert await texts(owner, channel_id, q="word", **query) == [f"word {name}" for name in found], since


@pytest.mark.both_databases
async def test_changed_text_is_found_by_its_new_words(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await store(greenroom, channel_id, ["before"])
    await execute_statement(greenroom, update(ChatMessage).values(text="after"))
    assert await texts(owner, channel_id, q="before") == []
    assert len(await texts(owner, channel_id, q="after")) == 1


@pytest.mark.both_databases
async def test_removed_lines_are_found_with_their_removal(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await store(greenroom, channel_id, ["buy followers"])
    removal = encode(Removal("deleted", MOMENT))
    await execute_statement(greenroom, update(ChatMessage).values(removed_at=MOMENT, removal=removal))
    (found,) = (await page(owner, channel_id, q="followers"))["records"]
    assert found["removal"]["how"] == "deleted"


@pytest.mark.both_databases
async def test_search_index_of_a_deleted_channel_is_deleted(greenroom: GreenroomServer, owner: ApiClient) -> None:
    channel_id = await owner.create_channel("Deleted")
    await store(greenroom, channel_id, ["hello"])
    await execute_statement(greenroom, delete(Channel))
    if greenroom.kernel.database.is_sqlite:
        assert await greenroom.rows("SELECT rowid FROM chat_search WHERE chat_search MATCH 'hello'") == []
    other = await owner.create_channel("Other")
    await store(greenroom, other, ["hello"])
    assert await texts(owner, other, q="hello") == ["hello"]
