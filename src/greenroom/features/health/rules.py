"""State of a job, from its last recorded run and its lease."""

from datetime import datetime

from greenroom.features.health.schemas import JobOut
from greenroom.kernel.db.job_states import JobState
from greenroom.kernel.db.leases import PAUSED, Lease
from greenroom.kernel.jobs import Job


def is_running(state: JobState | None, lease: Lease | None, now: datetime) -> bool:
    """Whether the lease belongs to a run that has not ended; a run is recorded in the state when it ends."""
    if lease is None or is_paused(lease):
        return False
    return lease.expires_at > now and (state is None or state.run != lease.owner)


def is_paused(lease: Lease | None) -> bool:
    return lease is not None and lease.owner.partition("/")[0] == PAUSED


def describe(job: Job, state: JobState | None, lease: Lease | None, counted: tuple[int, int], now: datetime) -> JobOut:
    found = JobOut(
        name=job.name,
        title=job.title,
        note=job.note,
        every_seconds=job.every_seconds or None,
        state="never",
        began_at=None,
        took_ms=None,
        failures=0,
        error="",
        next_at=lease.expires_at if lease is not None and job.every_seconds else None,
        done_lately=counted[0],
        failed_lately=counted[1],
    )
    if state is not None:
        found.state = "failed" if state.failures else "done"
        found.began_at, found.took_ms = state.began_at, state.took_ms
        found.failures, found.error = state.failures, state.error
    if is_running(state, lease, now):
        found.state, found.next_at = "running", None
    if is_paused(lease):
        found.state, found.next_at = "paused", None
    return found
