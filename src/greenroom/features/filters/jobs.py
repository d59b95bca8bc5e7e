"""Retention of filter hits, strikes, permits and backtests."""

from datetime import timedelta

from sqlalchemy import delete

from greenroom.chat.messages.retention import RetainedRows, delete_expired_rows
from greenroom.features.filters.models import FilterBacktest, FilterHit, FilterPermit, FilterStrike
from greenroom.kernel.context import Kernel

HITS = RetainedRows(FilterHit, FilterHit.id, FilterHit.channel_id, FilterHit.created_at, max_age=timedelta(days=30))
BACKTEST_RETENTION = timedelta(minutes=15)


async def delete_expired(kernel: Kernel) -> None:
    now = kernel.clock()
    async with kernel.database.write() as session:
        await session.execute(delete(FilterStrike).where(FilterStrike.expires_at <= now))
        await session.execute(delete(FilterPermit).where(FilterPermit.expires_at <= now))
        await session.execute(delete(FilterBacktest).where(FilterBacktest.touched_at <= now - BACKTEST_RETENTION))
    await delete_expired_rows(kernel, HITS)
