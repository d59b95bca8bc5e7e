"""Chat uses commands while people change them."""

from collections.abc import Collection
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.commands.models import Command
from greenroom.kernel.db.database import is_sqlite, take_turns


async def locked_by_others(session: AsyncSession, channel_id: UUID, ids: Collection[UUID]) -> frozenset[UUID]:
    """Those of them that somebody is changing right now; the rest is this transaction's until it ends.

    Whoever uses commands waits for others who use them, and never for those who change them: an import may hold
    thousands for seconds. SQLite has one writer at a time anyway.
    """
    if is_sqlite(session):
        return frozenset()
    await take_turns(session, f"command_uses:{channel_id}")
    wanted = select(Command.id).where(Command.id.in_(ids))
    free = set(await session.scalars(wanted.with_for_update(key_share=True, skip_locked=True)))
    missing = set(ids) - free
    # What is gone altogether is found out when it is used.
    return frozenset(await session.scalars(wanted.where(Command.id.in_(missing)))) if missing else frozenset()
