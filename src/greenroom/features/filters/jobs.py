"""What filters caught is forgotten after a while, and with the chat where that is forgotten earlier."""

from datetime import timedelta

from sqlalchemy import delete

from greenroom.chat.messages.retention import RetainedRows, delete_expired_rows
from greenroom.features.filters.models import FilterBacktest, FilterHit, FilterPermit, FilterStrike
from greenroom.kernel.context import Kernel
from greenroom.kernel.tasks.jobs import Job

HITS = RetainedRows(FilterHit, FilterHit.id, FilterHit.channel_id, FilterHit.created_at, kept=timedelta(days=30))
BACKTEST_RETENTION = timedelta(minutes=15)
CLEANUP_INTERVAL_SECONDS = 300


def jobs(kernel: Kernel) -> list[Job]:
    async def forget() -> None:
        await delete_expired(kernel)

    return [Job(name="forget_filter_hits", every_seconds=CLEANUP_INTERVAL_SECONDS, run=forget)]


async def delete_expired(kernel: Kernel) -> None:
    now = kernel.clock()
    async with kernel.database.write() as session:
        await session.execute(delete(FilterStrike).where(FilterStrike.expires_at <= now))
        await session.execute(delete(FilterPermit).where(FilterPermit.expires_at <= now))
        await session.execute(delete(FilterBacktest).where(FilterBacktest.touched_at <= now - BACKTEST_RETENTION))
    await delete_expired_rows(kernel, HITS)
