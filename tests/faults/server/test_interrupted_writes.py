"""A write that is cancelled at any moment is atomic and leaves no lock."""

import asyncio

import pytest
from sqlalchemy import text

from greenroom.kernel.bus.bus import MemoryBus
from greenroom.kernel.db.database import Database
from support.waiting import MAX_WAIT_SECONDS

INSERT = text("INSERT INTO leases (name, owner, expires_at) VALUES (:name, 'x', '2030-01-01')")
CANCELLATIONS = 80


async def insert(database: Database, name: str) -> None:
    async with database.write() as session:
        await session.execute(INSERT, {"name": name})
        await session.execute(text("SELECT * FROM leases"))
        await session.execute(INSERT, {"name": f"{name} too"})


async def cancelled_write(database: Database, number: int) -> asyncio.Task[None]:
    """Starts a write and cancels it within 8 ms, at a moment that depends on the number; returns its task."""
    task = asyncio.create_task(insert(database, f"cancelled {number}"))
    await asyncio.sleep(number % 40 / 5_000)
    task.cancel()
    await asyncio.wait({task})
    return task


async def names(database: Database) -> set[str]:
    async with database.read() as session:
        return set(await session.scalars(text("SELECT name FROM leases")))


@pytest.mark.both_databases
async def test_cancelled_write_releases_the_lock_and_is_atomic(database_url: str) -> None:
    database = Database(database_url, MemoryBus().publish)
    # The list keeps the tasks, and so the objects in their tracebacks, from being garbage-collected.
    interrupted: list[asyncio.Task[None]] = []
    for number in range(CANCELLATIONS):
        interrupted.append(await cancelled_write(database, number))
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            await insert(database, f"after {number}")
    found = await names(database)
    assert {name for name in found if f"{name} too" not in found and not name.endswith(" too")} == set()
    assert {f"after {number}" for number in range(CANCELLATIONS)} <= found
    assert any(task.cancelled() for task in interrupted)
    await database.close()
