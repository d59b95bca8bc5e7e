"""Reads activities, moderation entries and streams of a channel since a moment, as events of webhooks."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import TypeVarTuple
from uuid import UUID

from msgspec import Struct
from sqlalchemy import Select, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.messages.viewer_rows import ERASED
from greenroom.chat.moderation.entries import ModerationEntryOut
from greenroom.chat.moderation.models import ModerationEntry
from greenroom.features.activity.records.models import Activity
from greenroom.features.activity.records.presentation import ActivityOut, activity_out
from greenroom.features.stats.streams.models import Stream, StreamPart
from greenroom.features.webhooks.events import ACTIVITY, MODERATION, STREAM_ENDED, STREAM_STARTED, Event

# Maximum number of newest activities, and of newest moderation entries, that are read at once.
MAX_EVENTS = 2_000
# Maximum number of newest streams that are read at once.
MAX_STREAMS = 10
# How late a platform may report the start or the end of a stream.
STREAM_DELAY = timedelta(hours=12)
# Fields that are not sent: only Greenroom's own screens need them, or (`recipients`) they name other viewers, whose
# names an erasure would not find in deliveries.
ACTIVITY_FIELDS_NOT_SENT = {"recipients", "is_backlog", "size"}
ENTRY_FIELDS_NOT_SENT = {"can_undo", "undo_until", "undone_at", "undone_by", "outcome", "detail"}

Columns = TypeVarTuple("Columns")


class EventQuery(Struct, frozen=True):
    """Which events of a channel are read."""

    channel_id: UUID
    names: Collection[str]
    enabled_at: datetime
    # Only events that were stored since this time are read, and streams from STREAM_DELAY before it.
    since: datetime
    # Whether the rows are locked, so that an erasure waits for the transaction; on SQLite it waits anyway.
    is_locking: bool = False

    def locked(self, found: Select[*Columns]) -> Select[*Columns]:
        return found.with_for_update(read=True) if self.is_locking else found


async def read_events(session: AsyncSession, query: EventQuery) -> list[Event]:
    """Events in the order in which they happened, without those of erased viewers."""
    found = [
        *await _read_activities(session, query),
        *await _read_moderation(session, query),
        *await _read_streams(session, query),
    ]
    # The deliveries of an erased viewer are deleted, so the anonymised rows would be sent as new events.
    kept = [event for event in found if not event.viewer_id.startswith(ERASED)]
    return sorted(kept, key=lambda event: event.happened_at)


async def _read_activities(session: AsyncSession, query: EventQuery) -> list[Event]:
    kinds = [name.removeprefix(ACTIVITY) for name in query.names if name.startswith(ACTIVITY)]
    if not kinds:
        return []
    # The index has no times: without this limit the whole history would be searched.
    newest = select(Activity.id).where(Activity.channel_id == query.channel_id).order_by(Activity.id.desc())
    found = select(Activity).where(
        Activity.id.in_(newest.limit(MAX_EVENTS)),
        Activity.received_at >= query.since,
        Activity.kind.in_(kinds),
        Activity.is_backlog.is_(False),
    )
    rows = await session.scalars(query.locked(found.order_by(Activity.id)))
    return [_activity_event(activity_out(row)) for row in rows]


def _activity_event(activity: ActivityOut) -> Event:
    return Event(
        f"{ACTIVITY}{activity.kind}",
        # A gift or a streak that grows is sent again with its new count.
        f"{activity.id}:{activity.count}:{activity.amount}",
        activity.happened_at,
        activity.model_dump(mode="json", exclude=ACTIVITY_FIELDS_NOT_SENT),
        activity.provider,
        activity.viewer_id,
    )


async def _read_moderation(session: AsyncSession, query: EventQuery) -> list[Event]:
    if MODERATION not in query.names:
        return []
    found = select(ModerationEntry).where(
        ModerationEntry.channel_id == query.channel_id,
        ModerationEntry.created_at >= query.since,
        ModerationEntry.outcome == "done",
    )
    newest = found.order_by(ModerationEntry.created_at.desc(), ModerationEntry.id.desc()).limit(MAX_EVENTS)
    rows = await session.scalars(query.locked(newest))
    return [_moderation_event(ModerationEntryOut.of(row)) for row in rows]


def _moderation_event(entry: ModerationEntryOut) -> Event:
    data = entry.model_dump(mode="json", exclude=ENTRY_FIELDS_NOT_SENT)
    return Event(MODERATION, str(entry.id), entry.created_at, data, entry.provider, entry.provider_viewer_id)


async def _read_streams(session: AsyncSession, query: EventQuery) -> list[Event]:
    if not {STREAM_STARTED, STREAM_ENDED} & set(query.names):
        return []
    since = max(query.since - STREAM_DELAY, query.enabled_at)
    newest = select(Stream).where(Stream.channel_id == query.channel_id).order_by(Stream.started_at.desc())
    events: list[Event] = []
    for stream in await session.scalars(newest.limit(MAX_STREAMS)):
        started_at, ended_at = stream.started_at, stream.ended_at
        if started_at < since and (ended_at is None or ended_at < since):
            continue
        data = await _stream_data(session, stream)
        if STREAM_STARTED in query.names and started_at >= since:
            events.append(Event(STREAM_STARTED, f"{stream.id}:started", started_at, data))
        if STREAM_ENDED in query.names and ended_at is not None and ended_at >= since:
            # A stream that goes on after a short break ends again.
            events.append(Event(STREAM_ENDED, f"{stream.id}:{ended_at.isoformat()}", ended_at, data))
    return events


async def _stream_data(session: AsyncSession, stream: Stream) -> dict[str, object]:
    parts = select(StreamPart.provider).where(StreamPart.stream_id == stream.id).order_by(StreamPart.started_at)
    return {
        "id": stream.id,
        "title": stream.title,
        "category": stream.category,
        "started_at": stream.started_at,
        "ended_at": stream.ended_at,
        "providers": list(dict.fromkeys(await session.scalars(parts))),
    }
