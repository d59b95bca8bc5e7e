"""Deletes expired cooldowns and old command uses."""

from datetime import timedelta
from functools import partial

from sqlalchemy import delete, or_

from greenroom.chat.messages.retention import RetainedRows, delete_expired_rows
from greenroom.features.commands.models import CommandCooldown, CommandUse
from greenroom.kernel.context import Kernel
from greenroom.kernel.jobs import Job
from greenroom.portable.entry_limits import MAX_COOLDOWN_SECONDS

USES = RetainedRows(CommandUse, CommandUse.id, CommandUse.channel_id, CommandUse.created_at, kept=timedelta(days=14))
EVERY_SECONDS = 300


def jobs(kernel: Kernel) -> list[Job]:
    return [
        Job(name="delete_command_uses", every_seconds=EVERY_SECONDS, run=partial(delete_cooldowns_and_uses, kernel))
    ]


async def delete_cooldowns_and_uses(kernel: Kernel) -> None:
    now = kernel.clock()
    async with kernel.database.write() as session:
        # Cooldowns that end beyond the maximum length were written by a clock that ran ahead.
        latest = now + timedelta(seconds=MAX_COOLDOWN_SECONDS)
        over = or_(CommandCooldown.ends_at <= now, CommandCooldown.ends_at > latest)
        await session.execute(delete(CommandCooldown).where(over))
    await delete_expired_rows(kernel, USES)
