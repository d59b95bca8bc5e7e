"""Job that deletes old chat in small steps, so that writers need not wait."""

import asyncio
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from greenroom.features.messages import service
from greenroom.kernel.context import Kernel
from greenroom.kernel.jobs import Job

EVERY_SECONDS = 3600
LINES_AT_ONCE = 200


def jobs(kernel: Kernel) -> list[Job]:
    return [
        Job(
            name="delete_old_chat",
            every_seconds=EVERY_SECONDS,
            run=partial(delete_old_lines, kernel),
            title="Delete old chat",
            note="older than each channel keeps",
        )
    ]


async def delete_old_lines(kernel: Kernel) -> None:
    now = kernel.clock()
    async with kernel.database.read() as session:
        channels = await service.retention_of_all(session)
    for channel_id, days in channels:
        await _delete_before(kernel, channel_id, now - timedelta(days=days))


async def _delete_before(kernel: Kernel, channel_id: UUID, before: datetime) -> None:
    deleted = LINES_AT_ONCE
    while deleted == LINES_AT_ONCE:
        async with kernel.database.write() as session:
            deleted = await service.delete_lines(session, channel_id, before, LINES_AT_ONCE)
        # Waiting writers run between two steps.
        await asyncio.sleep(0)
