"""The stored state of timer runs: one process claims and sends a run; runs of dead processes are ended."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from msgspec import Struct
from sqlalchemy import BindParameter, ColumnElement, and_, bindparam, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from greenroom.accounts.platforms import Platforms
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
    replan,
)
from greenroom.features.timers.schemas import ResultState, TimerRan, TimerResult, timers_topic
from greenroom.features.timers.service import RANDOM, TIMERS
from greenroom.kernel.db.database import Database, publish
from greenroom.kernel.errors import Conflict
from greenroom.kernel.ids import new_id

# Lease of a run that is not sent yet, longer than rendering may take: an older claim is of a dead process.
CHOSEN_SECONDS = 60.0
# No run lasts this long: a `run_until` further ahead was written before the clock was set back.
MAX_RUN = timedelta(minutes=30)
MAX_PER_POLL = 50

IDLE, CHOSEN, SENDING = "", "chosen", "sending"
Moment = datetime | BindParameter[datetime]


class TimerRunning(Conflict):
    type = "timer_running"
    message = "This timer is already running. Try again in a moment."


class Run(Struct, frozen=True):
    """A claimed run, with the timer as it was when the run was claimed or last reloaded after an edit."""

    run_id: UUID
    timer_id: UUID
    channel_id: UUID
    revision: int
    is_manual: bool
    response_type: str
    spec: TimerSpec
    targets: tuple[TimerTarget, ...]


class TargetResult(Struct, frozen=True):
    """The text for one target and what became of it; or why the target is skipped."""

    target: TimerTarget
    text: str
    state: ResultState
    detail: str = ""

    def result(self) -> TimerResult:
        target = self.target
        return TimerResult(
            connection_id=target.connection_id,
            provider=target.provider,
            state=self.state,
            detail=self.detail,
            text=self.text,
        )


def is_due(now: Moment) -> ColumnElement[bool]:
    return and_(Timer.enabled, Timer.next_run_at <= now, Timer.run_state == IDLE)


def is_lost(now: Moment, latest_end: Moment) -> ColumnElement[bool]:
    return or_(Timer.run_until <= now, Timer.run_until > latest_end)


def is_misplanned(latest_plan: Moment) -> ColumnElement[bool]:
    return and_(Timer.next_run_at.is_not(None), Timer.planned_at > latest_plan)


# Built once, because this query runs every second.
TIMERS_TO_HANDLE = (
    select(Timer.id)
    .where(
        or_(
            is_due(bindparam("now")),
            is_lost(bindparam("now"), bindparam("latest_end")),
            is_misplanned(bindparam("latest_plan")),
        )
    )
    .limit(1)
)


async def has_work(database: Database, now: datetime) -> bool:
    """Whether any timer is due, has a run of a dead process or must be replanned; takes no write lock."""
    moments = {"now": now, "latest_end": now + MAX_RUN, "latest_plan": now + CLOCK_SLACK}
    return bool(await database.fast_read(TIMERS_TO_HANDLE, moments))


async def wait_for_database(session: AsyncSession) -> None:
    """Waits for a connection and, on SQLite, for the write lock, which the first statement takes."""
    await session.execute(select(1))


async def claim_due(session: AsyncSession, platforms: Platforms, now: datetime) -> list[Run]:
    """Claims the longest-due timer of each channel in one statement, so that two processes never both get it."""
    row_number = func.row_number().over(partition_by=Timer.channel_id, order_by=(Timer.next_run_at, Timer.id))
    due = select(Timer.id, row_number.label("rank")).where(is_due(now), ~_is_blocked(now)).subquery()
    first = select(due.c.id).where(due.c.rank == 1).order_by(due.c.id).limit(MAX_PER_POLL)
    statement = (
        update(Timer)
        # PostgreSQL evaluates these conditions again after waiting for a locked row.
        .where(Timer.id.in_(first), is_due(now), ~_is_blocked(now))
        .values(run_id=new_id(), run_state=CHOSEN, run_until=now + timedelta(seconds=CHOSEN_SECONDS))
        .returning(Timer)
        .execution_options(populate_existing=True, synchronize_session=False)
    )
    rows = list(await session.scalars(statement))
    return [await _begin_run(session, platforms, row, now, is_manual=False) for row in rows]


def _is_blocked(now: datetime) -> ColumnElement[bool]:
    """Condition: another timer of the channel is about to post, or has just posted."""
    other = aliased(Timer)
    # Another process may post while this one waits for a row. Times further ahead are of a clock that was set back.
    has_posted = and_(other.last_run_at > now - MIN_GAP, other.last_run_at <= now + CLOCK_SLACK)
    return (
        select(other.id)
        .where(other.channel_id == Timer.channel_id, other.id != Timer.id, or_(other.run_state == CHOSEN, has_posted))
        .exists()
    )


async def _begin_run(session: AsyncSession, platforms: Platforms, row: Timer, now: datetime, *, is_manual: bool) -> Run:
    """Plans the timer's next run, and returns the run that was just claimed."""
    if row.enabled:
        row.next_run_at, row.planned_at = next_run(now, row.interval_minutes, row.spread_minutes, RANDOM), now
    assert row.run_id is not None
    connections = await timer_rows.connection_counts(session, row.channel_id)
    return Run(
        run_id=row.run_id,
        timer_id=row.id,
        channel_id=row.channel_id,
        revision=row.revision,
        is_manual=is_manual,
        response_type=row.response_type,
        spec=timer_rows.spec_of(row),
        targets=tuple(timer_rows.targets_of(row, connections, platforms)),
    )


