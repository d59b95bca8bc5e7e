"""Countdowns and subathons: the end is stored, so it stays exact across restarts and processes."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Literal, Self
from uuid import UUID

from msgspec import Struct
from sqlalchemy import Select, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.protocol.events import MICROS, ActivityKind
from greenroom.features.activity.records.models import Activity
from greenroom.features.widgets.models import Countdown, SubathonAddition
from greenroom.features.widgets.topics import publish_to_widget
from greenroom.features.widgets.types.countdown import MAX_SECONDS
from greenroom.features.widgets.types.subathon import SubathonWidget
from greenroom.kernel.db.database import insert_into

MS = 1_000
# Maximum time left: one year, because an unlimited time would overflow a date.
MAX_LEFT_MS = MAX_SECONDS * MS
GIFTS = frozenset({ActivityKind.GIFT, ActivityKind.GIFT_BOMB, ActivityKind.MEMBERSHIP_GIFT})
SUBS = GIFTS | {ActivityKind.SUB, ActivityKind.RESUB, ActivityKind.MEMBERSHIP, ActivityKind.MILESTONE}
Action = Literal["start", "stop", "reset", "add"]


class CountdownState(Struct, frozen=True, tag="countdown"):
    """A countdown at the moment when this message is sent; pages go on counting by their own clocks."""

    left_ms: int
    is_running: bool
    # None while stopped. A restart of Greenroom does not change it, so a page that counts to this end goes on.
    ends_at: datetime | None
    # Time that activities have added with this update; 0 if it has another cause.
    added_ms: int = 0
    # Name of the viewer of the last of these activities; empty if there are none.
    added_by: str = ""


def state_of(row: Countdown, now: datetime, added_ms: int = 0, added_by: str = "") -> CountdownState:
    return CountdownState(left_ms(row, now), row.ends_at is not None, row.ends_at, added_ms, added_by)


def left_ms(row: Countdown, now: datetime) -> int:
    if row.ends_at is None:
        return row.left_ms
    return max((row.ends_at - now) // timedelta(milliseconds=1), 0)


async def read_countdown(session: AsyncSession, widget_id: UUID, seconds: int) -> Countdown:
    """The stored countdown, or else one that has not started, with `seconds` left."""
    row = await session.get(Countdown, widget_id)
    return row or Countdown(widget_id=widget_id, began_at=None, ends_at=None, left_ms=seconds * MS)


async def _lock_countdown(session: AsyncSession, widget_id: UUID, seconds: int) -> Countdown:
    fields = {"widget_id": widget_id, "began_at": None, "ends_at": None, "left_ms": seconds * MS}
    await session.execute(insert_into(Countdown, session).values(fields).on_conflict_do_nothing())
    return (await session.scalars(_to_change(widget_id))).one()


def _to_change(widget_id: UUID) -> Select[Countdown]:
    found = select(Countdown).where(Countdown.widget_id == widget_id).with_for_update()
    return found.execution_options(populate_existing=True)


async def control(
    session: AsyncSession, widget_id: UUID, settings_seconds: int, action: Action, seconds: int, now: datetime
) -> CountdownState:
    """Performs the action: `reset` stops the countdown at `settings_seconds`, `add` adds `seconds`, even negative."""
    row = await _lock_countdown(session, widget_id, settings_seconds)
    # Fractions of a millisecond would be lost each time the countdown is stopped.
    now = now.replace(microsecond=now.microsecond // MS * MS)
    left = left_ms(row, now)
    match action:
        case "start":
            row.began_at, row.ends_at = row.began_at or now, row.ends_at or now + timedelta(milliseconds=left)
        case "stop":
            row.ends_at, row.left_ms = None, left
        case "reset":
            row.began_at, row.ends_at, row.left_ms = None, None, settings_seconds * MS
        case "add":
            _move(row, min(max(left + seconds * MS, 0), MAX_LEFT_MS) - left, now)
    await session.flush()
    state = state_of(row, now)
    publish_to_widget(session, widget_id, state)
    return state


def _move(row: Countdown, added_ms: int, now: datetime) -> None:
    """Adds to the time left while the countdown is stopped, else to its end."""
    if row.ends_at is None:
        row.left_ms += added_ms
    elif added_ms:
        row.ends_at = max(row.ends_at, now) + timedelta(milliseconds=added_ms)


class CountedActivity(Struct, frozen=True):
    """An activity, and the moment at which it counts."""

    activity: Activity
    at: datetime


class Prolongation(Struct, frozen=True):
    """Activities with the milliseconds that each adds in total, and the maximum of the time left."""

    activities: Sequence[tuple[CountedActivity, int]]
    max_ms: int


async def prolong(session: AsyncSession, widget_id: UUID, wanted: Prolongation, now: datetime) -> None:
    """Adds the time of each activity once; an activity that has grown, such as a gift bomb, adds the difference.

    Activities count from the first start until the end, also while the countdown is stopped: viewers who pay in a break
    expect their time. An activity that was received before the end counts, even if it is stored later.
    """
    if not any(total_ms for _, total_ms in wanted.activities):
        return
    row = await session.scalar(_to_change(widget_id))
    if row is None or row.began_at is None:
        return
    additions = await Additions.load(session, widget_id, [one.activity.id for one, _ in wanted.activities])
    added_ms, name = 0, None
    for one, total_ms in wanted.activities:
        before = left_ms(row, one.at)
        if not before or one.activity.received_at < row.began_at:
            continue
        if new_ms := additions.raise_to(session, one.activity.id, total_ms):
            # If staff have added more than the maximum, the time left is not cut.
            more = max(min(before + new_ms, wanted.max_ms) - before, 0)
            _move(row, more, one.at)
            added_ms, name = added_ms + more, one.activity.viewer_name
    if name is not None:
        await session.flush()
        publish_to_widget(session, widget_id, state_of(row, now, added_ms, name))


class Additions(Struct):
    """The time that activities have added to one subathon already."""

    widget_id: UUID
    by_activity: dict[UUID, SubathonAddition]

    @classmethod
    async def load(cls, session: AsyncSession, widget_id: UUID, activity_ids: Collection[UUID]) -> Self:
        stored = select(SubathonAddition).where(
            SubathonAddition.widget_id == widget_id, SubathonAddition.activity_id.in_(activity_ids)
        )
        return cls(widget_id, {one.activity_id: one for one in await session.scalars(stored)})

    def raise_to(self, session: AsyncSession, activity_id: UUID, total_ms: int) -> int:
        """Stores how much the activity adds in total; returns the milliseconds that are new."""
        addition = self.by_activity.get(activity_id)
        new_ms = total_ms - (addition.added_ms if addition else 0)
        if new_ms <= 0:
            return 0
        if addition is None:
            session.add(SubathonAddition(widget_id=self.widget_id, activity_id=activity_id, added_ms=new_ms))
        else:
            addition.added_ms = total_ms
        return new_ms


def prolongation(activities: Sequence[CountedActivity], settings: SubathonWidget) -> Prolongation:
    totals = [(one, min(_added_ms(one.activity, settings), MAX_LEFT_MS)) for one in activities]
    return Prolongation(totals, settings.max_seconds * MS or MAX_LEFT_MS)


def _added_ms(activity: Activity, settings: SubathonWidget) -> int:
    if settings.providers and activity.provider not in settings.providers:
        return 0
    if activity.kind == ActivityKind.FOLLOW:
        return settings.seconds_per_follow * MS
    if activity.kind in SUBS:
        # A sub that was a gift has no value and counts as 0 subs, because the gift itself counts.
        subs = activity.count if activity.kind in GIFTS else min(activity.value, 1)
        return subs * settings.seconds_per_sub * MS
    return activity.value * settings.seconds_per_dollar * MS // MICROS
