"""Polls for new events and queues a delivery for each, only once even if several processes poll."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import ScalarSelect, select
from sqlalchemy.orm import InstrumentedAttribute

from greenroom.accounts.access.service import is_open
from greenroom.accounts.models.channels import Channel
from greenroom.chat.moderation.models import ModerationEntry
from greenroom.features.activity.records.models import Activity
from greenroom.features.stats.streams.models import Stream
from greenroom.features.webhooks import service
from greenroom.features.webhooks.models import Webhook
from greenroom.features.webhooks.new_deliveries import events_of, queue_new_events
from greenroom.kernel.context import Kernel
from greenroom.kernel.logs import get_logger

log = get_logger(__name__)

# A channel is read this long after something happened in it. Longer than most gift bombs and streaks grow, and than a
# platform takes to confirm what a filter did.
ACTIVE_TIME = timedelta(minutes=6)
# Without new events, `read_until` is stored at most this often: after a restart, events since then are read again.
STORE_EVERY = timedelta(seconds=30)


def _newest(column: InstrumentedAttribute[Any], order: InstrumentedAttribute[Any]) -> ScalarSelect[Any]:
    """Subquery: `column` of the row that is last by `order` in the webhook's channel."""
    of_channel = column.class_.channel_id == Webhook.channel_id
    return select(column).where(of_channel).order_by(order.desc()).limit(1).scalar_subquery()


ENABLED = select(Webhook).join(Channel, Channel.id == Webhook.channel_id).where(is_open(), Webhook.enabled)
# For each enabled webhook, values that change when something happens in its channel; an index finds each value.
NEWEST = ENABLED.with_only_columns(
    Webhook.id,
    _newest(Activity.id, Activity.id),
    _newest(ModerationEntry.created_at, ModerationEntry.created_at),
    _newest(Stream.started_at, Stream.started_at),
    _newest(Stream.ended_at, Stream.started_at),
)


class PollState(Struct, frozen=True):
    """What this process found when it last polled for events of a webhook."""

    # The webhook's values of `NEWEST`.
    newest: tuple[object, ...]
    # Until this time, each poll reads the events of the webhook's channel.
    active_until: datetime
    # Keys of the events that the last poll found: if there are no others, nothing is queued.
    keys: frozenset[str] = frozenset()


class DeliveryQueue:
    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel
        self._states: dict[UUID, PollState] = {}

    async def fill(self) -> bool:
        """Queues new events; returns whether any webhook is enabled. All quiet channels together cost one query."""
        rows = await self._kernel.database.fast_read(NEWEST, {})
        now = self._kernel.clock()
        states = {
            (webhook_id := UUID(str(row[0]))): _next_state(self._states.get(webhook_id), tuple(row[1:]), now)
            for row in rows
        }
        active = [webhook_id for webhook_id, state in states.items() if state.active_until >= now]
        if active:
            states |= await self._queue_events({webhook_id: states.pop(webhook_id) for webhook_id in active}, now)
        self._states = states
        return bool(rows)

    async def _queue_events(self, states: Mapping[UUID, PollState], now: datetime) -> dict[UUID, PollState]:
        async with self._kernel.database.read() as session:
            webhooks = list(await session.scalars(select(Webhook).where(Webhook.id.in_(states))))
        read = {webhook.id: await self._queue_events_of(webhook, states[webhook.id], now) for webhook in webhooks}
        return {webhook_id: state for webhook_id, state in read.items() if state is not None}

    async def _queue_events_of(self, webhook: Webhook, state: PollState, now: datetime) -> PollState | None:
        """Queues the webhook's new events; returns the new state, or None if the next poll has to try again."""
        try:
            async with self._kernel.database.read() as session:
                events = await events_of(session, webhook, now)
            keys = frozenset(event.key for event in events)
            if not keys <= state.keys or abs(now - webhook.read_until) >= STORE_EVERY:
                await self._add(webhook.id, now)
        except Exception:
            log.exception("webhook_events_not_read", webhook_id=str(webhook.id))
            return None
        return replace(state, keys=keys)

    async def _add(self, webhook_id: UUID, now: datetime) -> None:
        """Queues the events, read again in the same transaction because a viewer may have been erased meanwhile."""
        async with self._kernel.database.write() as session:
            webhook = await session.scalar(ENABLED.where(Webhook.id == webhook_id).with_for_update(of=Webhook))
            if webhook is None:
                return
            if await queue_new_events(session, webhook, now):
                service.WEBHOOKS.announce(session, webhook.channel_id)


def _next_state(known: PollState | None, newest: tuple[object, ...], now: datetime) -> PollState:
    """The state of this poll; after something happened, polls go on reading events until ACTIVE_TIME is over."""
    if known is None:
        return PollState(newest, now)
    return known if known.newest == newest else replace(known, newest=newest, active_until=now + ACTIVE_TIME)
