"""Calls of the SQLite driver: each is a switch to another thread and back."""

import asyncio
import threading
from collections.abc import AsyncGenerator
from typing import Any, cast

import pytest
from sqlalchemy import CursorResult, text
from sqlalchemy.exc import OperationalError

from greenroom.kernel.bus.bus import MemoryBus
from greenroom.kernel.db.database import Database
from greenroom.kernel.fast.sqlite_driver import CancelSafeConnection

# Takes the thread a moment.
SLOW = "WITH RECURSIVE up(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up WHERE n < 300000) SELECT count(*) FROM up"


@pytest.fixture
async def numbers(sqlite_url: str) -> AsyncGenerator[Database]:
    database = Database(sqlite_url, MemoryBus().publish)
    async with database.write() as session:
        await session.execute(text("CREATE TABLE numbers (number INTEGER)"))
    async with database.read() as session:
        await session.execute(text("SELECT number FROM numbers"))
    yield database
    await database.close()


@pytest.fixture
def ways(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Counted where they begin; the driver itself does its work."""
    counted: list[str] = []
    walk = CancelSafeConnection._hand_over  # pyright: ignore[reportPrivateUsage]  # there is no other place to count

    def count(link: CancelSafeConnection, run: Any, *given: Any, **named: Any) -> Any:  # noqa: ANN401  # handed on
        counted.append(run.__name__)
        return walk(link, run, *given, **named)

    monkeypatch.setattr(CancelSafeConnection, "_hand_over", count)
    return counted


async def add(database: Database, number: int) -> None:
    async with database.write() as session:
        await session.execute(text("INSERT INTO numbers VALUES (:number)"), {"number": number})


async def test_reading_once_takes_two_ways(numbers: Database, ways: list[str]) -> None:
    async with numbers.read() as session:
        await session.execute(text("SELECT number FROM numbers"))
    assert ways == ["_fetch", "commit"]


async def test_session_without_statements_makes_no_driver_call(numbers: Database, ways: list[str]) -> None:
    async with numbers.read() as session:
        assert session.is_active
    assert ways == []


async def test_values_read_together_are_a_consistent_snapshot(numbers: Database) -> None:
    await add(numbers, 1)
    async with numbers.read() as session:
        before = (await session.execute(text("SELECT count(*) FROM numbers"))).scalar_one()
        await add(numbers, 2)
        after = (await session.execute(text("SELECT count(*) FROM numbers"))).scalar_one()
    assert (before, after) == (1, 1)


async def test_writer_gets_the_last_write_connection_despite_readers(numbers: Database) -> None:
    async with numbers.write() as session:
        # Nobody else sees it.
        await session.execute(text("CREATE TEMP TABLE own (number INTEGER)"))
    async with numbers.read() as reading:
        await reading.execute(text("SELECT number FROM numbers"))
        async with numbers.write() as session:
            await session.execute(text("INSERT INTO own VALUES (1)"))


async def test_statement_that_fails_leaves_nothing_begun(numbers: Database) -> None:
    for _ in range(3):
        with pytest.raises(OperationalError):
            async with numbers.read() as session:
                await session.execute(text("SELECT nothing FROM nowhere"))
    await add(numbers, 1)
    async with numbers.read() as session:
        assert (await session.execute(text("SELECT number FROM numbers"))).scalar_one() == 1


async def test_rows_that_were_changed_are_counted_and_returned(numbers: Database) -> None:
    async with numbers.write() as session:
        await session.execute(text("INSERT INTO numbers VALUES (:number)"), [{"number": n} for n in range(150)])
        given = await session.execute(text("UPDATE numbers SET number = number + 1 RETURNING number"))
        assert sorted(given.scalars()) == list(range(1, 151))
        gone = await session.execute(text("DELETE FROM numbers WHERE number > 100"))
        assert cast("CursorResult[int]", gone).rowcount == 50


async def test_no_thread_outlives_the_database(sqlite_url: str) -> None:
    before = set(threading.enumerate())
    database = Database(sqlite_url, MemoryBus().publish)

    async def count() -> None:
        async with database.read() as session:
            await session.execute(text(SLOW))

    counting = [asyncio.create_task(count()) for _ in range(5)]
    # Far enough to have a thread that opens the file, not far enough for an answer.
    while len(set(threading.enumerate()) - before) < len(counting):  # noqa: ASYNC110  # threads do not call
        await asyncio.sleep(0)
    for task in counting:
        task.cancel()
    await asyncio.gather(*counting, return_exceptions=True)
    await database.close()
    drivers = [thread for thread in set(threading.enumerate()) - before if "connection_worker" in thread.name]
    assert drivers == []
