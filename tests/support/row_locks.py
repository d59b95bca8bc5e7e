"""Waits until a transaction is blocked by the row lock of another."""

from sqlalchemy import text

from greenroom.kernel.db.database import Database
from support.greenroom_server import GreenroomServer
from support.waiting import wait_until


async def until_transaction_waits(greenroom: GreenroomServer) -> None:
    """Returns when a transaction waits for a lock; at once on SQLite."""
    await until_transactions_wait(greenroom.kernel.database)


async def until_transactions_wait(database: Database, waiting: int = 1) -> None:
    """Returns when `waiting` transactions or more wait for a lock; at once on SQLite, which has only one writer."""
    sql = text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()")

    async def is_blocked() -> bool:
        async with database.read() as session:
            return (await session.scalar(sql) or 0) >= waiting

    if not database.is_sqlite:
        await wait_until(is_blocked)
