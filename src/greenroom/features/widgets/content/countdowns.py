"""Countdowns and subathons: the end is stored, so it stays exact across restarts and processes."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Literal
from uuid import UUID

from msgspec import Struct
from sqlalchemy import Select, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.activity.models import Activity
from greenroom.chat.protocol.events import MICROS, ActivityKind
from greenroom.features.widgets.models import Countdown, SubathonAddition
from greenroom.features.widgets.topics import publish_to_widget
from greenroom.features.widgets.types.countdown import MAX_SECONDS
from greenroom.features.widgets.types.subathon import SubathonWidget
from greenroom.kernel.db.database import insert_into

MS = 1_000
# A year cannot overflow a date, however often it is added to.
MAX_LEFT_MS = MAX_SECONDS * MS
GIFTS = frozenset({ActivityKind.GIFT, ActivityKind.GIFT_BOMB, ActivityKind.MEMBERSHIP_GIFT})
SUBS = GIFTS | {ActivityKind.SUB, ActivityKind.RESUB, ActivityKind.MEMBERSHIP, ActivityKind.MILESTONE}
Action = Literal["start", "stop", "reset", "add"]


class CountdownState(Struct, frozen=True, tag="countdown"):
    """At the moment at which it is sent; pages count on by their own clock."""

    left_ms: int
    is_running: bool
    # What the last activity has added, and whose it was.
    added_ms: int = 0
    added_by: str = ""


def state_of(row: Countdown, now: datetime, added_ms: int = 0, added_by: str = "") -> CountdownState:
    return CountdownState(left_ms(row, now), row.ends_at is not None, added_ms, added_by)


def left_ms(row: Countdown, now: datetime) -> int:
    if row.ends_at is None:
        return row.left_ms
    return max((row.ends_at - now) // timedelta(milliseconds=1), 0)


async def read_countdown(session: AsyncSession, widget_id: UUID, seconds: int) -> Countdown:
    """Not started: the time of the settings."""
    row = await session.get(Countdown, widget_id)
    return row or Countdown(widget_id=widget_id, began_at=None, ends_at=None, left_ms=seconds * MS)


async def _locked(session: AsyncSession, widget_id: UUID, seconds: int) -> Countdown:
    fields = {"widget_id": widget_id, "began_at": None, "ends_at": None, "left_ms": seconds * MS}
    await session.execute(insert_into(Countdown, session).values(fields).on_conflict_do_nothing())
    return (await session.scalars(_to_change(widget_id))).one()


def _to_change(widget_id: UUID) -> Select[Countdown]:
    found = select(Countdown).where(Countdown.widget_id == widget_id).with_for_update()
    return found.execution_options(populate_existing=True)


async def control(
    session: AsyncSession, widget_id: UUID, settings_seconds: int, action: Action, seconds: int, now: datetime
) -> CountdownState:
    """`add` takes negative seconds, too; `reset` stops it at the time of the settings, as if it had not begun."""
    row = await _locked(session, widget_id, settings_seconds)
    left = left_ms(row, now)
    match action:
        case "start":
            row.began_at, row.ends_at = row.began_at or now, now + timedelta(milliseconds=left)
        case "stop":
            row.ends_at, row.left_ms = None, left
        case "reset":
            row.began_at, row.ends_at, row.left_ms = None, None, settings_seconds * MS
        case "add":
            _set_left(row, left + seconds * MS, now)
    await session.flush()
    state = state_of(row, now)
    publish_to_widget(session, widget_id, state)
    return state


def _set_left(row: Countdown, left: int, now: datetime) -> None:
    left = min(max(left, 0), MAX_LEFT_MS)
    if row.ends_at is None:
        row.left_ms = left
    else:
        row.ends_at = now + timedelta(milliseconds=left)


class Prolongation(Struct, frozen=True):
    """Milliseconds that each activity adds in all, and the longest time that they prolong it to."""

    by_activity: Mapping[UUID, int]
    max_ms: int


async def prolong(
    session: AsyncSession, widget_id: UUID, wanted: Prolongation, activities: Sequence[Activity], now: datetime
) -> None:
    """Adds the time of each activity once; one that has grown since, such as a gift bomb, adds the difference.

    From the first start until the end, also while it is paused: viewers who pay in a break expect their time.
    """
    if not any(wanted.by_activity.values()):
        return
    row = await session.scalar(_to_change(widget_id))
    if row is None or row.began_at is None or not (before := left_ms(row, now)):
        return
    began_at = row.began_at
    counted = [one for one in activities if one.received_at >= began_at]
    total, name = await _record_additions(session, widget_id, wanted, counted)
    if total:
        # A time that is longer already, because staff added some, is not cut.
        _set_left(row, max(before, min(before + total, wanted.max_ms)), now)
        await session.flush()
        publish_to_widget(session, widget_id, state_of(row, now, left_ms(row, now) - before, name))


async def _record_additions(
    session: AsyncSession, widget_id: UUID, wanted: Prolongation, activities: Sequence[Activity]
) -> tuple[int, str]:
    """Returns the milliseconds that are new, and the viewer of the last activity that added some."""
    stored = select(SubathonAddition).where(
        SubathonAddition.widget_id == widget_id, SubathonAddition.activity_id.in_(wanted.by_activity)
    )
    known = {one.activity_id: one for one in await session.scalars(stored)}
    total, name = 0, ""
    for activity in activities:
        addition = known.get(activity.id)
        added = wanted.by_activity.get(activity.id, 0) - (addition.added_ms if addition else 0)
        if added <= 0:
            continue
        if addition is None:
            session.add(SubathonAddition(widget_id=widget_id, activity_id=activity.id, added_ms=added))
        else:
            addition.added_ms += added
        total, name = total + added, activity.viewer_name
    return total, name


def prolongation(activities: Sequence[Activity], settings: SubathonWidget) -> Prolongation:
    added = {activity.id: min(_added_ms(activity, settings), MAX_LEFT_MS) for activity in activities}
    return Prolongation(added, settings.max_seconds * MS or MAX_LEFT_MS)


def _added_ms(activity: Activity, settings: SubathonWidget) -> int:
    if settings.providers and activity.provider not in settings.providers:
        return 0
    if activity.kind == ActivityKind.FOLLOW:
        return settings.seconds_per_follow * MS
    if activity.kind in SUBS:
        # A membership that was given has no value: its giver's gift counts.
        subs = activity.count if activity.kind in GIFTS else min(activity.value, 1)
        return subs * settings.seconds_per_sub * MS
    return activity.value * settings.seconds_per_dollar * MS // MICROS
