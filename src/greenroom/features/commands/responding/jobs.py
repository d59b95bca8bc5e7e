"""Deletes expired cooldowns and old command uses; refunds uses whose process ended before the result was known."""

from datetime import timedelta

from sqlalchemy import and_, delete, or_, select, update

from greenroom.channel_file.entry_limits import MAX_COOLDOWN_SECONDS
from greenroom.chat.messages.retention import RetainedRows, delete_expired_rows
from greenroom.features.commands.models import CommandCooldown, CommandUse
from greenroom.features.points.ledger.command_charges import charge_reference, find_charge, refund
from greenroom.kernel.context import Kernel

USES = RetainedRows(CommandUse, CommandUse.id, CommandUse.channel_id, CommandUse.created_at, max_age=timedelta(days=14))
# Longer than a response may take: if a use has no result after this time, its process has ended.
UNANSWERED_AFTER = timedelta(minutes=10)
MAX_REFUNDS = 1_000
INTERRUPTED = "interrupted by a restart; refunded"


async def refund_unanswered(kernel: Kernel) -> None:
    """Refunds commands that were charged by a process that ended before the result was known."""
    now = kernel.clock()
    is_open = and_(CommandUse.verdict == "asked", CommandUse.cost > 0, CommandUse.created_at <= now - UNANSWERED_AFTER)
    async with kernel.database.read() as session:
        uses = list(await session.scalars(select(CommandUse).where(is_open).limit(MAX_REFUNDS)))
    for use in uses:
        async with kernel.database.write() as session:
            result = {"verdict": "failed", "reason": INTERRUPTED}
            still_asked = (CommandUse.id == use.id) & (CommandUse.verdict == "asked")
            changed = await session.scalar(
                update(CommandUse).where(still_asked).values(result).returning(CommandUse.id)
            )
            reference = charge_reference(use.connection_id, use.message_id)
            charge = await find_charge(session, use.channel_id, reference) if changed is not None else None
            if charge is not None:
                await refund(session, use.channel_id, charge, INTERRUPTED, now)


async def delete_cooldowns_and_uses(kernel: Kernel) -> None:
    now = kernel.clock()
    async with kernel.database.write() as session:
        # Cooldowns that end beyond the maximum length were written by a clock that ran ahead.
        latest = now + timedelta(seconds=MAX_COOLDOWN_SECONDS)
        over = or_(CommandCooldown.ends_at <= now, CommandCooldown.ends_at > latest)
        await session.execute(delete(CommandCooldown).where(over))
    await delete_expired_rows(kernel, USES)
