"""Polls for giveaways that are due to open or close, due reminders, and winners who have not answered."""

from collections.abc import Coroutine, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from msgspec import Struct
from sqlalchemy import BindParameter, ColumnElement, bindparam, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.pipeline.inbox import Inboxes
from greenroom.features.giveaways import service
from greenroom.features.giveaways.announcer import Announcer
from greenroom.features.giveaways.draws import rounds
from greenroom.features.giveaways.models import MAX_PROBLEM_LENGTH, Giveaway, GiveawayDraw
from greenroom.features.giveaways.rules import RUNNING
from greenroom.features.giveaways.service import GIVEAWAYS_CHANGED, KeywordTaken, next_reminder
from greenroom.features.giveaways.steps import GiveawaySteps
from greenroom.kernel.bus.bus import Unsubscribe
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.database import Database
from greenroom.kernel.errors import AppError
from greenroom.kernel.logs import get_logger
from greenroom.kernel.services import ServiceMap
from greenroom.kernel.tasks.poll_loop import PollLoop

log = get_logger(__name__)

POLL_SECONDS = 1.0
# Minimum time between the deadline of a giveaway or claim and the step that ends it. Every process polls in this time,
# and reports to the others if messages that arrived before the deadline still wait in its pipeline.
GRACE = timedelta(seconds=2)
# How long one such report delays the step: enough for the next poll, and for the last messages' commands to run.
HOLD = timedelta(seconds=4)
# Maximum time between a deadline and the step, even if a pipeline is blocked or a platform's clock is wrong.
MAX_HOLD = timedelta(seconds=60)
# Bus topic of the reports. Payload: the id of a giveaway or a draw for which messages wait in a pipeline.
GIVEAWAY_HELD = "giveaways:held"


class Deadline(Struct, frozen=True):
    """The closing time of a giveaway, or the end of a winner's time to claim."""

    # Id of the giveaway or the draw.
    id: UUID
    channel_id: UUID
    giveaway_id: UUID
    at: datetime


class Due(Struct, frozen=True):
    """Steps that are due, each with the ids of its channel and giveaway."""

    opening: list[tuple[UUID, UUID]]
    closing: list[Deadline]
    reminding: list[tuple[UUID, UUID]]
    missed: list[Deadline]
    # Winners to remind: ids of channel, giveaway and draw.
    winners: list[tuple[UUID, UUID, UUID]]


class GiveawayScheduler:
    """Runs in every worker process; a step checks the state again under a lock, so only one process performs it."""

    def __init__(self, kernel: Kernel, steps: GiveawaySteps, announcer: Announcer, provided: ServiceMap) -> None:
        self._kernel = kernel
        self._steps = steps
        self._announcer = announcer
        self._provided = provided
        # Until when the step of a giveaway or draw is delayed, by its id: messages wait in the pipeline of a process.
        self._held: dict[UUID, datetime] = {}
        self._unsubscribes: list[Unsubscribe] = []
        self._loop = PollLoop("giveaways", self.poll, POLL_SECONDS)

    def start(self) -> None:
        bus = self._kernel.bus
        self._unsubscribes = [
            bus.subscribe(self._loop.wake, GIVEAWAYS_CHANGED),
            bus.subscribe(self._on_held, GIVEAWAY_HELD),
        ]
        self._loop.start()

    async def stop(self) -> None:
        for unsubscribe in self._unsubscribes:
            unsubscribe()
        await self._loop.stop()

    async def poll(self) -> None:
        now = self._kernel.clock()
        if not await has_work(self._kernel.database, now):
            return
        async with self._kernel.database.read() as session:
            due = await _due(session, now)
        closing, missed = await self._ready_to_end(due.closing, now), await self._ready_to_end(due.missed, now)
        # Closing comes first: a giveaway that opens may have the same keyword.
        for deadline in closing:
            await _run_step(self._steps.close(deadline.channel_id, deadline.giveaway_id))
        still_open = {deadline.channel_id for deadline in due.closing if deadline not in closing}
        for channel_id, giveaway_id in due.opening:
            await _run_step(self._open(channel_id, giveaway_id, now, may_wait=channel_id in still_open))
        for channel_id, giveaway_id in due.reminding:
            await _run_step(self._remind(channel_id, giveaway_id, now))
        for deadline in missed:
            await _run_step(self._steps.end_claim(deadline.channel_id, deadline.giveaway_id, deadline.id, deadline.at))
        for channel_id, giveaway_id, draw_id in due.winners:
            await _run_step(self._remind_winner(channel_id, giveaway_id, draw_id, now))

    async def _ready_to_end(self, deadlines: Sequence[Deadline], now: datetime) -> list[Deadline]:
        """Deadlines that may take effect: every process has handled the messages up to then, or MAX_HOLD is over.

        Tells all processes (GIVEAWAY_HELD) for which deadlines messages still wait in this one.
        """
        inboxes = self._provided.get(Inboxes)
        for deadline in deadlines:
            since = inboxes.waiting_since(deadline.channel_id)
            if since is not None and since <= deadline.at:
                self._hold(deadline.id, now)
                await self._kernel.bus.publish(GIVEAWAY_HELD, str(deadline.id).encode())
        return [
            deadline
            for deadline in deadlines
            if now - deadline.at >= MAX_HOLD or (now - deadline.at >= GRACE and self._held.get(deadline.id, now) <= now)
        ]

    def _on_held(self, _: str, payload: bytes) -> None:
        self._hold(UUID(payload.decode()), self._kernel.clock())

    def _hold(self, deadline_id: UUID, now: datetime) -> None:
        self._held = {**{key: until for key, until in self._held.items() if until > now}, deadline_id: now + HOLD}

    async def _open(self, channel_id: UUID, giveaway_id: UUID, now: datetime, *, may_wait: bool) -> None:
        """Opens the giveaway; if that is refused, it stays a draft, and the reason is stored.

        With `may_wait` a giveaway whose keyword is in use is tried again later: another giveaway is about to close.
        """
        try:
            await self._steps.open(channel_id, giveaway_id)
        except AppError as error:
            if may_wait and isinstance(error, KeywordTaken):
                return
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


