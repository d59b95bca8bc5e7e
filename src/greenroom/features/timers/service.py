from collections.abc import Collection
from datetime import datetime
from random import SystemRandom
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.timers import rows as timer_rows
from greenroom.features.timers.models import Timer
from greenroom.features.timers.rules import next_run
from greenroom.features.timers.schemas import MAX_TIMERS, TimerIn, TimerOut, TimersChanged, TimersOut, timers_topic
from greenroom.kernel.db.change_tracking import ChangedBy, ChangedMeanwhile
from greenroom.kernel.db.database import JsonObject, advisory_lock, publish
from greenroom.kernel.errors import Conflict, NameTaken, NotFound
from greenroom.kernel.ids import new_id
from greenroom.kernel.text import name_key
from greenroom.tenancy.audit.record import record_change
from greenroom.tenancy.topics import notify_processes

# Bus topic between processes; its payload is the channel's id.
TIMERS_CHANGED = "internal:timers_changed"
RANDOM = SystemRandom()


class TimerNotFound(NotFound):
    type = "timer_not_found"
    message = "Timer not found."


class TooManyTimers(Conflict):
    type = "too_many_timers"
    message = f"A channel can have up to {MAX_TIMERS} timers. Delete one first."


class TimerChanged(ChangedMeanwhile):
    type = "timer_changed"
    what = "timer"


async def list_timers(session: AsyncSession, channel_id: UUID) -> TimersOut:
    connections = await timer_rows.connection_counts(session, channel_id)
    return TimersOut(records=[timer_rows.timer_out(row, connections) for row in await all_timers(session, channel_id)])


async def all_timers(session: AsyncSession, channel_id: UUID) -> list[Timer]:
    rows = await session.scalars(select(Timer).where(Timer.channel_id == channel_id))
    # Sorted here, because databases differ in collation.
    return sorted(rows, key=lambda row: (row.name_key, row.id))


async def get_timer(session: AsyncSession, channel_id: UUID, timer_id: UUID) -> TimerOut:
    return await load_timer_out(session, await find_timer(session, channel_id, timer_id))


async def find_timer(session: AsyncSession, channel_id: UUID, timer_id: UUID, *, to_change: bool = False) -> Timer:
    found = select(Timer).where(Timer.id == timer_id, Timer.channel_id == channel_id)
    # A run may write to the timer at the same time.
    row = await session.scalar(found.with_for_update() if to_change else found)
    if row is None:
        raise TimerNotFound
    return row


async def find_by_name(session: AsyncSession, channel_id: UUID, name: str) -> Timer | None:
    found = select(Timer).where(Timer.channel_id == channel_id, Timer.name_key == name_key(name))
    return await session.scalar(found)


async def load_timer_out(session: AsyncSession, row: Timer) -> TimerOut:
    return timer_rows.timer_out(row, await timer_rows.connection_counts(session, row.channel_id))


async def create_timer(session: AsyncSession, channel_id: UUID, fields: TimerIn, by: ChangedBy) -> Timer:
    await advisory_lock(session, f"timers:{channel_id}")
    await _check_name(session, channel_id, fields.name, None)
    count = await session.scalar(select(func.count()).select_from(Timer).where(Timer.channel_id == channel_id)) or 0
    if count >= MAX_TIMERS:
        raise TooManyTimers
    row = await _new_row(session, channel_id, by)
    _apply(row, fields, by)
    session.add(row)
    await session.flush()
    _record(session, row, by, None)
    announce_change(session, channel_id)
    return row


async def _new_row(session: AsyncSession, channel_id: UUID, by: ChangedBy) -> Timer:
    counts = await timer_rows.connection_counts(session, channel_id)
    return Timer(
        id=new_id(),
        channel_id=channel_id,
        is_enabled=False,
        interval_minutes=0,
        spread_minutes=0,
        next_run_at=None,
        planned_at=by.at,
        last_run_at=None,
        last_skip_at=None,
        last_skip_reason="",
        last_position=None,
        results=[],
        # Chat messages from before the timer's creation do not count.
        counted_from={str(one.connection_id): one.total for one in counts},
        run_id=None,
        run_state="",
        run_until=None,
        revision=0,
        created_at=by.at,
        created_by=by.signature,
    )


async def save_timer(
    session: AsyncSession, channel_id: UUID, timer_id: UUID, fields: TimerIn, by: ChangedBy, revision: int | None = None
) -> Timer:
    """With a revision, saves only if the timer has not changed since."""
    await advisory_lock(session, f"timers:{channel_id}")
    row = await find_timer(session, channel_id, timer_id, to_change=True)
    if revision is not None and revision != row.revision:
        raise TimerChanged(row)
    await _check_name(session, channel_id, fields.name, row.id)
    before = timer_rows.fields_of(row)
    _apply(row, fields, by)
    await session.flush()
    _record(session, row, by, before)
    announce_change(session, channel_id)
    return row


async def switch_timers(
    session: AsyncSession, channel_id: UUID, timer_ids: Collection[UUID], by: ChangedBy, *, is_enabled: bool
) -> None:
    await advisory_lock(session, f"timers:{channel_id}")
    found = select(Timer).where(Timer.channel_id == channel_id, Timer.id.in_(timer_ids)).order_by(Timer.id)
    rows = list(await session.scalars(found.with_for_update()))
    if len(rows) != len(set(timer_ids)):
        raise TimerNotFound
    for row in rows:
        before = timer_rows.fields_of(row)
        row.is_enabled = is_enabled
        if before["enabled"] != is_enabled:
            _plan(row, by.at)
            row.sign(by)
            _record(session, row, by, before)
    announce_change(session, channel_id)


async def delete_timer(session: AsyncSession, channel_id: UUID, timer_id: UUID, by: ChangedBy) -> None:
    await advisory_lock(session, f"timers:{channel_id}")
    row = await find_timer(session, channel_id, timer_id, to_change=True)
    await session.delete(row)
    await session.flush()
    old = timer_rows.fields_of(row)
    record_change(session, channel_id, by, section="timers", item=row.name, title=row.name, old=old)
    announce_change(session, channel_id)


def _record(session: AsyncSession, row: Timer, by: ChangedBy, old: JsonObject | None) -> None:
    new = timer_rows.fields_of(row)
    record_change(session, row.channel_id, by, section="timers", item=row.name, title=row.name, old=old, new=new)


async def _check_name(session: AsyncSession, channel_id: UUID, name: str, own_id: UUID | None) -> None:
    found = select(Timer.id).where(Timer.channel_id == channel_id, Timer.name_key == name_key(name))
    taken = await session.scalar(found)
    if taken is not None and taken != own_id:
        raise NameTaken(name)


def _apply(row: Timer, fields: TimerIn, by: ChangedBy) -> None:
    before = (row.is_enabled, row.interval_minutes, row.spread_minutes)
    timer_rows.apply_fields(row, fields)
    row.name_key = name_key(fields.name)
    if (row.is_enabled, row.interval_minutes, row.spread_minutes) != before:
        # A new interval starts now; other edits keep the planned time.
        _plan(row, by.at)
    row.sign(by)


def _plan(row: Timer, now: datetime) -> None:
    row.planned_at = now
    row.next_run_at = next_run(now, row.interval_minutes, row.spread_minutes, RANDOM) if row.is_enabled else None


def announce_change(session: AsyncSession, channel_id: UUID) -> None:
    notify_processes(session, TIMERS_CHANGED, channel_id)
    publish(session, timers_topic(channel_id), TimersChanged())
