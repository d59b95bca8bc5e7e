"""Quotes are added, edited, searched and deleted through the API; numbers are never reused."""

import asyncio
from uuid import UUID

import pytest

from greenroom.accounts.access.rules import Role
from greenroom.features.quotes import service
from greenroom.features.quotes.schemas import QuoteIn
from greenroom.kernel.bus.bus import MemoryBus
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import Database
from support.frozen_clock import FrozenClock
from support.greenroom_server import GreenroomServer, Json, error_fields, refusal
from support.quotes import QuoteChannel

# Start of the frozen clock.
BEGIN = "2030-01-02T03:04:05.678000Z"


@pytest.mark.rows("P6")
async def test_quote_is_stored_with_all_fields_and_published(channel: QuoteChannel, clock: FrozenClock) -> None:
    async with channel.client.socket("/live") as socket:
        await socket.subscribe(channel.channel_id, "quotes")
        quote = await channel.add(quoted_name="Juno", category="Chess", provider="kick", said_at="2029-12-24T20:00:00Z")
        assert (await socket.receive())["events"] == [{"type": "quotes_changed"}]
    assert quote | {"id": ""} == {
        "id": "",
        "number": 1,
        "text": "I meant to do that",
        "quoted_name": "Juno",
        "provider": "kick",
        "category": "Chess",
        "said_at": "2029-12-24T20:00:00Z",
        "stream_id": None,
        "stream_offset_seconds": None,
        "created_at": BEGIN,
        "created_by": "JunoPlays",
        "updated_at": BEGIN,
        "updated_by": "JunoPlays",
        "revision": 1,
    }
    assert await channel.client.get(f"{channel.quotes_path}/{quote['id']}") == quote
    assert await channel.page() == {"records": [quote], "cursor": None, "total": 1}


@pytest.mark.both_databases
async def test_number_of_a_deleted_quote_is_never_reused(channel: QuoteChannel) -> None:
    quotes = [await channel.add(f"Number {number}") for number in (1, 2, 3)]
    for quote in quotes[1:]:
        assert (await channel.delete_quote(quote)).status_code == 204
    assert (await channel.add("After that"))["number"] == 4
    assert await channel.numbers() == [4, 1]
    assert refusal(await channel.delete_quote(quotes[1])) == (404, "quote_not_found")


@pytest.mark.both_databases
async def test_concurrent_quotes_get_distinct_numbers(greenroom: GreenroomServer, channel: QuoteChannel) -> None:
    url = greenroom.kernel.database.engine.url.render_as_string(hide_password=False)
    others = [Database(url, MemoryBus().publish) for _ in range(2)]
    by = ChangedBy("Juno", greenroom.kernel.clock())

    async def add(database: Database, number: int) -> int:
        async with database.write() as session:
            row = await service.add_quote(session, UUID(channel.channel_id), QuoteIn(text=f"Quote {number}"), by)
            return row.number

    databases = [greenroom.kernel.database, *others]
    numbers = await asyncio.gather(*(add(databases[number % 3], number) for number in range(24)))
    assert sorted(numbers) == list(range(1, 25))
    for database in others:
        await database.close()


async def test_edit_keeps_the_number_and_old_revision_is_rejected(channel: QuoteChannel, clock: FrozenClock) -> None:
    quote = await channel.add("Teh quote", quoted_name="Juno")
    clock.advance(60)
    saved = (await channel.save(quote, revision=1, text="The quote")).json()
    assert (saved["number"], saved["text"], saved["revision"]) == (1, "The quote", 2)
    assert (saved["said_at"], saved["created_at"]) == (quote["said_at"], BEGIN)
    assert saved["updated_at"] == "2030-01-02T03:05:05.678000Z"
    assert refusal(await channel.save(quote, revision=1, text="Mine")) == (409, "quote_changed")
    assert (await channel.page(q="teh"))["records"] == []
    assert await channel.numbers(q="the") == [1]


@pytest.mark.both_databases
async def test_search_matches_words_quoted_names_categories_and_numbers(channel: QuoteChannel) -> None:
    await channel.add("I meant to do that", quoted_name="Juno", category="Chess")
    await channel.add("Café is 100% life", quoted_name="Marek")
    await channel.add("It was 1 of those_days")
    assert await channel.numbers(q="MEANT that") == [1]
    assert await channel.numbers(q="juno") == [1]
    assert await channel.numbers(q="chess") == [1]
    assert await channel.numbers(q="cafe LIFE") == [2]
    assert await channel.numbers(q="#2") == [2]
    assert await channel.numbers(q="1") == [3, 2, 1]
    # SQL wildcards match only themselves.
    assert await channel.numbers(q="100%") == [2]
    assert await channel.numbers(q="those_days") == [3]
    assert (
        await channel.numbers(q="thoseXdays")
        == await channel.numbers(q="\\")
        == await channel.numbers(q="'; DROP")
        == []
    )