async def _run_step(step: Coroutine[Any, Any, None]) -> None:
    """Runs a step and logs its refusal, for example if the giveaway was deleted or changed meanwhile."""
    try:
        await step
    except AppError as error:
        log.info("giveaway_step_refused", reason=error.message)


Moment = datetime | BindParameter[datetime]


def _has_giveaway_step(now: Moment) -> ColumnElement[bool]:
    return or_(
        (Giveaway.state == "draft") & (Giveaway.opens_at <= now),
        or_(*(Giveaway.state == state for state in sorted(RUNNING))) & (Giveaway.closes_at <= now),
        (Giveaway.state == "open") & (Giveaway.next_reminder_at <= now),
    )


def _has_draw_step(now: Moment) -> ColumnElement[bool]:
    # No further winner is drawn in an archived giveaway.
    is_drawn = (GiveawayDraw.status == "waiting") & (Giveaway.state == "drawn")
    return is_drawn & or_(GiveawayDraw.claim_until <= now, GiveawayDraw.remind_at <= now)


# Whether any step is due; built once, because it runs every second.
WORK = select(
    or_(
        select(Giveaway.id).where(_has_giveaway_step(bindparam("now"))).exists(),
        select(GiveawayDraw.id)
        .join(Giveaway, Giveaway.id == GiveawayDraw.giveaway_id)
        .where(_has_draw_step(bindparam("now")))
        .exists(),
    )
)


async def has_work(database: Database, now: datetime) -> bool:
    """Whether any step is due; a cheap query."""
    [(found,)] = await database.fast_read(WORK, {"now": now})
    return bool(found)


async def _due(session: AsyncSession, now: datetime) -> Due:
    giveaways = (
        await session.execute(
            select(Giveaway.channel_id, Giveaway.id, Giveaway.state, Giveaway.closes_at).where(_has_giveaway_step(now))
        )
    ).all()
    draws = (
        await session.execute(
            select(GiveawayDraw.channel_id, GiveawayDraw.giveaway_id, GiveawayDraw.id, GiveawayDraw.claim_until)
            .join(Giveaway, Giveaway.id == GiveawayDraw.giveaway_id)
            .where(_has_draw_step(now))
        )
    ).all()
    running = [(row, row.closes_at is not None and row.closes_at <= now) for row in giveaways if row.state != "draft"]
    claims = [(row, row.claim_until <= now) for row in draws]
    return Due(
        opening=[(row.channel_id, row.id) for row in giveaways if row.state == "draft"],
        closing=[Deadline(row.id, row.channel_id, row.id, row.closes_at) for row, over in running if over],
        reminding=[(row.channel_id, row.id) for row, over in running if not over],
        missed=[Deadline(row.id, row.channel_id, row.giveaway_id, row.claim_until) for row, over in claims if over],
        winners=[(row.channel_id, row.giveaway_id, row.id) for row, over in claims if not over],
    )
