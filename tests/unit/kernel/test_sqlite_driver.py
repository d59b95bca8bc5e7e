"""The SQLite driver: transactions, threads, and its calls, each of which switches to another thread and back."""

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
from support.waiting import wait_until

# A statement that takes longer than opening the connections.
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
def driver_calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the functions run in the driver's thread."""
    counted: list[str] = []
    hand_over = CancelSafeConnection._hand_over  # pyright: ignore[reportPrivateUsage]  # not visible otherwise

    def count(connection: CancelSafeConnection, run: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  # passed through
        counted.append(run.__name__)
        return hand_over(connection, run, *args, **kwargs)

    monkeypatch.setattr(CancelSafeConnection, "_hand_over", count)
    return counted


async def add(database: Database, number: int) -> None:
    async with database.write() as session:
        await session.execute(text("INSERT INTO numbers VALUES (:number)"), {"number": number})


async def test_one_read_takes_two_driver_calls(numbers: Database, driver_calls: list[str]) -> None:
    async with numbers.read() as session:
        await session.execute(text("SELECT number FROM numbers"))
    assert driver_calls == ["_fetch", "commit"]


async def test_session_without_statements_makes_no_driver_call(numbers: Database, driver_calls: list[str]) -> None:
    async with numbers.read() as session:
        assert session.is_active
    assert driver_calls == []


async def test_values_read_in_one_session_are_a_consistent_snapshot(numbers: Database) -> None:
    await add(numbers, 1)
    async with numbers.read() as session:
        before = (await session.execute(text("SELECT count(*) FROM numbers"))).scalar_one()
        await add(numbers, 2)
        after = (await session.execute(text("SELECT count(*) FROM numbers"))).scalar_one()
    assert (before, after) == (1, 1)


async def test_writer_reuses_the_connection_of_the_last_writer_while_others_read(numbers: Database) -> None:
    async with numbers.write() as session:
        # Only this connection sees the temporary table.
        await session.execute(text("CREATE TEMP TABLE own (number INTEGER)"))
    async with numbers.read() as reading:
        await reading.execute(text("SELECT number FROM numbers"))
        async with numbers.write() as session:
            await session.execute(text("INSERT INTO own VALUES (1)"))


async def test_failed_statement_leaves_no_open_transaction(numbers: Database) -> None:
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
        updated = await session.execute(text("UPDATE numbers SET number = number + 1 RETURNING number"))
        assert sorted(updated.scalars()) == list(range(1, 151))
        deleted = await session.execute(text("DELETE FROM numbers WHERE number > 100"))
        assert cast("CursorResult[int]", deleted).rowcount == 50


async def test_no_thread_outlives_the_database(sqlite_url: str) -> None:
    before = set(threading.enumerate())
    database = Database(sqlite_url, MemoryBus().publish)

    async def count() -> None:
        async with database.read() as session:
            await session.execute(text(SLOW))

    counting = [asyncio.create_task(count()) for _ in range(5)]
    # Each connection has its thread, but no statement has finished.
    await wait_until(lambda: len(set(threading.enumerate()) - before) >= len(counting))
    for task in counting:
        task.cancel()
    await asyncio.gather(*counting, return_exceptions=True)
    await database.close()
    drivers = [thread for thread in set(threading.enumerate()) - before if "connection_worker" in thread.name]
    assert drivers == []
