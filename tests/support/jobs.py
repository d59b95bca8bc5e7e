"""Jobs that wait for the test, and sleeps that the test ends."""

import asyncio
from dataclasses import dataclass

from greenroom.kernel.db.database import Database
from greenroom.kernel.jobs import Job, JobRunner, Sleep
from support.frozen_clock import FrozenClock
from support.waiting import MAX_WAIT_SECONDS


class Work:
    """The function of a job; counts its runs, each of which lasts until `may_end` is set."""

    def __init__(self) -> None:
        self.runs = 0
        self.started = asyncio.Event()
        self.may_end = asyncio.Event()
        self.may_end.set()

    async def run(self) -> None:
        self.runs += 1
        self.started.set()
        await self.may_end.wait()


class ControlledSleep:
    """Replaces `asyncio.sleep`; each sleep lasts until the test ends it."""

    def __init__(self) -> None:
        self._sleeping: asyncio.Queue[tuple[float, asyncio.Event]] = asyncio.Queue()

    async def __call__(self, seconds: float) -> None:
        finished = asyncio.Event()
        await self._sleeping.put((seconds, finished))
        await finished.wait()

    async def end_next(self, shortest: float, longest: float) -> None:
        """Ends the next sleep whose length is within these limits; other sleeps before it never end."""
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            while True:
                seconds, finished = await self._sleeping.get()
                if shortest <= seconds <= longest:
                    return finished.set()


async def sleep_forever(_: float) -> None:
    await asyncio.Event().wait()


def runner_of(database: Database, clock: FrozenClock, owner: str, sleep: Sleep = sleep_forever) -> JobRunner:
    return JobRunner(database, clock, owner, [], sleep=sleep)


@dataclass
class HeldRun:
    """A run of a job that has started and ends when `work.may_end` is set."""

    job: Job
    work: Work
    sleep: ControlledSleep
    task: asyncio.Task[bool]


async def start_held_run(database: Database, clock: FrozenClock, *, every_seconds: int = 1) -> HeldRun:
    work, sleep = Work(), ControlledSleep()
    work.may_end.clear()
    job = Job("sweep", every_seconds, work.run)
    task = asyncio.create_task(runner_of(database, clock, "one", sleep).run_if_due(job))
    await work.started.wait()
    return HeldRun(job, work, sleep, task)
