"""State of a job, from its last recorded run and its lease."""

from datetime import datetime

from greenroom.features.health.schemas import JobOut
from greenroom.kernel.db.job_states import JobState
from greenroom.kernel.db.leases import Lease
from greenroom.kernel.jobs import Job


def is_running(state: JobState | None, lease: Lease | None, now: datetime) -> bool:
    """Whether the lease belongs to a run that has not been recorded, because it has not ended."""
    return lease is not None and lease.expires_at > now and (state is None or state.run != lease.owner)


def describe(job: Job, state: JobState | None, lease: Lease | None, now: datetime) -> JobOut:
    found = JobOut(
        name=job.name,
        title=job.name.replace("_", " ").capitalize(),
        every_seconds=job.every_seconds or None,
        state="never",
        began_at=None,
        took_ms=None,
        failures=0,
        error="",
        next_at=lease.expires_at if lease is not None and job.every_seconds else None,
    )
    if state is not None:
        found.state = "failed" if state.failures else "done"
        found.began_at, found.took_ms = state.began_at, state.took_ms
        found.failures, found.error = state.failures, state.error
    if is_running(state, lease, now):
        found.state, found.next_at = "running", None
    return found
