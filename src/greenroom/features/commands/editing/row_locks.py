"""Row locks with which chat uses commands without waiting for edits."""

from collections.abc import Collection
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.commands.models import Command
from greenroom.kernel.db.database import advisory_lock, is_sqlite


async def locked_by_others(session: AsyncSession, channel_id: UUID, ids: Collection[UUID]) -> frozenset[UUID]:
    """Locks these commands until the transaction ends, and returns those that another transaction is editing.

    Chat batches of a channel wait for each other but never for edits: an import may lock thousands of rows for seconds.
    On SQLite no command is locked, because only one transaction at a time can write.
    """
    if is_sqlite(session):
        return frozenset()
    await advisory_lock(session, f"command_uses:{channel_id}")
    query = select(Command.id).where(Command.id.in_(ids))
    free = set(await session.scalars(query.with_for_update(key_share=True, skip_locked=True)))
    missing = set(ids) - free
    # A missing row is locked or deleted; a deleted command is detected when its use is counted.
    return frozenset(await session.scalars(query.where(Command.id.in_(missing)))) if missing else frozenset()
