"""What filters caught is forgotten after a while, and with the chat where that is forgotten earlier."""

from datetime import timedelta

from sqlalchemy import delete

from greenroom.chat.forgetting import Notes, forget_notes
from greenroom.features.filters.models import FilterBacktest, FilterHit, FilterPermit, FilterStrike
from greenroom.kernel.context import Kernel
from greenroom.kernel.jobs import Job

HITS = Notes(FilterHit, FilterHit.id, FilterHit.channel_id, FilterHit.created_at, kept=timedelta(days=30))
BACKTESTS_KEPT = timedelta(minutes=15)
EVERY_SECONDS = 300


def jobs(kernel: Kernel) -> list[Job]:
    async def forget() -> None:
        await forget_old(kernel)

    return [Job(name="forget_filter_hits", every_seconds=EVERY_SECONDS, run=forget)]


async def forget_old(kernel: Kernel) -> None:
    now = kernel.clock()
    async with kernel.database.write() as session:
        await session.execute(delete(FilterStrike).where(FilterStrike.expires_at <= now))
        await session.execute(delete(FilterPermit).where(FilterPermit.expires_at <= now))
        await session.execute(delete(FilterBacktest).where(FilterBacktest.touched_at <= now - BACKTESTS_KEPT))
    await forget_notes(kernel, HITS)
