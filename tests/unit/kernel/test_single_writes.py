"""A write alone, without a session, is a transaction of its own."""

import asyncio
from datetime import UTC, datetime

import pytest
from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError

from greenroom.kernel.db.bulk_rows import BulkInsert
from greenroom.kernel.db.database import Database
from greenroom.kernel.db.leases import Lease, claim_lease

NOW = datetime(2026, 1, 1, tzinfo=UTC)
INSERT = BulkInsert(Lease, ("name", "owner", "expires_at"))


@pytest.fixture
async def leases(database: Database) -> Database:
    async with database.engine.begin() as connection:
        await connection.run_sync(lambda sync: Lease.metadata.create_all(sync, [Lease.metadata.tables["leases"]]))
    return database


async def names(database: Database) -> list[str]:
    async with database.read() as session:
        return list(await session.scalars(select(Lease.name).order_by(Lease.name)))


@pytest.mark.both_databases
async def test_rows_written_alone_are_committed_all_or_none(leases: Database) -> None:
    await INSERT.run_alone(leases, [("a", "me", NOW), ("b", "me", NOW)])
    with pytest.raises(IntegrityError):
        await INSERT.run_alone(leases, [("c", "me", NOW), ("a", "me", NOW)])
    await INSERT.run_alone(leases, [])
    await INSERT.run_alone(leases, [("d", "me", NOW)])
    assert await names(leases) == ["a", "b", "d"]


async def test_write_alone_works_after_a_commit_and_after_a_rollback(leases: Database) -> None:
    async with leases.write() as session:
        await INSERT.run(session, [("a", "me", NOW)])
    async with leases.write() as session:
        await INSERT.run(session, [("b", "me", NOW)])
        await session.rollback()
    await INSERT.run_alone(leases, [("c", "me", NOW)])
    assert await names(leases) == ["a", "c"]


@pytest.mark.both_databases
async def test_write_alone_can_be_cancelled_at_every_step(leases: Database) -> None:
    for steps in range(12):
        writing = asyncio.create_task(INSERT.run_alone(leases, [("cancelled", "me", NOW)] * 2))
        for _ in range(steps):
            await asyncio.sleep(0)
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)
    await INSERT.run_alone(leases, [("a", "me", NOW)])
    assert await names(leases) == ["a"]


@pytest.mark.both_databases
async def test_statements_written_alone_are_one_transaction(leases: Database) -> None:
    def claim_two(connection: Connection, *, fails: bool) -> bool:
        claimed = claim_lease(connection, "a", "me", now=NOW, seconds=1)
        if fails:
            raise ZeroDivisionError
        return claim_lease(connection, "b", "me", now=NOW, seconds=1) and claimed

    with pytest.raises(ZeroDivisionError):
        await leases.write_alone(lambda connection: claim_two(connection, fails=True))
    assert await names(leases) == []
    assert await leases.write_alone(lambda connection: claim_two(connection, fails=False))
    assert await names(leases) == ["a", "b"]
