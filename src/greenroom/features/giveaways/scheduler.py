"""Polls for giveaways that open or close now, reminders, and winners who have not answered."""

from collections.abc import Coroutine
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from msgspec import Struct
from sqlalchemy import BindParameter, ColumnElement, bindparam, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.giveaways import service
from greenroom.features.giveaways.announcer import Announcer
from greenroom.features.giveaways.draws import rounds
from greenroom.features.giveaways.models import MAX_PROBLEM_LENGTH, Giveaway, GiveawayDraw
from greenroom.features.giveaways.rules import STEPS
from greenroom.features.giveaways.service import GIVEAWAYS_CHANGED, next_reminder
from greenroom.features.giveaways.steps import GiveawaySteps
from greenroom.kernel.bus.bus import Unsubscribe
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.database import Database
from greenroom.kernel.errors import AppError
from greenroom.kernel.logs import get_logger
from greenroom.kernel.tasks.poll_loop import PollLoop

log = get_logger(__name__)

POLL_SECONDS = 1.0
# Messages that arrived in time may still be on their way through the pipeline.
GRACE = timedelta(seconds=2)


class Due(Struct, frozen=True):
    """What has to be done now, by channel and giveaway."""

    opening: list[tuple[UUID, UUID]]
    closing: list[tuple[UUID, UUID]]
    reminding: list[tuple[UUID, UUID]]
    # With the draw: winners whose time is over, and those to remind.
    missed: list[tuple[UUID, UUID, UUID]]
    winners: list[tuple[UUID, UUID, UUID]]


class GiveawayScheduler:
    """Runs in every worker process; each step checks the state again under a lock, so it happens once."""

    def __init__(self, kernel: Kernel, steps: GiveawaySteps, announcer: Announcer) -> None:
        self._kernel = kernel
        self._steps = steps
        self._announcer = announcer
        self._unsubscribe: Unsubscribe | None = None
        self._loop = PollLoop("giveaways", self.poll, POLL_SECONDS)

    def start(self) -> None:
        self._unsubscribe = self._kernel.bus.subscribe(self._loop.wake, GIVEAWAYS_CHANGED)
        self._loop.start()

    async def stop(self) -> None:
        if self._unsubscribe is not None:
            self._unsubscribe()
        await self._loop.stop()

    async def poll(self) -> None:
        now = self._kernel.clock()
        if not await has_work(self._kernel.database, now):
            return
        async with self._kernel.database.read() as session:
            due = await _due(session, now)
        # Closed first: its keyword may be that of the next one.
        for channel_id, giveaway_id in due.closing:
            await _each(self._steps.close(channel_id, giveaway_id))
        for channel_id, giveaway_id in due.opening:
            await _each(self._open(channel_id, giveaway_id, now))
        for channel_id, giveaway_id in due.reminding:
            await _each(self._remind(channel_id, giveaway_id, now))
        for channel_id, giveaway_id, draw_id in due.missed:
            await _each(self._steps.end_claim(channel_id, giveaway_id, draw_id, now - GRACE))
        for channel_id, giveaway_id, draw_id in due.winners:
            await _each(self._remind_winner(channel_id, giveaway_id, draw_id, now))

    async def _open(self, channel_id: UUID, giveaway_id: UUID, now: datetime) -> None:
        """A giveaway that cannot open, because another one has its keyword, stays a draft that says why."""
        try:
            await self._steps.open(channel_id, giveaway_id)
        except AppError as error:
            log.warning("giveaway_not_opened", giveaway=str(giveaway_id), reason=error.message)
            async with self._kernel.database.write() as session:
                row = await service.lock_giveaway(session, channel_id, giveaway_id)
                # Another process may have opened it, or staff have chosen another time.
                if row.state == "draft" and row.opens_at is not None and row.opens_at <= now:
                    row.opens_at, row.opening_problem = None, error.message[:MAX_PROBLEM_LENGTH]
                    service.announce_change(session, row)

    async def _remind(self, channel_id: UUID, giveaway_id: UUID, now: datetime) -> None:
        async with self._kernel.database.write() as session:
            row = await service.lock_giveaway(session, channel_id, giveaway_id)
            if row.state != "open" or row.next_reminder_at is None or row.next_reminder_at > now:
                return
            row.next_reminder_at = next_reminder(service.fields_of(row), now)
        self._announcer.post_soon(channel_id, self._announcer.texts(row).reminder(now))

    async def _remind_winner(self, channel_id: UUID, giveaway_id: UUID, draw_id: UUID, now: datetime) -> None:
        async with self._kernel.database.write() as session:
            row = await service.lock_giveaway(session, channel_id, giveaway_id)
            draw = await rounds.find_draw(session, row, draw_id)
            if draw.status != "waiting" or draw.remind_at is None or draw.claim_until is None:
                return
            draw.remind_at = None
        left = (draw.claim_until - now).total_seconds()
        if left > 0:
            self._announcer.post_soon(channel_id, self._announcer.texts(row).claim_reminder(draw.name, left))


