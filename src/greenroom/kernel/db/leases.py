"""Leases: a name belongs to one owner until it expires, across all processes."""

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, delete, or_, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.database import Table, insert_into


class Lease(Table):
    __tablename__ = "leases"

    name: Mapped[str] = mapped_column(primary_key=True)
    owner: Mapped[str]
    expires_at: Mapped[datetime]


async def claim(session: AsyncSession, name: str, owner: str, *, now: datetime, seconds: float) -> bool:
    """Takes a lease that is free, expired or already held by this owner, in one atomic statement."""
    new = insert_into(Lease, session).values(name=name, owner=owner, expires_at=now + timedelta(seconds=seconds))
    statement = new.on_conflict_do_update(
        index_elements=[Lease.name],
        set_={"owner": new.excluded.owner, "expires_at": new.excluded.expires_at},
        where=or_(Lease.expires_at <= now, Lease.owner == owner),
    )
    return await session.scalar(statement.returning(Lease.name)) is not None


async def renew(session: AsyncSession, name: str, owner: str, *, now: datetime, seconds: float) -> bool:
    """Returns False if this owner has lost the lease; an expired one that no other owner has taken can be renewed."""
    statement = update(Lease).where(*_is_held_by(name, owner)).values(expires_at=now + timedelta(seconds=seconds))
    return await session.scalar(statement.returning(Lease.name)) is not None


async def release(session: AsyncSession, name: str, owner: str) -> None:
    await session.execute(delete(Lease).where(*_is_held_by(name, owner)))


def _is_held_by(name: str, owner: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return Lease.name == name, Lease.owner == owner
