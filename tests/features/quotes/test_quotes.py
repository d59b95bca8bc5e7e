"""Quotes are added, found, changed and deleted; their numbers are theirs for good."""

import asyncio
from uuid import UUID

import pytest

from frozen_clock import FrozenClock
from greenroom.features.quotes import service
from greenroom.features.quotes.schemas import QuoteIn
from greenroom.features.quotes.service import Hand
from greenroom.kernel.bus.bus import MemoryBus
from greenroom.kernel.db.database import Database
from house import House, Json, blamed, refusal
from house_fixtures import on_one_database
from quote_desk import QuoteDesk

# What the clock shows when a test begins.
BEGIN = "2030-01-02T03:04:05.678000Z"


@on_one_database
@pytest.mark.rows("P6")
async def test_quote_is_kept_with_its_fields_and_told_to_everybody(desk: QuoteDesk, clock: FrozenClock) -> None:
    async with desk.visitor.socket("/live") as line:
        await line.say({"type": "subscribe", "topic": f"{desk.channel_id}:quotes"})
        while (await line.hear())["type"] != "subscribed":
            pass
        quote = await desk.add(quoted_name="Juno", category="Chess", provider="kick", said_at="2029-12-24T20:00:00Z")
        assert (await line.hear())["events"] == [{"type": "quotes_changed"}]
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
    assert await desk.visitor.get(f"{desk.quotes}/{quote['id']}") == quote
    assert await desk.page() == {"records": [quote], "cursor": None, "total": 1}


async def test_number_of_a_deleted_quote_is_never_given_again(desk: QuoteDesk) -> None:
    quotes = [await desk.add(f"Number {number}") for number in (1, 2, 3)]
    for quote in quotes[1:]:
        assert (await desk.forget(quote)).status_code == 204
    assert (await desk.add("After that"))["number"] == 4
    assert await desk.numbers() == [4, 1]
    assert refusal(await desk.forget(quotes[1])) == (404, "quote_not_found")


async def test_quotes_added_at_once_by_several_processes_have_numbers_of_their_own(
    house: House, desk: QuoteDesk
) -> None:
    url = house.kernel.database.engine.url.render_as_string(hide_password=False)
    others = [Database(url, MemoryBus().publish) for _ in range(2)]
    hand = Hand("Juno", house.kernel.clock())

    async def add(database: Database, number: int) -> int:
        async with database.write() as session:
            row = await service.add_quote(session, UUID(desk.channel_id), QuoteIn(text=f"Quote {number}"), hand)
            return row.number

    databases = [house.kernel.database, *others]
    numbers = await asyncio.gather(*(add(databases[number % 3], number) for number in range(24)))
    assert sorted(numbers) == list(range(1, 25))
    for database in others:
        await database.close()


async def test_change_keeps_the_number_and_whoever_comes_late_is_told(desk: QuoteDesk, clock: FrozenClock) -> None:
    quote = await desk.add("Teh quote", quoted_name="Juno")
    clock.advance(60)
    saved = (await desk.save(quote, revision=1, text="The quote")).json()
    assert (saved["number"], saved["text"], saved["revision"]) == (1, "The quote", 2)
    assert (saved["said_at"], saved["created_at"]) == (quote["said_at"], BEGIN)
    assert saved["updated_at"] == "2030-01-02T03:05:05.678000Z"
    assert refusal(await desk.save(quote, revision=1, text="Mine")) == (409, "quote_changed")
    assert (await desk.page(q="teh"))["records"] == []
    assert await desk.numbers(q="the") == [1]


async def test_search_finds_words_in_any_case_names_and_numbers(desk: QuoteDesk) -> None:
    await desk.add("I meant to do that", quoted_name="Juno", category="Chess")
    await desk.add("Café is 100% life", quoted_name="Marek")
    await desk.add("It was 1 of those_days")
    assert await desk.numbers(q="MEANT that") == [1]
    assert await desk.numbers(q="juno") == [1]
    assert await desk.numbers(q="chess") == [1]
    assert await desk.numbers(q="cafe LIFE") == [2]
    assert await desk.numbers(q="#2") == [2]
    assert await desk.numbers(q="1") == [3, 2, 1]
    # What means something to a database means nothing here.
    assert await desk.numbers(q="100%") == [2]
    assert await desk.numbers(q="those_days") == [3]
    assert await desk.numbers(q="thoseXdays") == await desk.numbers(q="\\") == await desk.numbers(q="'; DROP") == []


