"""The last run of each background job, and the number of its runs in the last hour; written when a run ends."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, bindparam, text
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.database import Table, UtcDateTime

MAX_ERROR_LENGTH = 300


class JobState(Table):
    __tablename__ = "job_states"

    name: Mapped[str] = mapped_column(primary_key=True)
    # Owner of the lease during the run that ended last. If the lease now has another owner and the job is not paused,
    # another run is in progress.
    run: Mapped[str]
    began_at: Mapped[datetime]
    took_ms: Mapped[int]
    # Failed runs since the last one that succeeded.
    failures: Mapped[int]
    error: Mapped[str]


# As text, which costs less than building a statement: some jobs run every few seconds.
RECORD = text("""
    INSERT INTO job_states (name, run, began_at, took_ms, failures, error)
    VALUES (:name, :run, :began_at, :took_ms, :failures, :error)
    ON CONFLICT (name) DO UPDATE SET run = excluded.run, began_at = excluded.began_at,
        took_ms = excluded.took_ms, error = excluded.error,
        failures = CASE WHEN excluded.failures = 0 THEN 0 ELSE job_states.failures + 1 END
""").bindparams(bindparam("began_at", type_=UtcDateTime()))


class JobCount(Table):
    """Runs of a job that ended in one period of five minutes."""

    __tablename__ = "job_counts"

    name: Mapped[str] = mapped_column(primary_key=True)
    period: Mapped[datetime] = mapped_column(primary_key=True)
    done: Mapped[int]
    failed: Mapped[int]


PERIOD = timedelta(minutes=5)
COUNT_RETENTION = timedelta(hours=1)
COUNT = text("""
    INSERT INTO job_counts (name, period, done, failed) VALUES (:name, :period, :done, :failed)
    ON CONFLICT (name, period) DO UPDATE SET
        done = job_counts.done + excluded.done, failed = job_counts.failed + excluded.failed
    RETURNING done + failed
""").bindparams(bindparam("period", type_=UtcDateTime()))
DELETE_OLD = text("DELETE FROM job_counts WHERE name = :name AND period < :oldest").bindparams(
    bindparam("oldest", type_=UtcDateTime())
)


def record_run(connection: Connection, name: str, run: str, *, began_at: datetime, took_ms: int, error: str) -> None:
    """Stores that a run ended; `error` is empty if it succeeded."""
    _count_run(connection, name, began_at + timedelta(milliseconds=took_ms), is_failed=bool(error))
    values = {"name": name, "run": run, "began_at": began_at, "took_ms": took_ms}
    connection.execute(RECORD, {**values, "failures": 1 if error else 0, "error": error[:MAX_ERROR_LENGTH]})


def _count_run(connection: Connection, name: str, ended_at: datetime, *, is_failed: bool) -> None:
    period = ended_at - (ended_at - datetime.min.replace(tzinfo=UTC)) % PERIOD
    counted = connection.scalar(
        COUNT, {"name": name, "period": period, "done": int(not is_failed), "failed": int(is_failed)}
    )
    # The first run of a period deletes the counts of old periods.
    if counted == 1:
        connection.execute(DELETE_OLD, {"name": name, "oldest": period - COUNT_RETENTION})
