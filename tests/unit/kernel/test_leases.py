import asyncio

import pytest

from greenroom.kernel.db.database import Database, Table
from greenroom.kernel.db.leases import Lease, claim, release, renew
from support.frozen_clock import FrozenClock

pytestmark = pytest.mark.both_databases


@pytest.fixture(autouse=True)
async def leases_table(database: Database) -> None:
    async with database.engine.begin() as connection:
        await connection.run_sync(Table.metadata.create_all, tables=[Table.metadata.tables[Lease.__tablename__]])


async def claims(database: Database, clock: FrozenClock, owner: str) -> bool:
    async with database.write() as session:
        return await claim(session, "platform:1", owner, now=clock(), seconds=30)


async def test_a_free_lease_goes_to_the_first_caller(database: Database, clock: FrozenClock) -> None:
    assert await claims(database, clock, "first")
    assert not await claims(database, clock, "second")


async def test_one_of_many_simultaneous_callers_gets_the_lease(database: Database, clock: FrozenClock) -> None:
    results = await asyncio.gather(*(claims(database, clock, f"owner-{number}") for number in range(8)))
    assert sorted(results) == [False] * 7 + [True]


async def test_the_owner_can_extend_the_lease_by_claiming_it_again(database: Database, clock: FrozenClock) -> None:
    await claims(database, clock, "first")
    clock.advance(20)
    assert await claims(database, clock, "first")
    clock.advance(20)
    assert not await claims(database, clock, "second")


async def test_an_expired_lease_can_be_claimed_by_another_process(database: Database, clock: FrozenClock) -> None:
    await claims(database, clock, "dead")
    clock.advance(29.999)
    assert not await claims(database, clock, "next")
    clock.advance(0.001)
    assert await claims(database, clock, "next")


async def test_a_lost_lease_cannot_be_renewed(database: Database, clock: FrozenClock) -> None:
    await claims(database, clock, "slow")
    clock.advance(31)
    await claims(database, clock, "next")
    async with database.write() as session:
        assert not await renew(session, "platform:1", "slow", now=clock(), seconds=30)
        assert await renew(session, "platform:1", "next", now=clock(), seconds=30)


async def test_a_renewed_lease_stays_valid(database: Database, clock: FrozenClock) -> None:
    await claims(database, clock, "first")
    clock.advance(25)
    async with database.write() as session:
        await renew(session, "platform:1", "first", now=clock(), seconds=30)
    clock.advance(25)
    assert not await claims(database, clock, "second")


async def test_a_released_lease_is_free_at_once(database: Database, clock: FrozenClock) -> None:
    await claims(database, clock, "first")
    async with database.write() as session:
        await release(session, "platform:1", "first")
    assert await claims(database, clock, "second")


async def test_a_lease_cannot_be_released_by_another_process(database: Database, clock: FrozenClock) -> None:
    await claims(database, clock, "first")
    async with database.write() as session:
        await release(session, "platform:1", "second")
    assert not await claims(database, clock, "second")
