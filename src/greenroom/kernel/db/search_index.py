"""Who merges the parts of SQLite's full-text index: the writes themselves, or a job in small steps.

Each write adds a part to the index, and SQLite merges parts inside the write that makes them too many. Somebody who
deletes many rows makes many parts, and a batch of chat that is stored meanwhile would pay for merging them.
PostgreSQL has nothing of this kind.
"""

from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.kernel.db.database import Database, is_sqlite

# How many parts of similar size SQLite merges by itself: 4 unless told otherwise; 0 means that it merges none.
USUAL, NONE = 4, 0
# What one step writes, about 128 kB: some milliseconds.
STEP_PAGES = 32
# The migrations make the index; a command is written into the column that has its name.
COMMAND = "INSERT INTO chat_search (chat_search, rank) VALUES (?, ?)"
CHANGES = text("SELECT total_changes()")


async def leave_merging_to_job(session: AsyncSession) -> None:
    """Writes merge no more; a job calls `merge_some` again and again, and at the end `let_writes_merge`."""
    await _set_automerge(session, NONE)


async def let_writes_merge(session: AsyncSession) -> None:
    await _set_automerge(session, USUAL)


async def merge_some(database: Database) -> bool:
    """A small step in a transaction of its own; False if there is nothing to merge."""
    return database.is_sqlite and await database.write_alone(_merge_some)


async def _set_automerge(session: AsyncSession, parts: int) -> None:
    if is_sqlite(session):
        await (await session.connection()).exec_driver_sql(COMMAND, ("automerge", parts))


def _merge_some(connection: Connection) -> bool:
    before = connection.scalar(CHANGES)
    connection.exec_driver_sql(COMMAND, ("merge", STEP_PAGES))
    # The command itself counts as a change.
    return connection.scalar(CHANGES) != (before or 0) + 1
