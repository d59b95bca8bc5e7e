"""Jobs that run at an interval, each in one process at a time (held by a lease)."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from greenroom.kernel.clock import Clock
from greenroom.kernel.db.database import Database
from greenroom.kernel.db.job_states import record_run
from greenroom.kernel.db.leases import claim_lease, leave_lease, renew_lease
from greenroom.kernel.ids import new_id
from greenroom.kernel.logs import blank_secrets, get_logger
from greenroom.kernel.tasks.background import BackgroundTasks, spawn

log = get_logger(__name__)

# A running job renews its lease for this time; if its process dies, no other process runs it until the lease expires.
LEASE_SECONDS = 30.0
# Even a rare job is checked this often: the process that ran it before may have ended.
MAX_WAIT_SECONDS = 60.0
# Spreads the first checks of processes that start together.
START_SPREAD_SECONDS = 5.0
JITTER = 0.1
# Message between processes; payload: the name of a job that an operator wants to run now.
RUN_REQUESTED = "internal:run_job"

Sleep = Callable[[float], Awaitable[None]]


class Job(Struct, frozen=True):
    name: str
    # 0: runs only when an operator asks for it.
    every_seconds: float
    run: Callable[[], Coroutine[Any, Any, None]]
    # Texts for operators: what the job does, and a few words that complete the title.
    title: str = ""
    note: str = ""

    @property
    def lease(self) -> str:
        return f"job:{self.name}"


class JobRunner:
    def __init__(
        self, database: Database, clock: Clock, owner: str, jobs: Sequence[Job], *, sleep: Sleep = asyncio.sleep
    ) -> None:
        self._database = database
        self._clock = clock
        self._owner = owner
        self._jobs = jobs
        self._sleep = sleep
        self._tasks = BackgroundTasks()

    def start(self) -> None:
        for job in self._jobs:
            if job.every_seconds:
                self._tasks.start(self._repeat(job), name=job.lease)

    def on_run_requested(self, _: str, payload: bytes) -> None:
        """Runs the job that the payload names; handler of the bus for `RUN_REQUESTED`."""
        for job in self._jobs:
            if job.name == payload.decode():
                self._tasks.start(self._run_logged(job), name=job.lease)

    async def stop(self) -> None:
        """Interrupts running jobs; another process may take them over at once."""
        await self._tasks.stop()

    async def run_if_due(self, job: Job) -> bool:
        """Runs the job if it is due and no other process runs it; returns whether it ran."""
        # A new owner for each run: not even this process may run the job again before it is due.
        run = JobRun(self._database, self._clock, job, f"{self._owner}/{new_id()}", self._sleep)
        if not await run.begin():
            return False
        try:
            await run.hold_while(job.run())
        except asyncio.CancelledError:
            await run.release()
            raise
        except Exception as failure:
            await run.end(error=_describe(failure))
            raise
        await run.end()
        return True

    async def _repeat(self, job: Job) -> None:
        await self._sleep(random.uniform(0, min(job.every_seconds, START_SPREAD_SECONDS)))  # noqa: S311  # jitter
        while True:
            await self._run_logged(job)
            wait = min(job.every_seconds, MAX_WAIT_SECONDS)
            await self._sleep(wait * random.uniform(1, 1 + JITTER))  # noqa: S311  # jitter

    async def _run_logged(self, job: Job) -> None:
        try:
            await self.run_if_due(job)
        except Exception:
            log.exception("job_failed", job=job.name)


def _describe(failure: Exception) -> str:
    """The first line of the message, without secrets."""
    # Further lines of a database error quote the statement and its values.
    lines = blank_secrets(str(failure)).splitlines()
    return lines[0] if lines else type(failure).__name__


class JobRun:
    """One run of a job, and the lease that keeps other processes from running it."""

    def __init__(self, database: Database, clock: Clock, job: Job, owner: str, sleep: Sleep) -> None:
        self._database = database
        self._clock = clock
        self._job = job
        self._name = job.lease
        self._owner = owner
        self._sleep = sleep
        self._began_at = clock()
        self._is_stopped = False

    async def begin(self) -> bool:
        seconds = max(self._job.every_seconds, LEASE_SECONDS)
        return await self._database.write_alone(
            lambda connection: claim_lease(connection, self._name, self._owner, now=self._began_at, seconds=seconds)
        )

    async def hold_while(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs the work and renews the lease meanwhile; stops the work if the lease is lost."""
        task = spawn(work, name=self._name)
        renewal = spawn(self._keep_lease(), name=f"lease:{self._name}")
        try:
            await asyncio.wait({task, renewal}, return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                self._is_stopped = True
                log.warning("job_lease_lost", lease=self._name)
        finally:
            task.cancel()
            renewal.cancel()
            await asyncio.gather(task, renewal, return_exceptions=True)
        if not task.cancelled():
            task.result()

    async def end(self, error: str = "") -> None:
        """Records the run if it still has the lease; the lease then lasts until the job is due again."""
        await self._database.write_alone(lambda connection: self._record(connection, error))

    def _record(self, connection: Connection, error: str) -> None:
        began_at, seconds = self._began_at, self._job.every_seconds
        # A run that lost its lease was stopped and is not recorded. Renewing may succeed all the same: when an operator
        # runs a paused job again, a run that has not stopped yet gets its lease back.
        if self._is_stopped or not renew_lease(connection, self._name, self._owner, now=began_at, seconds=seconds):
            leave_lease(connection, self._name, self._owner)
        else:
            took_ms = round((self._clock() - began_at).total_seconds() * 1000)
            record_run(connection, self._job.name, self._owner, began_at=began_at, took_ms=took_ms, error=error)

    async def release(self) -> None:
        await self._database.write_alone(lambda connection: leave_lease(connection, self._name, self._owner))

    async def _keep_lease(self) -> None:
        held_until = self._clock().timestamp() + LEASE_SECONDS
        while self._clock().timestamp() < held_until:
            await self._sleep(LEASE_SECONDS / 3)
            try:
                if not await self._renew():
                    return
            except (SQLAlchemyError, OSError) as error:
                log.warning("lease_not_renewed", lease=self._name, error=repr(error))
            else:
                held_until = self._clock().timestamp() + LEASE_SECONDS

    async def _renew(self) -> bool:
        return await self._database.write_alone(
            lambda connection: renew_lease(
                connection, self._name, self._owner, now=self._clock(), seconds=LEASE_SECONDS
            )
        )