async def claim_manual_run(
    session: AsyncSession, platforms: Platforms, channel_id: UUID, timer_id: UUID, now: datetime
) -> Run:
    """Claims a run that staff started; the interval of an enabled timer begins again."""
    row = await TIMERS.lock_row(session, channel_id, timer_id)
    if row.run_state != IDLE:
        raise TimerRunning
    row.run_id, row.run_state, row.run_until = new_id(), CHOSEN, now + timedelta(seconds=CHOSEN_SECONDS)
    return await _begin_run(session, platforms, row, now, is_manual=True)


async def reload_run(session: AsyncSession, platforms: Platforms, run: Run) -> Run | None:
    """Reads the timer of a run again, after an edit; None if the timer was deleted or the run has ended.

    If the timer was disabled, the run ends, unless staff started it.
    """
    row = await _lock_timer(session, run)
    if row is None or row.run_state != CHOSEN:
        return None
    if not row.enabled and not run.is_manual:
        _end_run(row)
        return None
    connections = await timer_rows.connection_counts(session, row.channel_id)
    return Run(
        run_id=run.run_id,
        timer_id=run.timer_id,
        channel_id=run.channel_id,
        revision=row.revision,
        is_manual=run.is_manual,
        response_type=row.response_type,
        spec=timer_rows.spec_of(row),
        targets=tuple(timer_rows.targets_of(row, connections, platforms)),
    )


async def start_sending(
    session: AsyncSession, run: Run, plan: RunPlan, results: Sequence[TargetResult], now: datetime, max_seconds: float
) -> bool:
    """Marks the run as sending or skipped; returns False if the timer was edited, disabled or deleted meanwhile."""
    row = await _lock_timer(session, run)
    if row is None or row.run_state != CHOSEN or row.revision != run.revision:
        return False
    row.results = [one.result().model_dump(mode="json") for one in results]
    if not any(one.state == "sending" for one in results):
        _skip(row, _skip_reason(plan, results), now)
    else:
        row.run_state, row.run_until = SENDING, now + timedelta(seconds=max_seconds)
        row.last_run_at, row.last_skip_at, row.last_skip_reason = now, None, ""
        row.last_position = plan.position
        row.counted_from = _counted_from(row, run.targets, results)
    await publish_run(session, row)
    return True


