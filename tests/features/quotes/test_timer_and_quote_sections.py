"""Timers and quotes are read, written, renamed and removed as sections of a channel file."""

from uuid import UUID

import pytest
from pydantic import ValidationError
from sqlalchemy import update

from greenroom.channel_file.lists.section import ListSection
from greenroom.channel_file.sections import Editor, Section, StoredEntries
from greenroom.features.filters.section import FiltersSection
from greenroom.features.quotes.models import Quote
from greenroom.features.quotes.section import QuotesSection
from greenroom.features.quotes.section import settings_section as quote_settings
from greenroom.features.timers.service import TIMERS
from greenroom.kernel.db.database import JsonObject
from support.greenroom_server import GreenroomServer
from support.quotes import QuoteChannel
from support.sql_statements import statements
from support.timers import TimerChannel


class SectionStore:
    """Reads and writes one section of one channel."""

    def __init__(self, channel: QuoteChannel, section: Section) -> None:
        self._database = channel.greenroom.kernel.database
        self._editor = Editor(UUID(channel.channel_id), "Importer", channel.greenroom.kernel.clock())
        self.section = section

    async def read(self) -> dict[str, JsonObject]:
        async with self._database.read() as session:
            return await self.section.read(session, self._editor.channel_id)

    async def write(self, *entries: JsonObject) -> None:
        async with self._database.write() as session:
            await self.section.prepare(self._editor, entries, StoredEntries([], []))(session)

    async def renamed(self, entry: JsonObject) -> JsonObject:
        taken = {name for one in (await self.read()).values() for name in self.section.names_of(one)}
        return self.section.renamed(entry, taken)

    async def remove(self, *keys: str) -> None:
        async with self._database.write() as session:
            await self.section.remove_all(session, self._editor, keys)


@pytest.mark.both_databases
async def test_timers_are_restored_with_their_ids(greenroom: GreenroomServer, channel: QuoteChannel) -> None:
    store = SectionStore(channel, ListSection(TIMERS, greenroom.services))
    timers = TimerChannel(greenroom, channel.client, channel.channel_id)
    timer = await timers.make("One", "$(quote)", spread_minutes=3, pick="random")
    stored = await store.read()
    assert list(stored) == ["Water"]
    await timers.save(timer, messages=[{"text": "Other"}])
    assert store.section.names_of({**stored["Water"], "name": "WATER"}) == store.section.names_of(stored["Water"])
    await store.write(stored["Water"])
    restored = await timers.get(timer)
    assert (restored["messages"], restored["pick"], restored["updated_by"]) == (timer["messages"], "random", "Importer")
    await store.write({**stored["Water"], "name": "Another"})
    assert list(await store.read()) == ["Another", "Water"]
    assert (await store.renamed(stored["Water"]))["name"] == "Water (2)"
    assert store.section.complete(store.section.without_defaults(stored["Water"])) == stored["Water"]
    assert "interval_minutes" not in store.section.without_defaults({**stored["Water"], "interval_minutes": 30})
    await store.remove("water")
    await store.remove("water")
    assert [one["name"] for one in await timers.list_timers()] == ["Another"]


async def test_problems_of_an_invalid_timer_name_fields(greenroom: GreenroomServer, channel: QuoteChannel) -> None:
    section = ListSection(TIMERS, greenroom.services)
    entry: JsonObject = {"name": "Water", "messages": [{"text": "$(usr) $(quote.add x)"}]}
    assert [problem.partition(":")[0] for problem in section.check(entry)] == ["messages.0.text"] * 2
    wrong: JsonObject = {"name": "", "messages": [], "interval_minutes": "often"}
    assert [problem.partition(":")[0] for problem in section.check(wrong)] == ["name", "messages", "interval_minutes"]
    assert section.check({"name": "Water", "messages": [{"text": "$(quote)"}]}) == []


