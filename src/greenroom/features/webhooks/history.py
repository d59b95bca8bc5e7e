"""Lists deliveries, queues an ended one again, and deletes old ones."""

from datetime import timedelta
from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.channel_file.lists.rows import shown_as
from greenroom.features.webhooks.models import Webhook, WebhookDelivery
from greenroom.features.webhooks.schemas import DeliveriesPage, DeliveryOut
from greenroom.features.webhooks.service import WEBHOOKS
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.pages import decode_cursor, encode_cursor
from greenroom.kernel.errors import Conflict, Invalid, NotFound
from greenroom.kernel.ids import uuid_of
from greenroom.kernel.jobs import Job

# Ended deliveries are stored for this time; longer than all tries of a delivery take.
RETENTION = timedelta(days=7)
DELETE_EVERY_SECONDS = 3600.0


class DeliveryNotFound(NotFound):
    type = "delivery_not_found"
    message = "This delivery is no longer stored."


class StillWaiting(Conflict):
    type = "delivery_waiting"
    message = "This delivery is waiting to be sent already."


class WebhookIsOff(Conflict):
    type = "webhook_off"
    message = "Switch the webhook on first."


async def list_deliveries(session: AsyncSession, webhook: Webhook, cursor: str | None, limit: int) -> DeliveriesPage:
    found = select(WebhookDelivery).where(WebhookDelivery.webhook_id == webhook.id)
    if cursor is not None:
        found = found.where(WebhookDelivery.id < _id_in(cursor))
    rows = list(await session.scalars(found.order_by(WebhookDelivery.id.desc()).limit(limit + 1)))
    end = encode_cursor(str(rows[limit - 1].id)) if len(rows) > limit else None
    return DeliveriesPage(records=[_delivery_out(row) for row in rows[:limit]], cursor=end)


def _id_in(cursor: str) -> UUID:
    (text,) = decode_cursor(cursor, 1)
    found = uuid_of(text)
    if found is None:
        raise Invalid("cursor", "is not a valid cursor")
    return found


def _delivery_out(row: WebhookDelivery) -> DeliveryOut:
    return shown_as(DeliveryOut, row)


async def send_again(session: AsyncSession, webhook: Webhook, delivery_id: UUID, kernel: Kernel) -> DeliveryOut:
    found = select(WebhookDelivery).where(WebhookDelivery.id == delivery_id, WebhookDelivery.webhook_id == webhook.id)
    row = await session.scalar(found.with_for_update())
    if row is None:
        raise DeliveryNotFound
    if not webhook.enabled:
        raise WebhookIsOff
    if row.state == "waiting":
        raise StillWaiting
    row.state, row.tries, row.next_try_at, row.ended_at = "waiting", 0, kernel.clock(), None
    row.status, row.took_ms, row.problem = None, None, ""
    await session.flush()
    WEBHOOKS.announce(session, webhook.channel_id)
    return _delivery_out(row)


class DeliveryRetention:
    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel

    def jobs(self) -> list[Job]:
        title = "Delete old deliveries of webhooks"
        return [Job("webhook_retention", DELETE_EVERY_SECONDS, self.run, title, "ended more than 7 days ago")]

    async def run(self) -> None:
        ended = WebhookDelivery.ended_at < self._kernel.clock() - RETENTION
        async with self._kernel.database.write() as session:
            await session.execute(delete(WebhookDelivery).where(ended))