def _skip_reason(plan: RunPlan, results: Sequence[TargetResult]) -> str:
    if plan.reason:
        return plan.reason
    return " ".join(f"{one.target.name}: {one.detail}" for one in results)[:500]


def _counted_from(row: Timer, targets: Sequence[TimerTarget], results: Sequence[TargetResult]) -> dict[str, object]:
    """Connection id → total at the last post there: the current total if this run posts there, else the stored one."""
    earlier = {str(one.connection_id): row.counted_from.get(str(one.connection_id), 0) for one in targets}
    return earlier | {str(one.target.connection_id): one.target.total for one in results if one.state == "sending"}


async def skip(session: AsyncSession, run: Run, reason: str, now: datetime) -> None:
    row = await _lock_timer(session, run)
    if row is not None and row.run_state == CHOSEN:
        _skip(row, reason, now)
        await publish_run(session, row)


def _skip(row: Timer, reason: str, now: datetime) -> None:
    _end_run(row)
    row.last_skip_at, row.last_skip_reason = now, reason


def _end_run(row: Timer) -> None:
    row.run_state, row.run_until = IDLE, None


async def record_result(session: AsyncSession, run: Run, connection_id: UUID, delivery: DeliveryResult) -> None:
    """Stores how the post on one connection ended, unless the timer has run again or was deleted."""
    row = await _lock_timer(session, run)
    if row is None:
        return
    results = [TimerResult.model_validate(one) for one in row.results]
    for result in results:
        if result.connection_id == connection_id and result.state in {"sending", "failed"}:
            result.state, result.detail = _result_state(delivery), delivery.detail
    row.results = [one.model_dump(mode="json") for one in results]
    if not any(one.state == "sending" for one in results):
        _end_run(row)
    await publish_run(session, row)


def _result_state(delivery: DeliveryResult) -> ResultState:
    match delivery.state:
        case "sent":
            return "sent"
        case "dropped":
            return "dropped"
        case _:
            return "failed"


async def recover_lost(session: AsyncSession, now: datetime) -> int:
    """Ends runs of dead processes: a timer that sent nothing is due again, unknown results are shown as failed."""
    found = select(Timer).where(is_lost(now, now + MAX_RUN)).order_by(Timer.id).limit(MAX_PER_POLL)
    lost = found.with_for_update(skip_locked=True)
    rows = list(await session.scalars(lost))
    for row in rows:
        if row.run_state == CHOSEN and row.enabled:
            row.next_run_at = row.planned_at = now
        row.results = [_mark_interrupted(TimerResult.model_validate(one)) for one in row.results]
        _end_run(row)
        await publish_run(session, row)
    return len(rows)


def _mark_interrupted(result: TimerResult) -> dict[str, object]:
    if result.state == "sending":
        result.state, result.detail = "failed", Interrupted().message
    return result.model_dump(mode="json")


async def replan_after_clock_change(session: AsyncSession, now: datetime) -> int:
    """Plans timers again after the clock was set back: their delays begin now. Returns how many were changed."""
    misplanned = (
        select(Timer).where(is_misplanned(now + CLOCK_SLACK)).order_by(Timer.id).with_for_update(skip_locked=True)
    )
    rows = list(await session.scalars(misplanned))
    for row in rows:
        assert row.next_run_at is not None
        row.next_run_at, row.planned_at = replan(now, row.next_run_at, row.planned_at), now
        await publish_run(session, row)
    return len(rows)


async def _lock_timer(session: AsyncSession, run: Run) -> Timer | None:
    found = select(Timer).where(Timer.id == run.timer_id, Timer.run_id == run.run_id)
    return await session.scalar(found.with_for_update().execution_options(populate_existing=True))


async def publish_run(session: AsyncSession, row: Timer) -> None:
    await session.flush()
    timer = timer_rows.timer_out(row, await timer_rows.connection_counts(session, row.channel_id))
    publish(session, timers_topic(row.channel_id), TimerRan(timer=timer))
