"""What filters caught is forgotten after a while, and with the chat where that is forgotten earlier."""

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, delete, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.filters.models import FilterBacktest, FilterHit, FilterPermit, FilterStrike
from greenroom.kernel.context import Kernel
from greenroom.kernel.jobs import Job
from greenroom.tenancy.channels.models import Channel

HITS_KEPT = timedelta(days=30)
BACKTESTS_KEPT = timedelta(minutes=15)
EVERY_SECONDS = 300
HITS_AT_ONCE = 1_000


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
        limits = await session.execute(
            select(Channel.id, Channel.chat_retention_days).where(Channel.chat_retention_days > 0)
        )
        shorter = {channel: min(timedelta(days=days), HITS_KEPT) for channel, days in limits}
    for channel_id, kept in shorter.items():
        await _forget_hits(kernel, FilterHit.channel_id == channel_id, now - kept)
    await _forget_hits(kernel, FilterHit.channel_id.is_not(None), now - HITS_KEPT)


async def _forget_hits(kernel: Kernel, which: ColumnElement[bool], before: datetime) -> None:
    """A little at a time, so that nobody who writes has to wait for it."""
    forgotten = HITS_AT_ONCE
    while forgotten == HITS_AT_ONCE:
        async with kernel.database.write() as session:
            forgotten = await _forget_some(session, which, before)


async def _forget_some(session: AsyncSession, which: ColumnElement[bool], before: datetime) -> int:
    old = select(FilterHit.id).where(which, FilterHit.created_at < before).limit(HITS_AT_ONCE)
    gone = await session.scalars(delete(FilterHit).where(FilterHit.id.in_(old)).returning(FilterHit.id))
    return len(list(gone))
