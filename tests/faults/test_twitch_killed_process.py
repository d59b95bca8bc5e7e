"""Connections of a killed process are taken over when its lease expires."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

from greenroom.chat.connections.store import ConnectionStore
from support.rehearsal_process import QUICK, ConnectionHost, MovableClock


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


async def test_connection_of_a_killed_process_moves_to_another(connection_host: ConnectionHost) -> None:
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
