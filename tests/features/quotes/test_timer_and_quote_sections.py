"""Timers and quotes as sections of a channel file."""

from uuid import UUID

import pytest
from pydantic import ValidationError
from sqlalchemy import update

from greenroom.features.filters.section import FiltersSection
from greenroom.features.quotes.models import Quote
from greenroom.features.quotes.section import QuotesSection
from greenroom.features.quotes.section import settings_section as quote_settings
from greenroom.features.quotes.variables import variables
from greenroom.features.timers.rendering import MessageChecker
from greenroom.features.timers.section import TimersSection
from greenroom.kernel.db.database import JsonObject
from greenroom.portable.sections import Editor, Section
from greenroom.responses.variables import VariableRegistry
from support.greenroom_server import GreenroomServer
from support.quotes import QuoteEditor
from support.sql_statements import statements
from support.timers import TimerEditor


class Shelf:
    """One section of one channel."""

    def __init__(self, editor: QuoteEditor, section: Section) -> None:
        self._database = editor.greenroom.kernel.database
        self._editor = Editor(UUID(editor.channel_id), "Importer", editor.greenroom.kernel.clock())
        self.section = section

    async def read(self) -> dict[str, JsonObject]:
        async with self._database.read() as session:
            return await self.section.read(session, self._editor.channel_id)

    async def write(self, *entries: JsonObject) -> None:
        async with self._database.write() as session:
            await self.section.prepare(self._editor, entries)(session)

    async def renamed(self, entry: JsonObject) -> JsonObject:
        taken = {name for one in (await self.read()).values() for name in self.section.names_of(one)}
        return self.section.renamed(entry, taken)

    async def remove(self, *keys: str) -> None:
        async with self._database.write() as session:
            await self.section.remove_all(session, self._editor, keys)


@pytest.mark.both_databases
async def test_timers_are_restored_with_their_ids(greenroom: GreenroomServer, editor: QuoteEditor) -> None:
    shelf = Shelf(editor, TimersSection(MessageChecker(VariableRegistry(variables(greenroom.kernel)))))
    timers = TimerEditor(greenroom, editor.client, editor.channel_id)
    made = await timers.make("One", "$(quote)", spread_minutes=3, pick="random")
    kept = await shelf.read()
    assert list(kept) == ["Water"]
    await timers.save(made, messages=[{"text": "Other"}])
    assert shelf.section.names_of({**kept["Water"], "name": "WATER"}) == shelf.section.names_of(kept["Water"])
    await shelf.write(kept["Water"])
    again = await timers.get(made)
    assert (again["messages"], again["pick"], again["updated_by"]) == (made["messages"], "random", "Importer")
    await shelf.write({**kept["Water"], "name": "Another"})
    assert list(await shelf.read()) == ["Another", "Water"]
    assert (await shelf.renamed(kept["Water"]))["name"] == "Water (2)"
    assert shelf.section.complete(shelf.section.without_defaults(kept["Water"])) == kept["Water"]
    assert "interval_minutes" not in shelf.section.without_defaults({**kept["Water"], "interval_minutes": 30})
    await shelf.remove("water")
    await shelf.remove("water")
    assert [one["name"] for one in await timers.list_timers()] == ["Another"]


async def test_invalid_timer_has_a_reason(greenroom: GreenroomServer, editor: QuoteEditor) -> None:
    section = TimersSection(MessageChecker(VariableRegistry(variables(greenroom.kernel))))
    entry: JsonObject = {"name": "Water", "messages": [{"text": "$(usr) $(quote.add x)"}]}
    assert [words.partition(":")[0] for words in section.check(entry)] == ["messages.0.text"] * 2
    wrong: JsonObject = {"name": "", "messages": [], "interval_minutes": "often"}
    assert [words.partition(":")[0] for words in section.check(wrong)] == ["name", "messages", "interval_minutes"]
    assert section.check({"name": "Water", "messages": [{"text": "$(quote)"}]}) == []


