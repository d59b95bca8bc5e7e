"""A process that starts alone reads the chats of a killed one at once; others wait until its leases expire."""

import contextlib
import os
import subprocess
import sys
from collections.abc import AsyncGenerator, Generator
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select, update

from greenroom.chat.connections.store import ConnectionStore
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.leases import Lease
from greenroom.kernel.db.worker_lock import worker_lock
from support.rehearsal_process import QUICK, ConnectionHost, MovableClock, Rehearsal, open_kernel


@pytest.fixture
async def kernel(rehearsal: Rehearsal, database_url: str, tmp_path: Path) -> AsyncGenerator[Kernel]:
    """A kernel on the database of the test."""
    async with open_kernel(rehearsal, tmp_path, database_url) as kernel:
        yield kernel


@contextlib.contextmanager
def worker(connection_host: ConnectionHost) -> Generator[subprocess.Popen[bytes]]:
    """A second Greenroom on the same database, in a separate process."""
    settings = connection_host.kernel.settings
    environment = {
        **os.environ,
        **connection_host.rehearsal.environment,
        "GREENROOM_DATA_DIR": str(settings.data_dir),
        "GREENROOM_DATABASE_URL": settings.database_url.get_secret_value(),
        "GREENROOM_PORT": "0",
    }
    program = Path(sys.executable).parent / "greenroom"
    with subprocess.Popen((program, "serve", "--role", "worker"), env=environment) as process:  # noqa: S603
        try:
            yield process
        finally:
            process.kill()


async def test_connection_of_a_killed_process_moves_once_its_lease_ends(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect()
    store = ConnectionStore(connection_host.kernel, connection_host.platforms, QUICK.lease_seconds)
    with worker(connection_host) as process:
        await connection_host.rehearsal.wait_for_event("subscription_created", type="channel.update")
        process.kill()
        await connection_host.rehearsal.wait_for_event("socket_closed", login="junoplays")
    assert await store.claim([connected.id]) == set()
    assert isinstance(connection_host.kernel.clock, MovableClock)
    connection_host.kernel.clock.advance(QUICK.lease_seconds + 1)
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "connected")
        await connection_host.rehearsal.command("/twitch/go-live", login="junoplays")
        await connection_host.updates.until(connected, lambda data: data["is_live"])


@pytest.mark.both_databases
async def test_process_that_starts_alone_after_a_kill_reads_chat_again_at_once(
    connection_host: ConnectionHost,
) -> None:
    rehearsal, database = connection_host.rehearsal, connection_host.kernel.database
    await connection_host.connect()
    with worker(connection_host) as process:
        await rehearsal.wait_for_event("subscription_created", type="channel.update")
        async with worker_lock(database):
            assert await lease_owners(connection_host) != set()
        process.kill()
        await rehearsal.wait_for_event("socket_closed", login="junoplays")
    async with database.write() as session:
        # No lease may expire during the test, even on a slow machine.
        await session.execute(update(Lease).values(expires_at=connection_host.kernel.clock() + timedelta(days=1)))
    killed = await rehearsal.command("/twitch/go-live", login="junoplays")
    with worker(connection_host):
        await rehearsal.wait_for_event("subscription_created", type="channel.update", after=killed)


async def lease_owners(connection_host: ConnectionHost) -> set[str]:
    async with connection_host.kernel.database.read() as session:
        return set(await session.scalars(select(Lease.owner)))
