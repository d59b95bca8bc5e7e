"""Rows that are inserted just before the commit belong to the transaction: stored with it, or not at all."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

import pytest
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Session

from greenroom.kernel.db.bulk_rows import BulkInsert
from greenroom.kernel.db.database import Database, run_before_commit
from greenroom.kernel.db.leases import Lease

NOW = datetime(2026, 1, 1, tzinfo=UTC)
INSERT = BulkInsert(Lease, ("name", "owner", "expires_at"))


@pytest.fixture
async def leases(database: Database) -> Database:
    async with database.engine.begin() as connection:
        await connection.run_sync(lambda sync: Lease.metadata.create_all(sync, [Lease.metadata.tables["leases"]]))
    return database


def write_with_commit(session: AsyncSession, *names: str) -> None:
    run_before_commit(session, partial(INSERT.run_with_commit, rows=[(name, "me", NOW) for name in names]))


async def names(database: Database) -> list[str]:
    async with database.read() as session:
        return list(await session.scalars(select(Lease.name).order_by(Lease.name)))


@pytest.mark.both_databases
async def test_rows_are_written_with_the_commit(leases: Database) -> None:
    async with leases.write() as session:
        session.add(Lease(name="a", owner="me", expires_at=NOW))
        write_with_commit(session, "b", "c")
        write_with_commit(session, "d")
    assert await names(leases) == ["a", "b", "c", "d"]


async def test_transaction_can_consist_only_of_rows_written_with_the_commit(leases: Database) -> None:
    async with leases.write() as session:
        write_with_commit(session, "a")
    assert await names(leases) == ["a"]


async def fail_to_write(database: Database, before_commit: Callable[[AsyncSession], None]) -> None:
    async with database.write() as session:
        await INSERT.run(session, [("existing", "me", NOW)])
        before_commit(session)


@pytest.mark.both_databases
async def test_failure_to_write_rows_with_the_commit_undoes_the_transaction(leases: Database) -> None:
    with pytest.raises(IntegrityError):
        await fail_to_write(leases, lambda session: write_with_commit(session, "new", "existing"))
    async with leases.write() as session:
        await INSERT.run(session, [("a", "me", NOW)])
    assert await names(leases) == ["a"]


def write_and_fail(session: Session) -> None:
    INSERT.run_with_commit(session, [("last", "me", NOW)])
    raise LookupError


async def test_rows_of_a_failed_transaction_are_not_written_with_the_next_commit(leases: Database) -> None:
    with pytest.raises(LookupError):
        await fail_to_write(leases, lambda session: run_before_commit(session, write_and_fail))
    async with leases.write() as session:
        await INSERT.run(session, [("a", "me", NOW)])
    assert await names(leases) == ["a"]


async def test_rows_are_not_written_after_a_rollback(leases: Database) -> None:
    async with leases.write() as session:
        write_with_commit(session, "a")
        await session.rollback()
    assert await names(leases) == []