async def test_pages_go_on_where_they_ended_also_when_quotes_come_and_go(desk: QuoteDesk) -> None:
    quotes = [await desk.add(f"Quote {number}", quoted_name="Juno" if number % 2 else "") for number in range(1, 8)]
    first = await desk.page(limit=3)
    assert ([one["number"] for one in first["records"]], first["total"]) == ([7, 6, 5], 7)
    await desk.add("Newer")
    await desk.forget(quotes[3])
    second = await desk.page(limit=3, cursor=first["cursor"])
    assert [one["number"] for one in second["records"]] == [3, 2, 1]
    assert second["cursor"] is None
    assert await desk.numbers(limit=2, q="juno") == [7, 5, 3, 1]
    answer = await desk.visitor.ask("GET", desk.quotes, params={"cursor": "rubbish"})
    assert (answer.status_code, blamed(answer)) == (422, ["cursor"])


async def test_hostile_text_is_kept_as_text_and_nothing_else(desk: QuoteDesk) -> None:
    hostile = '<script>alert(1)</script> =HYPERLINK("x") $(user) \' ; DROP TABLE quotes --'
    quote = await desk.add(hostile, quoted_name="<b>Juno</b>")
    assert (quote["text"], quote["quoted_name"]) == (hostile, "<b>Juno</b>")
    assert (await desk.add("one\0\u202etwo\nthree"))["text"] == "onetwo three"
    assert (await desk.add("Z" + "\u0335" * 50))["text"] == "Z" + "\u0335" * 4
    longest = await desk.add("\U0001f300" * 1_000)
    assert await desk.visitor.get(f"{desk.quotes}/{longest['id']}") == longest
    assert await desk.numbers(q="<script>") == [1]


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


@on_one_database
async def test_wrong_field_is_named(desk: QuoteDesk) -> None:
    for wrong, field in WRONG_FIELDS:
        answer = await desk.post(**wrong)
        assert (answer.status_code, blamed(answer)) == (422, [field]), wrong


@on_one_database
@pytest.mark.parametrize("q", ["a\0b", "x" * 201])
async def test_search_that_no_database_could_answer_is_refused(desk: QuoteDesk, q: str) -> None:
    answer = await desk.visitor.ask("GET", desk.quotes, params={"q": q})
    assert (answer.status_code, blamed(answer)) == (422, ["q"])


async def test_public_page_shows_quotes_until_it_is_switched_off(house: House, desk: QuoteDesk) -> None:
    await desk.add("For everybody", quoted_name="Juno")
    await desk.add("Hello")
    visitor = await house.visitor()
    public = f"{desk.path}/public-quotes"
    page = await visitor.get(public, q="everybody")
    assert page["channel"] == {"id": desk.channel_id, "display_name": "Late Shift"}
    assert [(one["number"], one["text"]) for one in page["records"]] == [(1, "For everybody")]
    assert not {"id", "created_by", "revision"} & set(page["records"][0])
    assert await desk.visitor.get(f"{desk.path}/quote-settings") == {"is_public": True}
    answer = await desk.visitor.ask("PUT", f"{desk.path}/quote-settings", json={"is_public": False})
    assert answer.json() == {"is_public": False}
    hidden = await visitor.ask("GET", public)
    missing = await visitor.ask("GET", f"/channels/{UUID(int=1)}/public-quotes")
    assert hidden.status_code == missing.status_code == 404
    assert hidden.json() == missing.json()
    assert (await desk.add("Goes on"))["number"] == 3


@on_one_database
async def test_channel_without_quotes_can_be_hidden_before_its_first_one(house: House, desk: QuoteDesk) -> None:
    await desk.visitor.ask("PUT", f"{desk.path}/quote-settings", json={"is_public": False})
    assert (await desk.add())["number"] == 1
    assert (await (await house.visitor()).ask("GET", f"{desk.path}/public-quotes")).status_code == 404


@pytest.mark.rows("A3", "A4")
@on_one_database
async def test_moderator_reads_quotes_and_only_an_editor_changes_them(house: House, desk: QuoteDesk) -> None:
    quote = await desk.add()
    moderator = QuoteDesk(house, await house.staff("odalys_", desk.channel_id, 7), desk.channel_id)
    assert (await moderator.page())["total"] == 1
    answers = [await moderator.post(), await moderator.save(quote), await moderator.forget(quote)]
    answers.append(await moderator.visitor.ask("PUT", f"{desk.path}/quote-settings", json={"is_public": False}))
    assert {refusal(answer) for answer in answers} == {(403, "forbidden")}
    elsewhere = QuoteDesk(house, desk.visitor, await desk.visitor.create_channel("Elsewhere"))
    assert refusal(await elsewhere.save(quote)) == (404, "quote_not_found")
