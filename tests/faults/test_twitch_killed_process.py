"""A process that is killed takes nothing with it for longer than its lease."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

from backstage import QUICK, Backstage, MovableClock
from greenroom.chat.connections import Ledger


@contextlib.contextmanager
def worker(backstage: Backstage) -> Generator[subprocess.Popen[bytes]]:
    """A second Greenroom on the same database, in a process of its own."""
    settings = backstage.kernel.settings
    environment = {
        **os.environ,
        **backstage.rehearsal.environment,
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


async def test_connection_of_a_killed_process_moves_to_another(backstage: Backstage) -> None:
    connected = await backstage.connect()
    ledger = Ledger(backstage.kernel, backstage.platforms, QUICK.lease_seconds)
    with worker(backstage) as process:
        await backstage.rehearsal.happens("subscription_created", type="channel.update")
        process.kill()
        await backstage.rehearsal.happens("socket_closed", login="junoplays")
    assert await ledger.claim([connected.id]) == set()
    assert isinstance(backstage.kernel.clock, MovableClock)
    backstage.kernel.clock.advance(QUICK.lease_seconds + 1)
    async with backstage.supervised():
        await backstage.news.state(connected, "connected")
        await backstage.rehearsal.command("/twitch/go-live", login="junoplays")
        await backstage.news.until(connected, lambda data: data["is_live"])