@pytest.mark.both_databases
async def test_quotes_are_restored_with_their_numbers(channel: QuoteChannel) -> None:
    store = SectionStore(channel, QuotesSection())
    first = await channel.add("First", quoted_name="Juno", said_at="2029-01-01T00:00:00Z")
    second = await channel.add("Second", provider="twitch")
    stored = await store.read()
    assert (list(stored), stored["1"]["said_at"]) == (["1", "2"], "2029-01-01T00:00:00Z")
    await channel.delete_quote(first)
    await channel.save(second, text="Changed")
    for entry in stored.values():
        await store.write(entry)
    assert await store.read() == stored
    await store.write({"text": "Of another bot", "number": 90})
    await store.write({"text": "Without a number"})
    assert (await channel.add("Afterwards"))["number"] == 92
    await store.remove("90", "95")
    assert await channel.numbers() == [92, 91, 2, 1]


@pytest.mark.both_databases
async def test_quotes_are_written_in_bulk(channel: QuoteChannel) -> None:
    store = SectionStore(channel, QuotesSection())
    await channel.add("Old words")
    entries: list[JsonObject] = [{"text": f"Quote {number}", "number": number} for number in range(1, 41)]
    await store.write(*entries, {"text": "Without a number"}, {"text": "And another"})
    assert await channel.numbers() == list(range(42, 0, -1))
    stored = await store.read()
    assert (stored["1"]["text"], stored["42"]["text"]) == ("Quote 1", "And another")
    assert store.section.complete(store.section.without_defaults(stored["7"])) == stored["7"]
    assert "number" not in await store.renamed(stored["7"])
    assert (await channel.add())["number"] == 43


async def test_bulk_write_is_split_into_statements(greenroom: GreenroomServer, channel: QuoteChannel) -> None:
    store = SectionStore(channel, QuotesSection())
    await store.write({"text": "Old words", "number": 1})
    entries: list[JsonObject] = [{"text": f"Quote {number}", "number": number} for number in range(1, 402)]
    with statements(greenroom.kernel.database) as executed:
        await store.write(*entries)
    # Other tasks run between two statements.
    assert sum(statement.startswith("INSERT INTO quotes ") for statement in executed) == 2
    with statements(greenroom.kernel.database) as executed:
        await store.remove(*map(str, range(1, 401)))
    assert sum(statement.startswith("DELETE FROM quotes ") for statement in executed) == 1
    assert await channel.numbers() == [401]


async def test_quote_keeps_its_stream_until_its_date_changes(greenroom: GreenroomServer, channel: QuoteChannel) -> None:
    store = SectionStore(channel, QuotesSection())
    await channel.add("Words")
    async with greenroom.kernel.database.write() as session:
        await session.execute(update(Quote).values(stream_id="s1", stream_offset_seconds=5))
    entry = (await store.read())["1"]
    await store.write({**entry, "text": "Other words"})
    await store.write({"text": "Still other words", "number": 1})
    page = await channel.client.get(f"{channel.path}/quotes")
    assert [(one["text"], one["stream_id"], one["revision"]) for one in page["records"]] == [
        ("Still other words", "s1", 3)
    ]
    await store.write({**entry, "said_at": "2029-01-01T00:00:00Z"})
    page = await channel.client.get(f"{channel.path}/quotes")
    assert [(one["stream_id"], one["stream_offset_seconds"]) for one in page["records"]] == [(None, None)]


async def test_invalid_entries_are_rejected_before_the_transaction(greenroom: GreenroomServer) -> None:
    staff_editor = Editor(UUID(int=1), "Importer", greenroom.kernel.clock())
    for section in (ListSection(TIMERS, greenroom.services), QuotesSection(), FiltersSection(), quote_settings()):
        with pytest.raises(ValidationError):
            section.prepare(staff_editor, [{"what": "nobody knows"}], StoredEntries([], []))


async def test_problems_of_an_invalid_quote_name_fields(channel: QuoteChannel) -> None:
    section = QuotesSection()
    assert section.check({"text": "Fine", "number": 3}) == []
    fields = [problem.partition(":")[0] for problem in section.check({"text": "", "number": 0, "likes": 4})]
    assert fields == ["text", "number", "likes"]
