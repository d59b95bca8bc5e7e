"""Queues deliveries: one row for each event and webhook, however many processes look."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import ScalarSelect, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute

from greenroom.activity.models import Activity
from greenroom.chat.moderation.models import ModerationEntry
from greenroom.features.webhooks import service
from greenroom.features.webhooks.events import Event, body_of
from greenroom.features.webhooks.models import IS_WAITING, Webhook, WebhookDelivery
from greenroom.features.webhooks.new_events import EventQuery, read_events
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.database import insert_into
from greenroom.kernel.ids import new_id
from greenroom.kernel.tasks.cooperative import slices
from greenroom.streams.models import Stream
from greenroom.tenancy.access.service import is_open
from greenroom.tenancy.models.channels import Channel

# Events of this time before `read_until` are read again: their batch may have waited for the database.
OVERLAP = timedelta(minutes=15)
# A channel is read this long after something happened in it. Longer than most gift bombs and streaks grow, and than a
# platform takes to confirm what a filter did.
ACTIVE_TIME = timedelta(minutes=6)
# `read_until` is stored only so often: events of that time are read again after a restart.
STORE_EVERY = timedelta(seconds=30)
# With this many waiting deliveries, new events are left out until the receiver answers again.
MAX_WAITING = 1_000
# Keeps the statement below SQLite's limit of 32,766 values.
ROWS_AT_ONCE = 100
TOO_MANY = f"{MAX_WAITING:,} deliveries wait, so newer events are left out. Check that the receiver answers."

# Older events are not queued: their deliveries may be deleted already, so the events could be sent twice.
MAX_AGE = timedelta(days=3)


def _newest(column: InstrumentedAttribute[Any], order: InstrumentedAttribute[Any]) -> ScalarSelect[Any]:
    """The column of the last row of the channel."""
    of_channel = column.class_.channel_id == Webhook.channel_id
    return select(column).where(of_channel).order_by(order.desc()).limit(1).scalar_subquery()


ENABLED = select(Webhook).join(Channel, Channel.id == Webhook.channel_id).where(is_open(), Webhook.is_enabled)
# For each webhook that is on, values that change when something happens in its channel: an index finds each of them.
NEWEST = ENABLED.with_only_columns(
    Webhook.id,
    _newest(Activity.id, Activity.id),
    _newest(ModerationEntry.created_at, ModerationEntry.created_at),
    _newest(Stream.started_at, Stream.started_at),
    _newest(Stream.ended_at, Stream.started_at),
)


class LastLook(Struct, frozen=True):
    """What this process found when it last looked at a webhook."""

    # The webhook's values of `NEWEST`.
    newest: tuple[object, ...]
    # Until this time, each look reads the events of the webhook's channel.
    active_until: datetime
    # Keys of the events that the last look found: they are not queued again.
    keys: frozenset[str] = frozenset()


class DeliveryQueue:
    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel
        self._looked: dict[UUID, LastLook] = {}

    async def fill(self) -> bool:
        """Queues what happened since the last look; returns whether a webhook is on. Quiet channels cost one query."""
        rows = await self._kernel.database.fast_read(NEWEST, {})
        now = self._kernel.clock()
        looked = {
            (webhook_id := UUID(str(row[0]))): _look(self._looked.get(webhook_id), tuple(row[1:]), now) for row in rows
        }
        active = [webhook_id for webhook_id, look in looked.items() if look.active_until >= now]
        if active:
            looked |= await self._queue_events({webhook_id: looked[webhook_id] for webhook_id in active}, now)
        self._looked = looked
        return bool(rows)

    async def _queue_events(self, looked: Mapping[UUID, LastLook], now: datetime) -> dict[UUID, LastLook]:
        async with self._kernel.database.read() as session:
            webhooks = list(await session.scalars(select(Webhook).where(Webhook.id.in_(looked))))
            found = {webhook: await _read(session, webhook, now) for webhook in webhooks}
        for webhook, events in found.items():
            has_new = any(event.key not in looked[webhook.id].keys for event in events)
            if has_new or abs(now - webhook.read_until) >= STORE_EVERY:
                await self._add(webhook.id, now)
        keys = {webhook.id: frozenset(event.key for event in events) for webhook, events in found.items()}
        return {webhook_id: replace(look, keys=keys.get(webhook_id, look.keys)) for webhook_id, look in looked.items()}

    async def _add(self, webhook_id: UUID, now: datetime) -> None:
        """Reads the events again in the transaction that queues them: a viewer may have been erased meanwhile."""
        async with self._kernel.database.write() as session:
            webhook = await session.scalar(ENABLED.where(Webhook.id == webhook_id).with_for_update(of=Webhook))
            if webhook is None:
                return
            events = await _without_queued(session, webhook_id, await _read(session, webhook, now, is_locking=True))
            webhook.read_until = now
            if not events:
                return
            room = await _room(session, webhook_id)
            async for some in slices([_new_row(webhook, event, now) for event in events[:room]], ROWS_AT_ONCE):
                await session.execute(insert_into(WebhookDelivery, session).values(some).on_conflict_do_nothing())
            if len(events) > room:
                webhook.problem, webhook.problem_at = TOO_MANY, now
            service.publish_change(session, webhook.channel_id)


async def _without_queued(session: AsyncSession, webhook_id: UUID, events: Sequence[Event]) -> list[Event]:
    keys = [event.key for event in events]
    of_webhook = (WebhookDelivery.webhook_id == webhook_id, WebhookDelivery.event_key.in_(keys))
    queued = set(await session.scalars(select(WebhookDelivery.event_key).where(*of_webhook)))
    return [event for event in events if event.key not in queued]


async def _room(session: AsyncSession, webhook_id: UUID) -> int:
    waiting = select(func.count()).where(WebhookDelivery.webhook_id == webhook_id, IS_WAITING)
    return max(MAX_WAITING - (await session.scalar(waiting) or 0), 0)


def _look(known: LastLook | None, newest: tuple[object, ...], now: datetime) -> LastLook:
    """A channel in which something happened stays active for a while: an entry may grow, or end later."""
    if known is None:
        return LastLook(newest, now)
    return known if known.newest == newest else replace(known, newest=newest, active_until=now + ACTIVE_TIME)


async def _read(session: AsyncSession, webhook: Webhook, now: datetime, *, is_locking: bool = False) -> list[Event]:
    enabled_at = _in_past(webhook.enabled_at or now, now)
    since = max(_in_past(webhook.read_until, now) - OVERLAP, enabled_at, now - MAX_AGE)
    return await read_events(session, EventQuery(webhook.channel_id, webhook.events, enabled_at, since, is_locking))


def _in_past(moment: datetime, now: datetime) -> datetime:
    """The moment, unless the server's clock was set back since: then all of the overlap is read."""
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
