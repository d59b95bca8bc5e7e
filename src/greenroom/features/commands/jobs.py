"""What came of each use is forgotten after a while, and with the chat where that is forgotten earlier."""

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, delete, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.commands.fields import LONGEST_COOLDOWN
from greenroom.features.commands.models import CommandCooldown, CommandUse
from greenroom.kernel.context import Kernel
from greenroom.kernel.jobs import Job
from greenroom.tenancy.channels.models import Channel

USES_KEPT = timedelta(days=14)
EVERY_SECONDS = 300
USES_AT_ONCE = 1_000


def jobs(kernel: Kernel) -> list[Job]:
    async def forget() -> None:
        await forget_old(kernel)

    return [Job(name="forget_command_uses", every_seconds=EVERY_SECONDS, run=forget)]


async def forget_old(kernel: Kernel) -> None:
    now = kernel.clock()
    async with kernel.database.write() as session:
        # Those beyond the longest were written by a clock that was ahead.
        latest = now + timedelta(seconds=LONGEST_COOLDOWN)
        over = or_(CommandCooldown.ends_at <= now, CommandCooldown.ends_at > latest)
        await session.execute(delete(CommandCooldown).where(over))
        limits = await session.execute(
            select(Channel.id, Channel.chat_retention_days).where(Channel.chat_retention_days > 0)
        )
        shorter = {channel: min(timedelta(days=days), USES_KEPT) for channel, days in limits}
    for channel_id, kept in shorter.items():
        await _forget_uses(kernel, CommandUse.channel_id == channel_id, now - kept)
    await _forget_uses(kernel, CommandUse.channel_id.is_not(None), now - USES_KEPT)


async def _forget_uses(kernel: Kernel, which: ColumnElement[bool], before: datetime) -> None:
    """A little at a time, so that nobody who writes has to wait for it."""
    forgotten = USES_AT_ONCE
    while forgotten == USES_AT_ONCE:
        async with kernel.database.write() as session:
            forgotten = await _forget_some(session, which, before)


async def _forget_some(session: AsyncSession, which: ColumnElement[bool], before: datetime) -> int:
    old = select(CommandUse.id).where(which, CommandUse.created_at < before).limit(USES_AT_ONCE)
    gone = await session.scalars(delete(CommandUse).where(CommandUse.id.in_(old)).returning(CommandUse.id))
    return len(list(gone))
