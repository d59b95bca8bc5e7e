"""Selects whether writes merge the parts of SQLite's full-text index, or a job does it in small steps.

Each write adds a part to the index, and the write that makes the parts too many has to merge them. Deleting many rows
makes many parts, and a batch of chat that is stored meanwhile would pay for merging them.
PostgreSQL has nothing of this kind.
"""

from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.kernel.db.database import Database, is_sqlite

# How many parts of similar size a write merges, as set by migration 0071; 0 means none.
USUAL, NONE = 16, 0
# What one step writes, about 64 kB: some milliseconds.
STEP_PAGES = 16
# FTS5 takes a command as an INSERT into the column that is named like the index, which the migrations create.
COMMAND = "INSERT INTO chat_search (chat_search, rank) VALUES (?, ?)"
CHANGES = text("SELECT total_changes()")


async def leave_merging_to_job(session: AsyncSession) -> None:
    """Writes no longer merge parts: the calling job has to call `merge_some` repeatedly while its writes add parts."""
    await _configure(session, NONE)


async def let_writes_merge(session: AsyncSession) -> None:
    await _configure(session, USUAL)


async def merge_some(database: Database) -> bool:
    """Merges parts in one small step, a transaction of its own; False if there is nothing to merge."""
    return database.is_sqlite and await database.write_alone(_merge_some)


async def _configure(session: AsyncSession, merged_by_writes: int) -> None:
    if is_sqlite(session):
        connection = await session.connection()
        await connection.exec_driver_sql(COMMAND, ("automerge", merged_by_writes))


def _merge_some(connection: Connection) -> bool:
    before = connection.scalar(CHANGES)
    connection.exec_driver_sql(COMMAND, ("merge", STEP_PAGES))
    # The command itself counts as a change.
    return (connection.scalar(CHANGES) or 0) > (before or 0) + 1
