"""Between the connections and the pipeline: one bounded queue for each channel, taken batch by batch."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from greenroom.chat.batching import Gaps, shed, sort_out, take_batch
from greenroom.chat.heard import Heard
from greenroom.chat.pipeline import Errand, Stage, StageFailed, Turn, name_of, take_turn
from greenroom.chat.removing import REFETCH
from greenroom.kernel.context import Kernel
from greenroom.kernel.db import publish
from greenroom.kernel.logs import get_logger
from greenroom.tenancy.channels.models import Channel
from greenroom.tenancy.topics import chat_topic, public_chat_topic

log = get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Limits:
    # Events that may wait in one channel; what comes on top pushes the oldest messages out.
    waiting: int = 5_000
    # So many go at once that the next of a flood do not each cost a look through the whole queue.
    shed_at_once: int = 250
    batch: int = 400
    # An event that follows another waits this long for company, and no longer: a little more than the hub gathers what
    # goes into one frame, so that no batch waits there once more.
    gather_seconds: float = 0.035
    # While so many come in a second it waits longer: nobody reads a thousand lines a second, and what all of a batch
    # costs together is most of what storing a message costs.
    busy_per_second: float = 400.0
    busy_gather_seconds: float = 0.1
    first_retry_seconds: float = 0.05
    longest_retry_seconds: float = 2.0
    # How long a process that stops still stores what it has heard.
    drain_seconds: float = 5.0

    def gather_for(self, count: int, seconds: float) -> float:
        """After a batch of so many that came within so many seconds: many after a long pause are no flood."""
        is_busy = count >= self.busy_per_second * max(seconds, self.gather_seconds)
        return self.busy_gather_seconds if is_busy else self.gather_seconds


@dataclass(slots=True)
class Counts:
    """Since the process started."""

    batches: int = 0
    events: int = 0
    # Messages that were left out because too many came, and events that could not be stored.
    shed: int = 0
    poisoned: int = 0
    retries: int = 0
    skipped_stages: int = 0


@dataclass(slots=True, eq=False)
class Inbox:
    """What waits in one channel; there only as long as something is going on."""

    channel_id: UUID
    waiting: deque[Heard] = field(default_factory=deque[Heard])
    gaps: Gaps = field(default_factory=Gaps)
    is_full: asyncio.Event = field(default_factory=asyncio.Event)
    has_room: asyncio.Event = field(default_factory=asyncio.Event)


class ChannelGone(Exception):
    """Nobody will ever read it."""


class Inboxes:
    """Hears everything. `essential` are the stages without which an event is not worth keeping."""

    def __init__(
        self,
        kernel: Kernel,
        stages: Sequence[Stage],
        *,
        essential: frozenset[Stage],
        post: Callable[[Errand], None],
        limits: Limits | None = None,
    ) -> None:
        self.counts = Counts()
        self._kernel = kernel
        self._stages = tuple(stages)
        self._essential = essential
        self._post = post
        self._limits = limits or Limits()
        self._boxes: dict[UUID, Inbox] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_stopping = False

    @property
    def open_channels(self) -> int:
        return len(self._boxes)

    async def __call__(self, heard: Sequence[Heard]) -> None:
        """All of one channel."""
        channel_id = heard[0].channel_id
        box = self._boxes.get(channel_id) or self._open(channel_id)
        box.waiting.extend(heard)
        count = len(box.waiting)
        if count >= self._limits.batch:
            box.is_full.set()
        if count > self._limits.waiting:
            await self._make_room(box)

    async def stop(self) -> None:
        """Stores what still waits, as far as that can be done soon."""
        self._is_stopping = True
        for box in self._boxes.values():
            box.is_full.set()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=self._limits.drain_seconds)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        lost = sum(len(box.waiting) for box in self._boxes.values())
        if lost:
            log.error("events_lost_at_stop", count=lost)

    def _open(self, channel_id: UUID) -> Inbox:
        box = self._boxes[channel_id] = Inbox(channel_id)
        task = asyncio.create_task(self._empty(box), name=f"inbox:{channel_id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return box

    async def _make_room(self, box: Inbox) -> None:
        keep = self._limits.waiting - self._limits.shed_at_once
        box.waiting, gone = shed(box.waiting, keep)
        if gone:
            box.gaps.add(gone)
            self.counts.shed += len(gone)
            log.warning("messages_left_out", channel=str(box.channel_id), count=len(gone))
        if len(box.waiting) > self._limits.waiting and not self._is_stopping:
            # Nothing more that waits may go: whoever brings more waits too.
            box.has_room.clear()
            await box.has_room.wait()

    async def _empty(self, box: Inbox) -> None:
        """Until nothing came for as long as anybody would wait for company."""
        loop = asyncio.get_running_loop()
        try:
            last = loop.time()
            while box.waiting:
                began = loop.time()
                count = await self._take_one_batch(box)
                box.has_room.set()
                seconds = self._limits.gather_for(count, began - last)
                last = began
                await self._gather(box, began + seconds - loop.time())
        except ChannelGone:
            box.waiting.clear()
        finally:
            del self._boxes[box.channel_id]
            box.has_room.set()

    async def _gather(self, box: Inbox, seconds: float) -> None:
        if seconds <= 0 or self._is_stopping or len(box.waiting) >= self._limits.batch:
            return
        box.is_full.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await box.is_full.wait()

    async def _take_one_batch(self, box: Inbox) -> int:
        """How many events it was."""
        batch = [*box.gaps.take(), *take_batch(box.waiting, self._limits.batch)]
        self.counts.batches += 1
        self.counts.events += len(batch)
        try:
            await self._store(box, batch)
        except ChannelGone:
            raise
        except Exception:
            # Ours, then; what comes next must not suffer for it.
            log.exception("batch_lost", channel=str(box.channel_id), count=len(batch))
        return len(batch)

    async def _store(self, box: Inbox, batch: Sequence[Heard]) -> None:
        """All of it, or, where something cannot be stored at all, everything else."""
        skipped = frozenset[Stage]()
        while True:
            outcome = await self._try_until_there(box, batch, skipped)
            if isinstance(outcome, Turn):
                self._settle(outcome)
                return
            if not await self._channel_exists(box):
                raise ChannelGone
            if outcome.stage in self._essential:
                await self._store_the_rest(box, batch, outcome)
                return
            self.counts.skipped_stages += 1
            log.error("stage_skipped", stage=name_of(outcome.stage), channel=str(box.channel_id), exc_info=outcome)
            skipped |= {outcome.stage}

    async def _store_the_rest(self, box: Inbox, batch: Sequence[Heard], failure: StageFailed) -> None:
        """Halves it until what cannot be stored is alone."""
        if len(batch) == 1:
            self.counts.poisoned += 1
            heard = batch[0]
            names = {"channel": str(box.channel_id), "provider": heard.provider, "kind": type(heard.event).__name__}
            log.error("event_cannot_be_stored", **names, exc_info=failure)
            return
        middle = len(batch) // 2
        await self._store(box, batch[:middle])
        await self._store(box, batch[middle:])

    async def _try_until_there(
        self, box: Inbox, batch: Sequence[Heard], skipped: frozenset[Stage]
    ) -> Turn | StageFailed:
        """The same batch again and again while the database is away; nothing of it is stored twice."""
        stages = [stage for stage in self._stages if stage not in skipped]
        wait, attempt = self._limits.first_retry_seconds, Attempt()
        while True:
            try:
                return await self._attempt(box, batch, stages, attempt)
            except StageFailed as failure:
                if not self._hangs(failure):
                    return failure
                self._tell_of_outage(box, failure)
            except Exception as error:  # noqa: BLE001  # no stage is to blame, so the database is
                self._tell_of_outage(box, error)
            await asyncio.sleep(wait)
            wait = min(wait * 2, self._limits.longest_retry_seconds)

    def _tell_of_outage(self, box: Inbox, error: Exception) -> None:
        self.counts.retries += 1
        log.warning("database_away", channel=str(box.channel_id), error=repr(error), waiting=len(box.waiting))

    def _hangs(self, failure: StageFailed) -> bool:
        """A network that swallows everything looks like a slow stage; what is essential is not given up for that."""
        return failure.stage in self._essential and isinstance(failure.__cause__, TimeoutError)

    async def _attempt(self, box: Inbox, batch: Sequence[Heard], stages: Sequence[Stage], attempt: "Attempt") -> Turn:
        async with self._kernel.database.write() as session:
            # Before any stage: one that only waits for the database is not to be blamed.
            await session.connection()
            said, others = sort_out(batch)
            turn = Turn(session, box.channel_id, self._kernel.clock(), said, others)
            await take_turn(turn, stages)
            if attempt.may_be_committed:
                # What it would have told is lost with the answer to its commit.
                publish(session, chat_topic(box.channel_id), REFETCH)
                publish(session, public_chat_topic(box.channel_id), REFETCH)
            attempt.may_be_committed = True
        return turn

    def _settle(self, turn: Turn) -> None:
        """After the commit nothing may be tried again, whatever happens here."""
        try:
            for settle in turn.committed:
                settle()
            for errand in turn.errands:
                self._post(errand)
        except Exception:
            log.exception("turn_not_settled", channel=str(turn.channel_id))

    async def _channel_exists(self, box: Inbox) -> bool:
        try:
            async with self._kernel.database.read() as session:
                return await session.scalar(select(Channel.id).where(Channel.id == box.channel_id)) is not None
        except SQLAlchemyError:
            # Not known: then it is the event's fault rather than the channel's.
            return True


@dataclass(slots=True)
class Attempt:
    # Set when only the commit was left to do: whether it was done is not known.
    may_be_committed: bool = False
