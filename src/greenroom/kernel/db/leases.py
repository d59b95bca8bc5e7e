"""Leases, each of which gives a job or a connection to one owner, across all processes, until the lease expires."""

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Connection, bindparam, delete, or_, text, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.database import Table, UtcDateTime

# Owner of the lease of a paused job; this lease never expires. While a run may not have noticed the pause, the owner is
# `paused/{Unix time until which the run may continue}/{owner of the run}`.
PAUSED = "paused"


class Lease(Table):
    __tablename__ = "leases"

    name: Mapped[str] = mapped_column(primary_key=True)
    owner: Mapped[str]
    expires_at: Mapped[datetime]


def is_paused() -> ColumnElement[bool]:
    return or_(Lease.owner == PAUSED, Lease.owner.startswith(f"{PAUSED}/"))


# As text, the same for both databases: jobs and connections renew leases all the time, and SQLAlchemy takes longer to
# build a statement than the database to run it.
EXPIRES_AT, NOW = bindparam("expires_at", type_=UtcDateTime()), bindparam("now", type_=UtcDateTime())
CLAIM = text("""
    INSERT INTO leases (name, owner, expires_at) VALUES (:name, :owner, :expires_at)
    ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, expires_at = excluded.expires_at
    WHERE leases.expires_at <= :now OR leases.owner = excluded.owner
    RETURNING name
""").bindparams(EXPIRES_AT, NOW)
RENEW = text("""
    UPDATE leases SET expires_at = :expires_at WHERE name = :name AND owner = :owner RETURNING name
""").bindparams(EXPIRES_AT)


def claim_lease(connection: Connection, name: str, owner: str, *, now: datetime, seconds: float) -> bool:
    """Takes a lease that is free, expired or already held by this owner; False if another owner holds it."""
    expires_at = now + timedelta(seconds=seconds)
    values = {"name": name, "owner": owner, "expires_at": expires_at, "now": now}
    return connection.scalar(CLAIM, values) is not None


def renew_lease(connection: Connection, name: str, owner: str, *, now: datetime, seconds: float) -> bool:
    """Extends the lease, expired or not; False if this owner no longer has it."""
    values = {"name": name, "owner": owner, "expires_at": now + timedelta(seconds=seconds)}
    return connection.scalar(RENEW, values) is not None


def paused_run_prefix(until: datetime) -> str:
    """The text before the run's owner in the lease of a job that is paused during a run: `paused/{Unix time}/`."""
    return f"{PAUSED}/{round(until.timestamp())}/"


def paused_run(owner: str, now: datetime) -> str:
    """Owner of the run that may not have noticed the pause yet, read from the `owner` of a lease; empty if none."""
    paused, _, rest = owner.partition("/")
    until, _, run = rest.partition("/")
    return run if paused == PAUSED and run and now.timestamp() < int(until) else ""


def leave_lease(connection: Connection, name: str, owner: str) -> None:
    """Frees the lease of a job's run that has stopped; if the job is paused, removes the run from its lease."""
    connection.execute(delete(Lease).where(Lease.name == name, Lease.owner == owner))
    of_run = is_paused(), Lease.owner.endswith(f"/{owner}", autoescape=True)
    connection.execute(update(Lease).where(Lease.name == name, *of_run).values(owner=PAUSED))


async def claim(session: AsyncSession, name: str, owner: str, *, now: datetime, seconds: float) -> bool:
    """`claim_lease` in a session."""
    return await (await session.connection()).run_sync(claim_lease, name, owner, now=now, seconds=seconds)


async def renew(session: AsyncSession, name: str, owner: str, *, now: datetime, seconds: float) -> bool:
    """`renew_lease` in a session."""
    return await (await session.connection()).run_sync(renew_lease, name, owner, now=now, seconds=seconds)


async def release(session: AsyncSession, name: str, owner: str) -> None:
    await session.execute(delete(Lease).where(Lease.name == name, Lease.owner == owner))