@pytest.mark.both_databases
async def test_quotes_are_restored_with_their_numbers(editor: QuoteEditor) -> None:
    shelf = Shelf(editor, QuotesSection())
    first = await editor.add("First", quoted_name="Juno", said_at="2029-01-01T00:00:00Z")
    second = await editor.add("Second", provider="twitch")
    kept = await shelf.read()
    assert (list(kept), kept["1"]["said_at"]) == (["1", "2"], "2029-01-01T00:00:00Z")
    await editor.delete_quote(first)
    await editor.save(second, text="Changed")
    for entry in kept.values():
        await shelf.write(entry)
    assert await shelf.read() == kept
    await shelf.write({"text": "Of another bot", "number": 90})
    await shelf.write({"text": "Without a number"})
    assert (await editor.add("Afterwards"))["number"] == 92
    await shelf.remove("90", "95")
    assert await editor.numbers() == [92, 91, 2, 1]


@pytest.mark.both_databases
async def test_quotes_are_written_in_bulk(editor: QuoteEditor) -> None:
    shelf = Shelf(editor, QuotesSection())
    await editor.add("Old words")
    entries: list[JsonObject] = [{"text": f"Quote {number}", "number": number} for number in range(1, 41)]
    await shelf.write(*entries, {"text": "Without a number"}, {"text": "And another"})
    assert await editor.numbers() == list(range(42, 0, -1))
    kept = await shelf.read()
    assert (kept["1"]["text"], kept["42"]["text"]) == ("Quote 1", "And another")
    assert shelf.section.complete(shelf.section.without_defaults(kept["7"])) == kept["7"]
    assert "number" not in await shelf.renamed(kept["7"])
    assert (await editor.add())["number"] == 43


async def test_bulk_write_yields_between_slices(greenroom: GreenroomServer, editor: QuoteEditor) -> None:
    shelf = Shelf(editor, QuotesSection())
    await shelf.write({"text": "Old words", "number": 1})
    entries: list[JsonObject] = [{"text": f"Quote {number}", "number": number} for number in range(1, 402)]
    with statements(greenroom.kernel.database) as asked:
        await shelf.write(*entries)
    # Other tasks run in between.
    assert sum(words.startswith("INSERT INTO quotes ") for words in asked) == 2
    with statements(greenroom.kernel.database) as asked:
        await shelf.remove(*map(str, range(1, 401)))
    assert sum(words.startswith("DELETE FROM quotes ") for words in asked) == 1
    assert await editor.numbers() == [401]


async def test_quote_keeps_its_stream_unless_the_date_changes(greenroom: GreenroomServer, editor: QuoteEditor) -> None:
    shelf = Shelf(editor, QuotesSection())
    await editor.add("Words")
    async with greenroom.kernel.database.write() as session:
        await session.execute(update(Quote).values(stream_id="s1", stream_offset_seconds=5))
    entry = (await shelf.read())["1"]
    await shelf.write({**entry, "text": "Other words"})
    await shelf.write({"text": "Still other words", "number": 1})
    kept = await editor.client.get(f"{editor.path}/quotes")
    assert [(one["text"], one["stream_id"], one["revision"]) for one in kept["records"]] == [
        ("Still other words", "s1", 3)
    ]
    await shelf.write({**entry, "said_at": "2029-01-01T00:00:00Z"})
    kept = await editor.client.get(f"{editor.path}/quotes")
    assert [(one["stream_id"], one["stream_offset_seconds"]) for one in kept["records"]] == [(None, None)]


async def test_entries_are_prepared_before_the_transaction(
    greenroom: GreenroomServer,
) -> None:
    wording = MessageChecker(VariableRegistry(variables(greenroom.kernel)))
    staff_editor = Editor(UUID(int=1), "Importer", greenroom.kernel.clock())
    for section in (TimersSection(wording), QuotesSection(), FiltersSection(), quote_settings()):
        with pytest.raises(ValidationError):
            section.prepare(staff_editor, [{"what": "nobody knows"}])


async def test_invalid_quote_has_a_reason(editor: QuoteEditor) -> None:
    section = QuotesSection()
    assert section.check({"text": "Fine", "number": 3}) == []
    fields = [words.partition(":")[0] for words in section.check({"text": "", "number": 0, "likes": 4})]
    assert fields == ["text", "number", "likes"]
