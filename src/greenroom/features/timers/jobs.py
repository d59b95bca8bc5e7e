"""Deletes message counts of removed connections."""

from functools import partial

from sqlalchemy import delete, select

from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.features.timers.models import TimerLines
from greenroom.kernel.context import Kernel
from greenroom.kernel.jobs import Job

EVERY_SECONDS = 3_600


def jobs(kernel: Kernel) -> list[Job]:
    return [
        Job(
            name="delete_timer_lines",
            every_seconds=EVERY_SECONDS,
            run=partial(delete_unused_counts, kernel),
            title="Clean up timers",
            note="after platforms were removed",
        )
    ]


async def delete_unused_counts(kernel: Kernel) -> None:
    async with kernel.database.write() as session:
        existing = select(ChannelProvider.id)
        await session.execute(delete(TimerLines).where(TimerLines.connection_id.not_in(existing)))
