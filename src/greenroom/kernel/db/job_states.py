"""The last run of each background job; one row is written when a run ends."""

from datetime import datetime

from sqlalchemy import Connection, bindparam, text
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.database import Table, UtcDateTime

MAX_ERROR_LENGTH = 300


class JobState(Table):
    __tablename__ = "job_states"

    name: Mapped[str] = mapped_column(primary_key=True)
    # Owner of the lease of that run: a lease of another owner belongs to a run that has not ended.
    run: Mapped[str]
    began_at: Mapped[datetime]
    took_ms: Mapped[int]
    # Failed runs since the last one that succeeded.
    failures: Mapped[int]
    error: Mapped[str]


# As text, like the statements of leases: some jobs run every few seconds.
RECORD = text("""
    INSERT INTO job_states (name, run, began_at, took_ms, failures, error)
    VALUES (:name, :run, :began_at, :took_ms, :failures, :error)
    ON CONFLICT (name) DO UPDATE SET run = excluded.run, began_at = excluded.began_at,
        took_ms = excluded.took_ms, error = excluded.error,
        failures = CASE WHEN excluded.failures = 0 THEN 0 ELSE job_states.failures + 1 END
""").bindparams(bindparam("began_at", type_=UtcDateTime()))


def record_run(connection: Connection, name: str, run: str, *, began_at: datetime, took_ms: int, error: str) -> None:
    """`error` is empty if the run succeeded."""
    values = {"name": name, "run": run, "began_at": began_at, "took_ms": took_ms}
    connection.execute(RECORD, {**values, "failures": 1 if error else 0, "error": error[:MAX_ERROR_LENGTH]})
