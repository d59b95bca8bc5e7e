"""Timers and quotes as a file has them: read, compared, written, and put back."""

from uuid import UUID

from greenroom.chat.extensions import Registry
from greenroom.chat.sections import Editor, Section
from greenroom.features.quotes.section import QuotesSection
from greenroom.features.quotes.variables import variables
from greenroom.features.timers.section import TimersSection
from greenroom.features.timers.wording import Wording
from greenroom.kernel.db import JsonObject
from house import House
from house_fixtures import on_one_database
from quote_desk import QuoteDesk
from timer_desk import TimerDesk


class Shelf:
    """One section of one channel."""

    def __init__(self, desk: QuoteDesk, section: Section) -> None:
        self._database = desk.house.kernel.database
        self._editor = Editor(UUID(desk.channel_id), "Importer", desk.house.kernel.clock())
        self.section = section

    async def read(self) -> dict[str, JsonObject]:
        async with self._database.read() as session:
            return await self.section.read(session, self._editor.channel_id)

    async def clashes(self, entry: JsonObject) -> list[str]:
        async with self._database.read() as session:
            return await self.section.clashes(session, self._editor.channel_id, entry)

    async def write(self, entry: JsonObject) -> None:
        async with self._database.write() as session:
            await self.section.write(session, self._editor, entry)

    async def write_all(self, *entries: JsonObject) -> None:
        async with self._database.write() as session:
            await self.section.prepare(self._editor, entries)(session)

    async def renamed(self, entry: JsonObject) -> JsonObject:
        taken = {name for one in (await self.read()).values() for name in self.section.names_of(one)}
        return self.section.renamed(entry, taken)

    async def remove(self, key: str) -> None:
        async with self._database.write() as session:
            await self.section.remove(session, self._editor, key)


async def test_timers_are_put_back_as_they_were_and_keep_who_they_are(house: House, desk: QuoteDesk) -> None:
    shelf = Shelf(desk, TimersSection(Wording(Registry(variables(house.kernel)))))
    timers = TimerDesk(house, desk.visitor, desk.channel_id)
    made = await timers.make("One", "$(quote)", spread_minutes=3, pick="random")
    kept = await shelf.read()
    assert list(kept) == ["Water"]
    await timers.save(made, messages=[{"text": "Other"}])
    assert await shelf.clashes({**kept["Water"], "name": "WATER"}) == ["Water"]
    await shelf.write(kept["Water"])
    again = await timers.get(made)
    assert (again["messages"], again["pick"], again["updated_by"]) == (made["messages"], "random", "Importer")
    await shelf.write({**kept["Water"], "name": "Another"})
    assert list(await shelf.read()) == ["Another", "Water"]
    assert (await shelf.renamed(kept["Water"]))["name"] == "Water (2)"
    assert shelf.section.complete(shelf.section.brief(kept["Water"])) == kept["Water"]
    assert "interval_minutes" not in shelf.section.brief({**kept["Water"], "interval_minutes": 30})
    await shelf.remove("water")
    await shelf.remove("water")
    assert [one["name"] for one in await timers.listed()] == ["Another"]


@on_one_database
async def test_timer_that_cannot_be_written_says_why(house: House, desk: QuoteDesk) -> None:
    section = TimersSection(Wording(Registry(variables(house.kernel))))
    entry: JsonObject = {"name": "Water", "messages": [{"text": "$(usr) $(quote.add x)"}]}
    assert [words.partition(":")[0] for words in section.check(entry)] == ["messages.0.text"] * 2
    wrong: JsonObject = {"name": "", "messages": [], "interval_minutes": "often"}
    assert [words.partition(":")[0] for words in section.check(wrong)] == ["name", "messages", "interval_minutes"]
    assert section.check({"name": "Water", "messages": [{"text": "$(quote)"}]}) == []


async def test_quotes_are_put_back_under_their_numbers_and_new_ones_come_after_them(desk: QuoteDesk) -> None:
    shelf = Shelf(desk, QuotesSection())
    first = await desk.add("First", quoted_name="Juno", said_at="2029-01-01T00:00:00Z")
    second = await desk.add("Second", provider="twitch")
    kept = await shelf.read()
    assert (list(kept), kept["1"]["said_at"]) == (["1", "2"], "2029-01-01T00:00:00Z")
    await desk.forget(first)
    await desk.save(second, text="Changed")
    for entry in kept.values():
        await shelf.write(entry)
    assert await shelf.read() == kept
    await shelf.write({"text": "Of another bot", "number": 90})
    await shelf.write({"text": "Without a number"})
    assert (await desk.add("Afterwards"))["number"] == 92
    assert await shelf.clashes({"text": "x", "number": 90}) == ["90"]
    assert await shelf.clashes({"text": "x"}) == []
    await shelf.remove("90")
    assert await desk.numbers() == [92, 91, 2, 1]


async def test_many_quotes_are_written_at_once_beside_those_that_are_there(desk: QuoteDesk) -> None:
    shelf = Shelf(desk, QuotesSection())
    await desk.add("Old words")
    entries: list[JsonObject] = [{"text": f"Quote {number}", "number": number} for number in range(1, 41)]
    await shelf.write_all(*entries, {"text": "Without a number"}, {"text": "And another"})
    assert await desk.numbers() == list(range(42, 0, -1))
    kept = await shelf.read()
    assert (kept["1"]["text"], kept["42"]["text"]) == ("Quote 1", "And another")
    assert shelf.section.complete(shelf.section.brief(kept["7"])) == kept["7"]
    assert "number" not in await shelf.renamed(kept["7"])
    assert (await desk.add())["number"] == 43


@on_one_database
async def test_quote_that_cannot_be_written_says_why(desk: QuoteDesk) -> None:
    section = QuotesSection()
    assert section.check({"text": "Fine", "number": 3}) == []
    fields = [words.partition(":")[0] for words in section.check({"text": "", "number": 0, "likes": 4})]
    assert fields == ["text", "number", "likes"]