@pytest.mark.both_databases
async def test_paging_is_stable_while_quotes_change(channel: QuoteChannel) -> None:
    quotes = [await channel.add(f"Quote {number}", quoted_name="Juno" if number % 2 else "") for number in range(1, 8)]
    first = await channel.page(limit=3)
    assert ([one["number"] for one in first["records"]], first["total"]) == ([7, 6, 5], 7)
    await channel.add("Newer")
    await channel.delete_quote(quotes[3])
    second = await channel.page(limit=3, cursor=first["cursor"])
    assert [one["number"] for one in second["records"]] == [3, 2, 1]
    assert second["cursor"] is None
    assert await channel.numbers(limit=2, q="juno") == [7, 5, 3, 1]
    answer = await channel.client.ask("GET", channel.quotes_path, params={"cursor": "rubbish"})
    assert (answer.status_code, error_fields(answer)) == (422, ["cursor"])


@pytest.mark.both_databases
async def test_hostile_text_is_stored_as_plain_text(channel: QuoteChannel) -> None:
    hostile = '<script>alert(1)</script> =HYPERLINK("x") $(user) \' ; DROP TABLE quotes --'
    quote = await channel.add(hostile, quoted_name="<b>Juno</b>")
    assert (quote["text"], quote["quoted_name"]) == (hostile, "<b>Juno</b>")
    assert (await channel.add("one\0\u202etwo\nthree"))["text"] == "onetwo three"
    assert (await channel.add("Z" + "\u0335" * 50))["text"] == "Z" + "\u0335" * 4
    longest = await channel.add("\U0001f300" * 1_000)
    assert await channel.client.get(f"{channel.quotes_path}/{longest['id']}") == longest
    assert await channel.numbers(q="<script>") == [1]


WRONG_FIELDS: list[tuple[Json, str]] = [
    ({"text": ""}, "text"),
    ({"text": "\0"}, "text"),
    ({"text": "x" * 1_001}, "text"),
    ({"quoted_name": "n" * 101}, "quoted_name"),
    ({"quoted_name": "a\u202eb"}, "quoted_name"),
    ({"category": "c" * 101}, "category"),
    ({"provider": "myspace"}, "provider"),
    ({"said_at": "yesterday"}, "said_at"),
    ({"said_at": "2030-01-01T00:00:00"}, "said_at"),
    ({"number": 3}, "number"),
]


async def test_invalid_field_is_named(channel: QuoteChannel) -> None:
    for wrong, field in WRONG_FIELDS:
        answer = await channel.post(**wrong)
        assert (answer.status_code, error_fields(answer)) == (422, [field]), wrong


@pytest.mark.parametrize("q", ["a\0b", "x" * 201])
async def test_invalid_search_text_is_rejected(channel: QuoteChannel, q: str) -> None:
    answer = await channel.client.ask("GET", channel.quotes_path, params={"q": q})
    assert (answer.status_code, error_fields(answer)) == (422, ["q"])


@pytest.mark.both_databases
async def test_public_page_has_quotes_until_they_are_hidden(greenroom: GreenroomServer, channel: QuoteChannel) -> None:
    await channel.add("For everybody", quoted_name="Juno")
    await channel.add("Hello")
    client = await greenroom.client()
    public = f"{channel.path}/public-quotes"
    page = await client.get(public, q="everybody")
    assert page["channel"] == {"id": channel.channel_id, "display_name": "Late Shift"}
    assert [(one["number"], one["text"]) for one in page["records"]] == [(1, "For everybody")]
    assert not {"id", "created_by", "revision"} & set(page["records"][0])
    assert await channel.client.get(f"{channel.path}/quote-settings") == {"is_public": True}
    answer = await channel.client.ask("PUT", f"{channel.path}/quote-settings", json={"is_public": False})
    assert answer.json() == {"is_public": False}
    hidden = await client.ask("GET", public)
    missing = await client.ask("GET", f"/channels/{UUID(int=1)}/public-quotes")
    assert hidden.status_code == missing.status_code == 404
    assert hidden.json() == missing.json()
    assert (await channel.add("Goes on"))["number"] == 3


async def test_quotes_can_be_hidden_before_any_is_added(greenroom: GreenroomServer, channel: QuoteChannel) -> None:
    await channel.client.ask("PUT", f"{channel.path}/quote-settings", json={"is_public": False})
    assert (await channel.add())["number"] == 1
    assert (await (await greenroom.client()).ask("GET", f"{channel.path}/public-quotes")).status_code == 404


@pytest.mark.rows("A3", "A4")
async def test_moderators_can_read_quotes_but_not_write_them(greenroom: GreenroomServer, channel: QuoteChannel) -> None:
    quote = await channel.add()
    moderator = QuoteChannel(
        greenroom, await greenroom.staff("odalys_", channel.channel_id, Role.MOD), channel.channel_id
    )
    assert (await moderator.page())["total"] == 1
    answers = [await moderator.post(), await moderator.save(quote), await moderator.delete_quote(quote)]
    answers.append(await moderator.client.ask("PUT", f"{channel.path}/quote-settings", json={"is_public": False}))
    assert {refusal(answer) for answer in answers} == {(403, "forbidden")}
    other_channel = QuoteChannel(greenroom, channel.client, await channel.client.create_channel("Elsewhere"))
    assert refusal(await other_channel.save(quote)) == (404, "quote_not_found")
