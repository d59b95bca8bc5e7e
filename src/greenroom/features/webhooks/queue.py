"""Queues deliveries: one row for each event and webhook, however many processes look."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.webhooks import service
from greenroom.features.webhooks.events import Event, body_of
from greenroom.features.webhooks.models import Webhook, WebhookDelivery
from greenroom.features.webhooks.new_events import Wanted, read_events
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.database import insert_into
from greenroom.kernel.ids import new_id
from greenroom.kernel.tasks.cooperative import slices
from greenroom.tenancy.access.service import is_open
from greenroom.tenancy.models.channels import Channel

# Longer than a transaction lasts, and than most gift bombs and streaks grow.
OVERLAP = timedelta(minutes=2)
# `read_until` is stored only so often: events of that time are read again after a restart.
STORE_EVERY = timedelta(seconds=30)
# With more that wait, new events are left out until the receiver answers again.
MAX_WAITING = 1_000
# Keeps the statement below SQLite's limit of 32,766 values.
ROWS_AT_ONCE = 100
TOO_MANY = f"{MAX_WAITING:,} deliveries wait, so newer events are left out. Check that the receiver answers."

ENABLED = select(Webhook).join(Channel, Channel.id == Webhook.channel_id).where(is_open(), Webhook.is_enabled)
HAS_WEBHOOKS = select(ENABLED.exists())


class DeliveryQueue:
    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel
        # Keys of the events that this process has queued or seen in the queue, by webhook.
        self._seen: dict[UUID, frozenset[str]] = {}

    async def fill(self) -> bool:
        """Queues what happened since the last look; returns whether a webhook is on, with one cheap query if not."""
        [(has_webhooks,)] = await self._kernel.database.fast_read(HAS_WEBHOOKS, {})
        if not has_webhooks:
            self._seen = {}
            return False
        now = self._kernel.clock()
        async with self._kernel.database.read() as session:
            webhooks = list(await session.scalars(ENABLED))
            found = [(webhook, await _read(session, webhook)) for webhook in webhooks]
        for webhook, events in found:
            keys = frozenset(event.key for event in events)
            new = [event for event in events if event.key not in self._seen.get(webhook.id, frozenset())]
            if new or now - webhook.read_until >= STORE_EVERY:
                await self._add(webhook, new, now)
            self._seen[webhook.id] = keys
        self._seen = {webhook.id: self._seen[webhook.id] for webhook in webhooks}
        return True

    async def _add(self, webhook: Webhook, events: Sequence[Event], now: datetime) -> None:
        async with self._kernel.database.write() as session:
            read = update(Webhook).where(Webhook.id == webhook.id, Webhook.is_enabled, Webhook.read_until < now)
            await session.execute(read.values(read_until=now))
            if not events:
                return
            waiting = select(func.count()).where(
                WebhookDelivery.webhook_id == webhook.id, WebhookDelivery.state == "waiting"
            )
            room = max(MAX_WAITING - (await session.scalar(waiting) or 0), 0)
            async for some in slices([_new_row(webhook, event, now) for event in events[:room]], ROWS_AT_ONCE):
                await session.execute(insert_into(WebhookDelivery, session).values(some).on_conflict_do_nothing())
            if len(events) > room:
                problem = update(Webhook).where(Webhook.id == webhook.id)
                await session.execute(problem.values(problem=TOO_MANY, problem_at=now))
            service.publish_change(session, webhook.channel_id)


async def _read(session: AsyncSession, webhook: Webhook) -> list[Event]:
    enabled_at = webhook.enabled_at or webhook.read_until
    since = max(webhook.read_until - OVERLAP, enabled_at)
    return await read_events(session, Wanted(webhook.channel_id, webhook.events, enabled_at, since))


def _new_row(webhook: Webhook, event: Event, now: datetime) -> dict[str, object]:
    return {
        "id": new_id(),
        "webhook_id": webhook.id,
        "event_key": event.key,
        "event": event.name,
        "provider": event.provider,
        "viewer_id": event.viewer_id,
        "body": body_of(event, webhook.channel_id),
        "state": "waiting",
        "tries": 0,
        "next_try_at": now,
        "claimed_until": None,
        "status": None,
        "took_ms": None,
        "problem": "",
        "created_at": now,
        "ended_at": None,
    }
