"""Adds a delivery for each new event of a webhook, only once even if several processes try."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.webhooks.events import Event, body_of
from greenroom.features.webhooks.models import IS_WAITING, Webhook, WebhookDelivery
from greenroom.features.webhooks.new_events import EventQuery, read_events
from greenroom.kernel.db.database import insert_into
from greenroom.kernel.ids import new_id
from greenroom.kernel.tasks.cooperative import slices

# Events stored this long before `read_until` are read again, because they may have been committed later.
OVERLAP = timedelta(minutes=15)
# With this many waiting deliveries, new events are left out until the receiver answers again.
MAX_WAITING = 1_000
# Keeps the statement below SQLite's limit of 32,766 values.
ROWS_AT_ONCE = 100
TOO_MANY = f"{MAX_WAITING:,} deliveries wait, so newer events are left out. Check that the receiver answers."

# Older events are not queued: their deliveries may be deleted already, so the events could be sent twice.
MAX_AGE = timedelta(days=3)


async def queue_new_events(session: AsyncSession, webhook: Webhook, now: datetime) -> bool:
    """Queues events that are not queued yet; returns whether there were any. The caller locks the webhook's row."""
    events = await _without_queued(session, webhook.id, await events_of(session, webhook, now, is_locking=True))
    webhook.read_until = now
    room = await _count_free(session, webhook.id) if events else 0
    async for some in slices([_new_row(webhook, event, now) for event in events[:room]], ROWS_AT_ONCE):
        await session.execute(insert_into(WebhookDelivery, session).values(some).on_conflict_do_nothing())
    if len(events) > room:
        webhook.problem, webhook.problem_at = TOO_MANY, now
    return bool(events)


async def _without_queued(session: AsyncSession, webhook_id: UUID, events: Sequence[Event]) -> list[Event]:
    keys = [event.key for event in events]
    of_webhook = (WebhookDelivery.webhook_id == webhook_id, WebhookDelivery.event_key.in_(keys))
    queued = set(await session.scalars(select(WebhookDelivery.event_key).where(*of_webhook)))
    return [event for event in events if event.key not in queued]


async def _count_free(session: AsyncSession, webhook_id: UUID) -> int:
    waiting = select(func.count()).where(WebhookDelivery.webhook_id == webhook_id, IS_WAITING)
    return max(MAX_WAITING - (await session.scalar(waiting) or 0), 0)


async def events_of(session: AsyncSession, webhook: Webhook, now: datetime, *, is_locking: bool = False) -> list[Event]:
    enabled_at = _in_past(webhook.enabled_at or now, now)
    since = max(_in_past(webhook.read_until, now) - OVERLAP, enabled_at, now - MAX_AGE)
    return await read_events(session, EventQuery(webhook.channel_id, webhook.events, enabled_at, since, is_locking))


def _in_past(moment: datetime, now: datetime) -> datetime:
    """The moment, or OVERLAP before `now` if it lies in the future because the clock was set back."""
    return moment if moment <= now else now - OVERLAP


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
