"""Who merges the parts of SQLite's full-text index: the writes themselves, or a job in small steps.

Each write adds a part to the index, and SQLite merges parts inside the write that makes them too many. Somebody who
deletes many rows makes many parts, and a batch of chat that is stored meanwhile would pay for merging them.
PostgreSQL has nothing of this kind.
"""

from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.kernel.db.database import Database, is_sqlite

# How many parts of similar size are merged: 4 unless SQLite is told otherwise; 0 means none.
USUAL, NONE = 4, 0
# A step cannot end within the entries of one word, and all lines of a channel share some: large parts are merged late.
SELDOM = 8
# What one step writes, about 128 kB: some milliseconds.
STEP_PAGES = 32
# The migrations make the index; a command is written into the column that has its name.
COMMAND = "INSERT INTO chat_search (chat_search, rank) VALUES (?, ?)"
CHANGES = text("SELECT total_changes()")


async def leave_merging_to_job(session: AsyncSession) -> None:
    """Writes merge no more: a job calls `merge_some` again and again while it makes many parts."""
    await _configure(session, by_writes=NONE, by_job=SELDOM)


async def let_job_finish_merging(session: AsyncSession) -> None:
    """`merge_some` merges all that writes would merge, so that nothing is left to them."""
    await _configure(session, by_writes=NONE, by_job=USUAL)


async def let_writes_merge(session: AsyncSession) -> None:
    await _configure(session, by_writes=USUAL, by_job=USUAL)


async def merge_some(database: Database) -> bool:
    """A small step in a transaction of its own; False if there is nothing to merge."""
    return database.is_sqlite and await database.write_alone(_merge_some)


async def _configure(session: AsyncSession, by_writes: int, by_job: int) -> None:
    if is_sqlite(session):
        connection = await session.connection()
        await connection.exec_driver_sql(COMMAND, ("automerge", by_writes))
        await connection.exec_driver_sql(COMMAND, ("usermerge", by_job))


def _merge_some(connection: Connection) -> bool:
    before = connection.scalar(CHANGES)
    connection.exec_driver_sql(COMMAND, ("merge", STEP_PAGES))
    # The command itself counts as a change.
    return (connection.scalar(CHANGES) or 0) > (before or 0) + 1
