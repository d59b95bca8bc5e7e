"""Drops alerts without value that were queued while the panic button was on."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import select

from greenroom.features.activity.records.held_alerts import HeldAlerts
from greenroom.features.widgets.alerts.queue import DONE, lock_queue, waiting_alerts
from greenroom.features.widgets.alerts.service import announce_queue
from greenroom.features.widgets.models import QueuedAlert, Widget
from greenroom.kernel.context import Kernel


def held_alerts(kernel: Kernel) -> HeldAlerts:
    async def drop_unpaid(channel_id: UUID, since: datetime) -> None:
        async with kernel.database.write() as session:
            found = select(Widget.id).where(Widget.channel_id == channel_id, Widget.type == "alerts")
            # Ordered by id, because every process has to lock the queues in the same order.
            for widget_id in list(await session.scalars(found.order_by(Widget.id))):
                queue = await lock_queue(session, widget_id)
                for row in await waiting_alerts(session, widget_id):
                    if _is_unpaid(row, since):
                        row.state = DONE
                await announce_queue(session, channel_id, queue, kernel.clock())

    return HeldAlerts(drop_unpaid)


def _is_unpaid(row: QueuedAlert, since: datetime) -> bool:
    """Whether the alert was queued after `since` and has no value; False for a replay, which staff requested."""
    return row.queued_at >= since and row.payload["value"] == 0 and row.source_key.startswith("activity:")
