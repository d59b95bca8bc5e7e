"""CPU time of a page of the audit log, among few entries and many, and of a search without results among many."""

import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

from bench.figures import Figure, Figures
from bench.reads.filled_tables import CHANNEL, Row, empty_row, open_filled
from bench.reads.growth import MILLISECONDS_PER_SECOND, Read, compare_growth
from greenroom.accounts.models.audit_entries import AuditEntry
from greenroom.app import create_app
from greenroom.features.audit_log.service import LogQuery, list_entries
from greenroom.features.audit_log.undoers import Undoers
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.bulk_rows import sqlite_moment
from greenroom.kernel.db.database import Database
from greenroom.kernel.db.pages import encode_cursor
from greenroom.kernel.services import ServiceMap, services_of
from greenroom.settings import Settings

FEW, MANY = 10_000, 1_000_000
PER_PAGE = 100
SEARCHES = 10
START = datetime(2026, 1, 1, tzinfo=UTC)
PACE = timedelta(seconds=7)
PEOPLE = 8
SECTIONS = ("commands", "timers", "filters", "widgets")

QUERIES: dict[str, Callable[[datetime], LogQuery]] = {
    "all": lambda _: LogQuery(),
    "one person": lambda _: LogQuery(person=_author_key(3)),
    "one section": lambda _: LogQuery(section="timers"),
    "one person in one section": lambda _: LogQuery(person=_author_key(3), section="widgets"),
    "until a time": lambda moment: LogQuery(until=moment),
    "a few hours": lambda moment: LogQuery(since=moment - PER_PAGE * 2 * PACE, until=moment),
    "a word": lambda _: LogQuery(search="marathon"),
    "a person's name": lambda _: LogQuery(search="editor 3"),
}


def _author_key(number: int) -> str:
    return f"user:{UUID(int=number)}"


def measure_audit_pages(few: int = FEW, many: int = MANY) -> Figures:
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as folder:
        return asyncio.run(_measure(Path(folder), few, many))


async def _measure(folder: Path, few: int, many: int) -> Figures:
    services = services_of(create_app(Settings(data_dir=folder)))
    databases = [
        (await open_filled(folder / f"{count}.db", {AuditEntry: _rows(count)}), count) for count in (few, many)
    ]
    reads = {
        f"{name}, {place}": _read(services, make_query, is_deep=place == "anywhere")
        for name, make_query in QUERIES.items()
        for place in ("newest", "anywhere")
    }
    figure = await compare_growth(databases, reads)
    empty_search = await _search_without_results(services, databases[-1][0])
    for database, _ in databases:
        await database.close()
    return {"audit-page": figure, "audit-search": empty_search}


async def _search_without_results(services: ServiceMap, database: Database) -> Figure:
    undoers, kernel = services.get(Undoers), services.get(Kernel)
    spent: list[float] = []
    for _ in range(SEARCHES):
        began = time.process_time()
        async with database.read() as session:
            page = await list_entries(session, undoers, CHANNEL, LogQuery(search="xyzzy"), None, PER_PAGE, kernel)
        spent.append((time.process_time() - began) * MILLISECONDS_PER_SECOND)
        assert page.records == [], page
    return Figure(statistics.median(spent))


def _read(services: ServiceMap, make_query: Callable[[datetime], LogQuery], *, is_deep: bool) -> Read:
    undoers, kernel = services.get(Undoers), services.get(Kernel)

    async def read(database: Database, chance: random.Random, count: int) -> None:
        # A position in the newer half, where a full page of older entries is left.
        number = chance.randrange(count // 2, count) if is_deep else count
        moment = START + number * PACE
        cursor = encode_cursor(moment.isoformat(), str(UUID(int=0))) if is_deep else None
        async with database.read() as session:
            page = await list_entries(session, undoers, CHANNEL, make_query(moment), cursor, PER_PAGE, kernel)
        assert len(page.records) == PER_PAGE, (count, len(page.records))
        page.model_dump_json()

    return read


def _rows(count: int) -> Iterator[Row]:
    empty = empty_row(AuditEntry)
    for number in range(count):
        author, section = number % PEOPLE, SECTIONS[number // PEOPLE % len(SECTIONS)]
        word = "marathon" if number % 10 == 0 else "usual"
        yield {
            **empty,
            "id": UUID(int=number).hex,
            "channel_id": CHANNEL.hex,
            "created_at": sqlite_moment(START + number * PACE),
            "author_kind": "person",
            "author_id": UUID(int=author).hex,
            "author_name": f"Editor {author}",
            "author_key": _author_key(author),
            "section": section,
            "item": f"entry {number % 500}",
            "title": f"entry {number % 500}",
            "old": '{"enabled": true, "text": "Day one"}',
            "new": f'{{"enabled": false, "text": "Day {number} of the {word}"}}',
            "search": f"entry {number % 500}\nday one\nday {number} of the {word}",
            **dict.fromkeys(("subject_id", "kept", "undone_at", "undoes"), None),
        }
