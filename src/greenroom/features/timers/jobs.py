"""Deletes message counts of removed connections."""

from sqlalchemy import delete, select

from greenroom.features.timers.models import TimerLines
from greenroom.kernel.context import Kernel
from greenroom.kernel.jobs import Job
from greenroom.tenancy.models.channel_providers import ChannelProvider

EVERY_SECONDS = 3_600


def jobs(kernel: Kernel) -> list[Job]:
    async def forget() -> None:
        await forget_gone(kernel)

    return [Job(name="forget_timer_lines", every_seconds=EVERY_SECONDS, run=forget)]


async def forget_gone(kernel: Kernel) -> None:
    async with kernel.database.write() as session:
        there = select(ChannelProvider.id)
        await session.execute(delete(TimerLines).where(TimerLines.connection_id.not_in(there)))
