"""One run of a timer in the database: claimed by one process, begun once, settled, taken up again if it was lost."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import ColumnElement, and_, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from greenroom.chat.sending.sender import Interrupted
from greenroom.features.timers import rows as timer_rows
from greenroom.features.timers.models import Timer
from greenroom.features.timers.rules import (
    CLOCK_SLACK,
    MIN_GAP,
    DeliveryResult,
    RunPlan,
    TimerSpec,
    TimerTarget,
    next_run,
    replanned,
)
from greenroom.features.timers.schemas import ResultState, TimerRan, TimerResult
from greenroom.features.timers.service import RANDOM, as_bytes, find_timer, shown
from greenroom.kernel.db.database import publish
from greenroom.kernel.errors import Conflict
from greenroom.kernel.ids import new_id
from greenroom.tenancy.platforms import Platforms
from greenroom.tenancy.topics import timers_topic

# Longer than variables may take; whoever has not begun by then is no more.
CHOSEN_SECONDS = 60.0
# No run is planned to last as long: one that says so was begun before the clock was put back.
MAX_RUN = timedelta(minutes=30)
MAX_PER_POLL = 50

IDLE, CHOSEN, SENDING = "", "chosen", "sending"


class TimerRunning(Conflict):
    type = "timer_running"

    def __init__(self) -> None:
        super().__init__("This timer is speaking right now. Try again in a moment.")


@dataclass(frozen=True, slots=True)
class Run:
    """What is needed to say something, as it was when the run was claimed."""

    run_id: UUID
    timer_id: UUID
    channel_id: UUID
    revision: int
    is_asked_for: bool
    response_type: str
    spec: TimerSpec
    places: tuple[TimerTarget, ...]


@dataclass(frozen=True, slots=True)
class TargetResult:
    """What is said at one place; nothing when `detail` says why not."""

    place: TimerTarget
    text: str
    state: ResultState
    detail: str = ""

    def result(self) -> TimerResult:
        place = self.place
        return TimerResult(
            connection_id=place.connection_id,
            provider=place.provider,
            state=self.state,
            detail=self.detail,
            text=self.text,
        )


def is_due(now: datetime) -> ColumnElement[bool]:
    return and_(Timer.is_enabled, Timer.next_run_at <= now, Timer.run_state == IDLE)


def is_lost(now: datetime) -> ColumnElement[bool]:
    return or_(Timer.run_until <= now, Timer.run_until > now + MAX_RUN)


def is_misplanned(now: datetime) -> ColumnElement[bool]:
    return and_(Timer.next_run_at.is_not(None), Timer.planned_at > now + CLOCK_SLACK)


async def has_work(session: AsyncSession, now: datetime) -> bool:
    """Asked often: nobody is kept from writing as long as there is none."""
    work = select(Timer.id).where(or_(is_due(now), is_lost(now), is_misplanned(now))).limit(1)
    return await session.scalar(work) is not None


async def claim_due(session: AsyncSession, platforms: Platforms, now: datetime) -> list[Run]:
    """In each channel the one that has waited longest; in one statement, so two processes never both get it."""
    row_number = func.row_number().over(partition_by=Timer.channel_id, order_by=(Timer.next_run_at, Timer.id))
    due = select(Timer.id, row_number.label("place")).where(is_due(now), ~_is_kept_waiting(now)).subquery()
    first = select(due.c.id).where(due.c.place == 1).order_by(due.c.id).limit(MAX_PER_POLL)
    statement = (
        update(Timer)
        # The second half is looked at again when somebody else held the row.
        .where(Timer.id.in_(first), is_due(now), ~_is_kept_waiting(now))
        .values(run_id=new_id(), run_state=CHOSEN, run_until=now + timedelta(seconds=CHOSEN_SECONDS))
        .returning(Timer)
        .execution_options(populate_existing=True, synchronize_session=False)
    )
    rows = list(await session.scalars(statement))
    return [await _planned_again(session, platforms, row, now, is_asked_for=False) for row in rows]


def _is_kept_waiting(now: datetime) -> ColumnElement[bool]:
    """Another timer of the channel speaks, or has just spoken."""
    other = aliased(Timer)
    has_spoken = and_(other.last_run_at > now - MIN_GAP, other.last_run_at <= now)
    return (
        select(other.id)
        .where(other.channel_id == Timer.channel_id, other.id != Timer.id, or_(other.run_state == CHOSEN, has_spoken))
        .exists()
    )


async def _planned_again(
    session: AsyncSession, platforms: Platforms, row: Timer, now: datetime, *, is_asked_for: bool
) -> Run:
    if row.is_enabled:
        row.next_run_at, row.planned_at = next_run(now, row.interval_minutes, row.spread_minutes, RANDOM), now
    assert row.run_id is not None
    connections = await timer_rows.connection_counts(session, row.channel_id)
    return Run(
        run_id=row.run_id,
        timer_id=row.id,
        channel_id=row.channel_id,
        revision=row.revision,
        is_asked_for=is_asked_for,
        response_type=row.response_type,
        spec=timer_rows.spec_of(row),
        places=tuple(timer_rows.targets_of(row, connections, platforms)),
    )


async def claim_one(
    session: AsyncSession, platforms: Platforms, channel_id: UUID, timer_id: UUID, now: datetime
) -> Run:
    """For somebody who wants it now; the next one comes a whole interval later."""
    row = await find_timer(session, channel_id, timer_id, to_change=True)
    if row.run_state != IDLE:
        raise TimerRunning
    row.run_id, row.run_state, row.run_until = new_id(), CHOSEN, now + timedelta(seconds=CHOSEN_SECONDS)
    return await _planned_again(session, platforms, row, now, is_asked_for=True)


async def reload_run(session: AsyncSession, platforms: Platforms, run: Run) -> Run | None:
    """The same run after somebody has changed the timer; None when it is not to speak any more."""
    row = await _lock(session, run)
    if row is None or row.run_state != CHOSEN:
        return None
    if not row.is_enabled and not run.is_asked_for:
        _end(row)
        return None
    connections = await timer_rows.connection_counts(session, row.channel_id)
    return Run(
        run_id=run.run_id,
        timer_id=run.timer_id,
        channel_id=run.channel_id,
        revision=row.revision,
        is_asked_for=run.is_asked_for,
        response_type=row.response_type,
        spec=timer_rows.spec_of(row),
        places=tuple(timer_rows.targets_of(row, connections, platforms)),
    )


async def start_sending(
    session: AsyncSession, run: Run, plan: RunPlan, spoken: Sequence[TargetResult], now: datetime, seconds: float
) -> bool:
    """From here on it counts as said; False when it was changed, switched off or deleted meanwhile."""
    row = await _lock(session, run)
    if row is None or row.run_state != CHOSEN or row.revision != run.revision:
        return False
    row.results = [one.result().model_dump(mode="json") for one in spoken]
    if not any(one.state == "sending" for one in spoken):
        _skip(row, _why_silent(plan, spoken), now)
    else:
        row.run_state, row.run_until = SENDING, now + timedelta(seconds=seconds)
        row.last_run_at, row.last_skip_at, row.last_skip_reason = now, None, ""
        row.last_position = plan.position
        row.counted_from = _counted(row, run.places, spoken)
    await publish_run(session, row)
    return True


def _why_silent(plan: RunPlan, spoken: Sequence[TargetResult]) -> str:
    if plan.reason:
        return plan.reason
    return " ".join(f"{one.place.name}: {one.detail}" for one in spoken)[:500]


def _counted(row: Timer, places: Sequence[TimerTarget], spoken: Sequence[TargetResult]) -> dict[str, object]:
    """Those that are gone are forgotten."""
    there = {str(place.connection_id): row.counted_from.get(str(place.connection_id), 0) for place in places}
    return there | {str(one.place.connection_id): one.place.total for one in spoken if one.state == "sending"}


async def skip(session: AsyncSession, run: Run, reason: str, now: datetime) -> None:
    row = await _lock(session, run)
    if row is not None and row.run_state == CHOSEN:
        _skip(row, reason, now)
        await publish_run(session, row)


def _skip(row: Timer, reason: str, now: datetime) -> None:
    _end(row)
    row.last_skip_at, row.last_skip_reason = now, reason


def _end(row: Timer) -> None:
    row.run_state, row.run_until = IDLE, None


async def record_result(session: AsyncSession, run: Run, connection_id: UUID, verdict: DeliveryResult) -> None:
    """Nothing is changed when it has spoken again since, or is gone."""
    row = await _lock(session, run)
    if row is None:
        return
    results = [TimerResult.model_validate(one) for one in row.results]
    for result in results:
        if result.connection_id == connection_id and result.state in {"sending", "failed"}:
            result.state, result.detail = _state(verdict), verdict.detail
    row.results = [one.model_dump(mode="json") for one in results]
    if not any(one.state == "sending" for one in results):
        _end(row)
    await publish_run(session, row)


def _state(verdict: DeliveryResult) -> ResultState:
    match verdict.state:
        case "sent":
            return "sent"
        case "dropped":
            return "dropped"
        case _:
            return "failed"


async def recover_lost(session: AsyncSession, now: datetime) -> int:
    """Runs whose process is no more: what had not left is due again, of the rest nobody knows."""
    lost = select(Timer).where(is_lost(now)).order_by(Timer.id).limit(MAX_PER_POLL).with_for_update(skip_locked=True)
    rows = list(await session.scalars(lost))
    for row in rows:
        if row.run_state == CHOSEN and row.is_enabled:
            row.next_run_at = row.planned_at = now
        row.results = [_given_up(TimerResult.model_validate(one)) for one in row.results]
        _end(row)
        await publish_run(session, row)
    return len(rows)


def _given_up(result: TimerResult) -> dict[str, object]:
    if result.state == "sending":
        result.state, result.detail = "failed", Interrupted().message
    return result.model_dump(mode="json")


async def replan_after_clock_change(session: AsyncSession, now: datetime) -> int:
    """The clock was put back: nobody waits for an hour that comes a second time."""
    misplanned = select(Timer).where(is_misplanned(now)).order_by(Timer.id).with_for_update(skip_locked=True)
    rows = list(await session.scalars(misplanned))
    for row in rows:
        assert row.next_run_at is not None
        row.next_run_at, row.planned_at = replanned(now, row.next_run_at, row.planned_at), now
        await publish_run(session, row)
    return len(rows)


async def _lock(session: AsyncSession, run: Run) -> Timer | None:
    found = select(Timer).where(Timer.id == run.timer_id, Timer.run_id == run.run_id)
    return await session.scalar(found.with_for_update().execution_options(populate_existing=True))


async def publish_run(session: AsyncSession, row: Timer) -> None:
    await session.flush()
    publish(session, timers_topic(row.channel_id), as_bytes(TimerRan(timer=await shown(session, row))))
