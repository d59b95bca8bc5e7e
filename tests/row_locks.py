"""Who waits for whose rows: what a test has to know that puts two transactions in each other's way."""

import asyncio

from sqlalchemy import text

from house import House


async def until_somebody_waits(house: House) -> None:
    """Until a transaction waits for a row; SQLite lets only one write at all, so there nobody gets that far."""
    query = text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
    async with asyncio.timeout(10):
        while not house.kernel.database.is_sqlite:
            async with house.kernel.database.read() as session:
                if await session.scalar(query):
                    return
            await asyncio.sleep(0.02)
