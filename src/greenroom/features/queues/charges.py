"""Charges and refunds the points that joining a queue costs."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.points.ledger.ledger import Movement, NotEnoughPoints, Reason, post, refund_note
from greenroom.features.points.ledger.live import announce_points
from greenroom.features.points.ledger.settings import read_settings
from greenroom.features.queues.models import Queue, QueueEntry


async def charge(session: AsyncSession, queue: Queue, entry: QueueEntry, now: datetime) -> str:
    """Takes the queue's cost, unless points are off; returns the refusal for a viewer with too few points, else ""."""
    if not queue.cost:
        return ""
    settings = await read_settings(session, queue.channel_id)
    if not settings.enabled:
        return ""
    price = Movement((entry.provider, entry.viewer_id), -queue.cost, Reason.QUEUE, f"queue:{entry.id}", queue.name)
    try:
        await post(session, queue.channel_id, [price], now)
    except NotEnoughPoints as error:
        return f"Joining {queue.name} costs {settings.amount_text(queue.cost)}, and you have {error.balance:,}."
    entry.paid = queue.cost
    announce_points(session, queue.channel_id)
    return ""


async def refund(session: AsyncSession, queue: Queue, entries: Sequence[QueueEntry], why: str, now: datetime) -> None:
    """Pays back what was paid for each entry, once; no balance grows beyond the highest that is allowed."""
    note = refund_note(queue.name, why)
    movements = [
        Movement((entry.provider, entry.viewer_id), entry.paid, Reason.REFUND, f"queue-refund:{entry.id}", note)
        for entry in entries
        if entry.paid
    ]
    if movements:
        await post(session, queue.channel_id, movements, now, is_capped=True)
        announce_points(session, queue.channel_id)
    for entry in entries:
        entry.paid = 0
