"""Waits until a transaction is blocked by the row lock of another."""

import asyncio

from sqlalchemy import text

from support.greenroom_server import GreenroomServer
from support.waiting import MAX_WAIT_SECONDS


async def until_transaction_waits(greenroom: GreenroomServer) -> None:
    """Returns when a transaction waits for a row lock; at once on SQLite, which has one writer."""
    query = text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
    async with asyncio.timeout(MAX_WAIT_SECONDS):
        while not greenroom.kernel.database.is_sqlite:
            async with greenroom.kernel.database.read() as session:
                if await session.scalar(query):
                    return
            await asyncio.sleep(0.02)
