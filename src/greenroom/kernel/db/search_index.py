"""Lets a job merge the parts of SQLite's full-text index in small steps, so that no write has to merge many.

Each write adds a part to the index, and a write after which there are too many parts merges them. Deleting many rows
makes many parts, and a batch of chat that is stored meanwhile would pay for merging them.
PostgreSQL's index has no such parts.
"""

from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.kernel.db.database import Database, is_sqlite

# How many parts of similar size a write merges, as set by migration 0071; with 0, a write waits until there are 64.
MERGED_PARTS, NO_MERGING = 16, 0
# Pages of the index that one step writes: about 64 kB, which takes some milliseconds.
STEP_PAGES = 16
# FTS5 takes a command as an INSERT into the column that is named like the index, which the migrations create.
INDEX_COMMAND = "INSERT INTO chat_search (chat_search, rank) VALUES (?, ?)"
CHANGES = text("SELECT total_changes()")


async def disable_write_merging(session: AsyncSession) -> None:
    """Makes writes leave the merging to the job that calls this, which has to call `merge_step` often."""
    await _configure(session, NO_MERGING)


async def enable_write_merging(session: AsyncSession) -> None:
    await _configure(session, MERGED_PARTS)


async def merge_step(database: Database) -> bool:
    """Merges parts in one small step, a transaction of its own; False if there is nothing to merge."""
    return database.is_sqlite and await database.write_alone(_merge_step)


async def _configure(session: AsyncSession, merged_by_writes: int) -> None:
    if is_sqlite(session):
        connection = await session.connection()
        await connection.exec_driver_sql(INDEX_COMMAND, ("automerge", merged_by_writes))


def _merge_step(connection: Connection) -> bool:
    before = connection.scalar(CHANGES)
    connection.exec_driver_sql(INDEX_COMMAND, ("merge", STEP_PAGES))
    # The command itself counts as a change.
    return (connection.scalar(CHANGES) or 0) > (before or 0) + 1
