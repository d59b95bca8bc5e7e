"""Runs the checks; lists, requests and pauses jobs."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

from msgspec import Struct
from sqlalchemy import case, func, literal, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.health.rules import describe, is_running
from greenroom.features.health.schemas import CheckOut, HealthOut, JobOut
from greenroom.kernel.clock import Clock
from greenroom.kernel.db import leases
from greenroom.kernel.db.database import insert_into, publish
from greenroom.kernel.db.job_states import COUNT_RETENTION, JobCount, JobState
from greenroom.kernel.db.leases import PAUSED, Lease, paused_run, paused_run_prefix
from greenroom.kernel.errors import Conflict, NotFound
from greenroom.kernel.health.check import Check, Finding, run_checks
from greenroom.kernel.jobs import LEASE_SECONDS, RUN_REQUESTED, Job


class Jobs(dict[str, Job]):
    """All jobs by name."""


class JobNotFound(NotFound):
    message = "There is no such job."


class JobRunning(Conflict):
    type = "job_running"
    message = "This job is running already."


class CheckResult(Struct, frozen=True):
    finding: Finding
    found_at: datetime


class HealthChecks:
    """Runs the checks of all features, and keeps their last results in the memory of this process."""

    def __init__(self, find_checks: Callable[[], list[Check]], find_jobs: Callable[[], Jobs], clock: Clock) -> None:
        # Called for each request, because features that are declared later may have checks and jobs.
        self.find_checks = find_checks
        self.find_jobs = find_jobs
        self._clock = clock
        self._results: dict[str, CheckResult] = {}
        self._lock = asyncio.Lock()

    async def current(self) -> HealthOut:
        """The results; outdated checks are run again first."""
        async with self._lock:
            return await self._run([check for check in self.find_checks() if self._is_due(check)])

    async def run_all(self) -> HealthOut:
        async with self._lock:
            return await self._run(self.find_checks())

    def _is_due(self, check: Check) -> bool:
        last = self._results.get(check.name)
        return last is None or self._clock() - last.found_at > timedelta(seconds=check.fresh_seconds)

    async def _run(self, due: Sequence[Check]) -> HealthOut:
        for check, finding in zip(due, await run_checks(due), strict=True):
            self._results[check.name] = CheckResult(finding, self._clock())
        checks = [_present(check, self._results[check.name]) for check in self.find_checks()]
        return HealthOut(checked_at=max(check.checked_at for check in checks), checks=checks)


def _present(check: Check, result: CheckResult) -> CheckOut:
    found = result.finding
    return CheckOut(
        name=check.name,
        title=check.title,
        state=found.state,
        sentence=found.sentence,
        fix=found.fix,
        job=found.job or None,
        checked_at=result.found_at,
    )


async def list_jobs(session: AsyncSession, jobs: Jobs, now: datetime) -> list[JobOut]:
    """All jobs, sorted by title."""
    states = {state.name: state for state in await session.scalars(select(JobState))}
    leases = {lease.name: lease for lease in await session.scalars(select(Lease).where(Lease.name.startswith("job:")))}
    counts = await _count_runs(session, now)
    return [
        describe(job, states.get(name), leases.get(job.lease), counts.get(name, (0, 0)), now)
        for name, job in sorted(jobs.items(), key=lambda named: named[1].title)
    ]


async def _count_runs(session: AsyncSession, now: datetime) -> dict[str, tuple[int, int]]:
    """How many runs of each job succeeded and failed in the last hour."""
    counted = select(JobCount.name, func.sum(JobCount.done), func.sum(JobCount.failed)).group_by(JobCount.name)
    rows = await session.execute(counted.where(JobCount.period > now - COUNT_RETENTION))
    return {name: (done, failed) for name, done, failed in rows.all()}


async def request_run(session: AsyncSession, jobs: Jobs, name: str, now: datetime) -> None:
    """Has a worker run the job now: deletes the lease, which lasts until the next run, and notifies the workers.

    If a run was paused and has not stopped yet, it gets the lease back instead: a job must not run twice at once.
    """
    job = _find_job(jobs, name)
    lease = await session.get(Lease, job.lease, with_for_update=True)
    if is_running(await session.get(JobState, name), lease, now):
        raise JobRunning
    if lease is not None and (run := paused_run(lease.owner, now)):
        lease.owner, lease.expires_at = run, now + timedelta(seconds=LEASE_SECONDS)
        return
    if lease is not None:
        await session.delete(lease)
    publish(session, RUN_REQUESTED, name.encode())


async def pause(session: AsyncSession, jobs: Jobs, name: str, now: datetime) -> None:
    """Takes the lease of the job: a current run ends within LEASE_SECONDS, and no later run begins."""
    new = insert_into(Lease, session).values(
        name=_find_job(jobs, name).lease, owner=PAUSED, expires_at=datetime.max.replace(tzinfo=UTC)
    )
    last_run = select(JobState.run).where(JobState.name == name).scalar_subquery()
    has_ended = or_(Lease.expires_at <= now, Lease.owner == last_run)
    # Keeps the name of a current run until it has noticed that it lost its lease: `request_run` can return the lease.
    run = literal(paused_run_prefix(now + timedelta(seconds=LEASE_SECONDS))) + Lease.owner
    owner = case((leases.is_paused(), Lease.owner), (has_ended, PAUSED), else_=run)
    changed = {"owner": owner, "expires_at": new.excluded.expires_at}
    await session.execute(new.on_conflict_do_update(index_elements=[Lease.name], set_=changed))


def _find_job(jobs: Jobs, name: str) -> Job:
    if name not in jobs:
        raise JobNotFound
    return jobs[name]
