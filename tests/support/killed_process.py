"""Works on a database in a process of its own, which is killed at one of its commits."""

import asyncio
import os
import signal
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from greenroom.assembly import build_kernel
from greenroom.settings import Settings
from greenroom.tables import metadata
from support.forked_process import FORK_SERVER
from support.frozen_clock import FrozenClock
from support.waiting import MAX_WAIT_SECONDS
from support.watched_commits import acting_at_commit

# Importing all tables gives foreign-key columns their types.
assert metadata.tables

# A function of a module, so that the other process can import it; its first argument is the kernel.
Work = Callable[..., Coroutine[Any, Any, None]]


@dataclass(frozen=True, slots=True)
class Death:
    """SIGKILL right before commit `number` (the first is 1) of the transactions that write to these tables."""

    number: int
    tables: frozenset[str]


async def is_killed_at_commit(death: Death, settings: Settings, now: datetime, work: Work, *arguments: object) -> bool:
    """Runs `work(kernel, *arguments)` in another process; False if it ended before its death."""
    process = FORK_SERVER.Process(target=_run, args=(death, settings, now, work, arguments))
    await asyncio.to_thread(process.start)
    await asyncio.to_thread(process.join, MAX_WAIT_SECONDS)
    assert process.exitcode in {0, -signal.SIGKILL}, process.exitcode
    return process.exitcode != 0


def _run(death: Death, settings: Settings, now: datetime, work: Work, arguments: tuple[object, ...]) -> None:
    """Main function of the other process."""
    asyncio.run(_work(death, settings, now, work, arguments))


async def _work(death: Death, settings: Settings, now: datetime, work: Work, arguments: tuple[object, ...]) -> None:
    clock = FrozenClock()
    clock.now = now
    kernel = build_kernel(settings, clock)
    with acting_at_commit(kernel.database, death.number, death.tables, _die):
        await work(kernel, *arguments)
    await kernel.http.close()
    await kernel.database.close()


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)
