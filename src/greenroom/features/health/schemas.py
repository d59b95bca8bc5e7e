from datetime import datetime
from typing import Literal

from greenroom.kernel.health.check import State
from greenroom.kernel.schema import Schema


class CheckOut(Schema):
    name: str
    title: str
    state: State
    sentence: str
    # Empty if there is nothing to do.
    fix: str
    # Name of the job that fixes the finding; None if there is none.
    job: str | None
    checked_at: datetime


class HealthOut(Schema):
    # When the newest result was found.
    checked_at: datetime
    checks: list[CheckOut]


class JobOut(Schema):
    name: str
    title: str
    # What the job does, in a few words.
    note: str
    # Interval of the job; None: it runs only when an operator asks for it.
    every_seconds: float | None
    state: Literal["never", "running", "done", "failed", "paused"]
    began_at: datetime | None
    took_ms: int | None
    # Failed runs since the last one that succeeded.
    failures: int
    error: str
    next_at: datetime | None
    # Runs of the last hour that succeeded.
    done_lately: int
    # Runs of the last hour that failed.
    failed_lately: int