async def _each(step: Coroutine[Any, Any, None]) -> None:
    """A giveaway that was deleted or changed meanwhile must not keep the others waiting."""
    try:
        await step
    except AppError as error:
        log.info("giveaway_step_refused", reason=error.message)


Moment = datetime | BindParameter[datetime]


def _has_giveaway_step(now: Moment, end: Moment) -> ColumnElement[bool]:
    return or_(
        (Giveaway.state == "draft") & (Giveaway.opens_at <= now),
        or_(*(Giveaway.state == state for state in sorted(STEPS["close"]))) & (Giveaway.closes_at <= end),
        (Giveaway.state == "open") & (Giveaway.next_reminder_at <= now),
    )


def _has_draw_step(now: Moment, end: Moment) -> ColumnElement[bool]:
    # No further winner is drawn in an archived giveaway.
    is_drawn = (GiveawayDraw.status == "waiting") & (Giveaway.state == "drawn")
    return is_drawn & or_(GiveawayDraw.claim_until <= end, GiveawayDraw.remind_at <= now)


# Read every second, so it is built once.
WORK = select(
    or_(
        select(Giveaway.id).where(_has_giveaway_step(bindparam("now"), bindparam("end"))).exists(),
        select(GiveawayDraw.id)
        .join(Giveaway, Giveaway.id == GiveawayDraw.giveaway_id)
        .where(_has_draw_step(bindparam("now"), bindparam("end")))
        .exists(),
    )
)


async def has_work(database: Database, now: datetime) -> bool:
    """A cheap check: nearly always there is nothing to do."""
    [(found,)] = await database.fast_read(WORK, {"now": now, "end": now - GRACE})
    return bool(found)


async def _due(session: AsyncSession, now: datetime) -> Due:
    giveaways = (
        await session.execute(
            select(Giveaway.channel_id, Giveaway.id, Giveaway.state, Giveaway.closes_at).where(
                _has_giveaway_step(now, now - GRACE)
            )
        )
    ).all()
    draws = (
        await session.execute(
            select(GiveawayDraw.channel_id, GiveawayDraw.giveaway_id, GiveawayDraw.id, GiveawayDraw.claim_until)
            .join(Giveaway, Giveaway.id == GiveawayDraw.giveaway_id)
            .where(_has_draw_step(now, now - GRACE))
        )
    ).all()
    is_over = [(row, row.closes_at is not None and row.closes_at <= now - GRACE) for row in giveaways]
    return Due(
        opening=[(row.channel_id, row.id) for row, _ in is_over if row.state == "draft"],
        closing=[(row.channel_id, row.id) for row, over in is_over if over and row.state != "draft"],
        reminding=[(row.channel_id, row.id) for row, over in is_over if not over and row.state != "draft"],
        missed=[(row.channel_id, row.giveaway_id, row.id) for row in draws if row.claim_until <= now - GRACE],
        winners=[(row.channel_id, row.giveaway_id, row.id) for row in draws if row.claim_until > now - GRACE],
    )
