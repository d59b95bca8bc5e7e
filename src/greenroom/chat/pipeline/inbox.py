"""One bounded queue for each channel between the connections and the pipeline, emptied batch by batch."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from msgspec import Struct, field
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from greenroom.accounts.models.channels import Channel
from greenroom.accounts.topics import activity_topic, chat_topic, public_chat_topic
from greenroom.chat.messages.removal import REFETCH
from greenroom.chat.pipeline.batch import (
    STAGE_SECONDS,
    Batch,
    PreparationFailed,
    Prepare,
    Stage,
    StageFailed,
    prepare_stage,
    run_stages,
    stage_name,
)
from greenroom.chat.pipeline.batching import Gaps, drop_oldest, split_events, take_batch
from greenroom.chat.pipeline.hold_notice import HoldNotice
from greenroom.chat.protocol.channel_event import ChannelEvent
from greenroom.chat.sending.deferred import DeferredAction
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.database import publish
from greenroom.kernel.logs import get_logger
from greenroom.kernel.tasks.background import BackgroundTasks

log = get_logger(__name__)


class Limits(Struct, frozen=True):
    # Events that may wait in one channel, 20 MB; further ones push out the oldest messages. A raid in which thousands
    # of viewers enter a giveaway is faster than a small machine stores it, and their entries must not be lost.
    waiting: int = 20_000
    # Messages that are dropped together, so that a flood does not scan the whole queue for every event.
    dropped_at_once: int = 1_000
    # Maximum number of events in a batch: half of what may wait for a reader of the live socket, at 600 bytes a line.
    batch: int = 800
    # Minimum time between the starts of two batches: slightly longer than the tick for which the live hub collects
    # events, so that a batch is not delayed twice.
    batch_seconds: float = 0.035
    # Above this rate the time between batches is longer: no reader can follow a thousand lines a second, and most of
    # the cost of storing a message is the cost of its batch.
    busy_per_second: float = 400.0
    busy_batch_seconds: float = 0.1
    min_retry_seconds: float = 0.05
    max_retry_seconds: float = 2.0
    # How long a stopping process still stores waiting events.
    drain_seconds: float = 5.0
    # Staff see a notice once a guard fails or takes this long to load; it is repeated at `hold_repeat_seconds`.
    hold_notice_seconds: float = 1.0
    hold_repeat_seconds: float = 5.0
    # Time limit of a guard for a batch; after it smaller batches follow, because on SQLite all other writers wait.
    guard_seconds: float = 2.0
    # How many times a batch is tried again when a guard raises an error.
    guard_retries: int = 3

    def seconds_between_batches(self, count: int, seconds: float) -> float:
        """Seconds between two batches; longer if `count` events in `seconds` exceed the rate `busy_per_second`."""
        is_busy = count >= self.busy_per_second * max(seconds, self.batch_seconds)
        return self.busy_batch_seconds if is_busy else self.batch_seconds


class Counts(Struct):
    """Counters since the process started."""

    batches: int = 0
    events: int = 0
    # Messages dropped because too many waited.
    dropped: int = 0
    # Events that could not be stored.
    poisoned: int = 0
    retries: int = 0
    skipped_stages: int = 0
    # Messages that were stored without the check of a guard, because it raised an error.
    unguarded: int = 0


class Inbox(Struct, eq=False):
    """The queue of one channel; removed once no more events wait in it."""

    channel_id: UUID
    hold: HoldNotice
    # Maximum number of events in a batch; smaller after a guard took too long.
    batch_size: int
    # Retries left for the current batch.
    guard_retries_left: int = 0
    # When the first event of the current batch was received; None between two batches.
    batch_received_at: datetime | None = None
    waiting: deque[ChannelEvent] = field(default_factory=deque[ChannelEvent])
    gaps: Gaps = field(default_factory=Gaps)
    batch_ready: asyncio.Event = field(default_factory=asyncio.Event)
    has_room: asyncio.Event = field(default_factory=asyncio.Event)


class ChannelDeleted(Exception):
    pass


class EarlierAttempts(Struct):
    # A commit may have succeeded although the connection was lost before its result arrived.
    may_be_committed: bool = False


class Inboxes:
    """Receives the events of all connections.

    An event for which an `essential` stage fails is not stored. The keys of `guards` are stages that no message may
    bypass: while a guard is slow, messages wait. A message for which a guard raises an error at every attempt is shown
    to staff only, with a notice that it is unfiltered.
    """

    def __init__(
        self,
        kernel: Kernel,
        stages: Sequence[Stage],
        *,
        essential: frozenset[Stage],
        guards: Mapping[Stage, Prepare] | None = None,
        post: Callable[[DeferredAction], None],
        limits: Limits | None = None,
    ) -> None:
        self.counts = Counts()
        self._kernel = kernel
        self._stages = tuple(stages)
        self._essential = essential
        self._guards = guards or {}
        self._post = post
        self._limits = limits or Limits()
        self._boxes: dict[UUID, Inbox] = {}
        self._tasks = BackgroundTasks()
        self._is_stopping = False

    @property
    def open_channel_count(self) -> int:
        return len(self._boxes)

    def waiting_since(self, channel_id: UUID) -> datetime | None:
        """When the channel's oldest event that is not stored yet was received; None if all are stored."""
        box = self._boxes.get(channel_id)
        if box is None:
            return None
        return box.batch_received_at or next((one.event.received_at for one in box.waiting), None)

    async def __call__(self, events: Sequence[ChannelEvent]) -> None:
        """Puts events into the queue of their channel; all must be of the same channel."""
        channel_id = events[0].channel_id
        box = self._boxes.get(channel_id) or self._open(channel_id)
        box.waiting.extend(events)
        count = len(box.waiting)
        if count >= self._limits.batch:
            box.batch_ready.set()
        if count > self._limits.waiting:
            await self._make_room(box)

    async def stop(self) -> None:
        """Stores the waiting events; those that are not stored within `drain_seconds` are lost."""
        self._is_stopping = True
        for box in self._boxes.values():
            box.batch_ready.set()
        await self._tasks.stop(grace=self._limits.drain_seconds)
        lost = sum(len(box.waiting) for box in self._boxes.values())
        if lost:
            log.error("events_lost_at_stop", count=lost)

    def _open(self, channel_id: UUID) -> Inbox:
        hold = HoldNotice(self._kernel.bus, self._tasks, channel_id, self._limits.hold_repeat_seconds)
        box = self._boxes[channel_id] = Inbox(channel_id, hold, self._limits.batch)
        self._tasks.start(self._drain(box), name=f"inbox:{channel_id}")
        return box

    async def _make_room(self, box: Inbox) -> None:
        keep = self._limits.waiting - self._limits.dropped_at_once
        box.waiting, dropped = drop_oldest(box.waiting, keep)
        if dropped:
            box.gaps.add(dropped)
            self.counts.dropped += len(dropped)
            log.warning("messages_dropped", channel=str(box.channel_id), count=len(dropped))
        if len(box.waiting) > self._limits.waiting and not self._is_stopping:
            # Nothing else may be dropped: the connection has to wait.
            box.has_room.clear()
            await box.has_room.wait()

    async def _drain(self, box: Inbox) -> None:
        """Processes batches until no event arrives in the time between two batches."""
        loop = asyncio.get_running_loop()
        try:
            last = loop.time()
            while box.waiting:
                began = loop.time()
                count = await self._process_batch(box)
                box.has_room.set()
                seconds = self._limits.seconds_between_batches(count, began - last)
                last = began
                await self._gather(box, began + seconds - loop.time())
        except ChannelDeleted:
            box.waiting.clear()
        finally:
            del self._boxes[box.channel_id]
            box.has_room.set()
            await box.hold.clear()

    async def _gather(self, box: Inbox, seconds: float) -> None:
        if seconds <= 0 or self._is_stopping or len(box.waiting) >= self._limits.batch:
            return
        box.batch_ready.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await box.batch_ready.wait()

    async def _process_batch(self, box: Inbox) -> int:
        """Stores the next batch, and returns the number of its events."""
        events = [*box.gaps.take(), *take_batch(box.waiting, box.batch_size)]
        box.guard_retries_left = self._limits.guard_retries
        box.batch_received_at = events[0].event.received_at
        self.counts.batches += 1
        self.counts.events += len(events)
        try:
            await self._store(box, events)
        except ChannelDeleted:
            raise
        except Exception:
            # Our own bug: it must not affect the next batch.
            log.exception("batch_lost", channel=str(box.channel_id), count=len(events))
        box.batch_received_at = None
        await box.hold.clear()
        return len(events)

    async def _store(self, box: Inbox, events: Sequence[ChannelEvent]) -> None:
        """Stores the batch; halves it if an essential stage or a guard fails, and skips any other stage that fails."""
        skipped = frozenset[Stage]()
        while True:
            result = await self._retry_while_unreachable(box, events, skipped)
            if isinstance(result, Batch):
                self._after_commit(result)
                return
            if not await self._channel_exists(box):
                raise ChannelDeleted
            if result.stage in self._essential:
                await self._isolate_failing_event(box, events, result)
                return
            if result.stage in self._guards:
                if len(events) > 1 and not isinstance(result, PreparationFailed):
                    await self._store_halves(box, events)
                    return
                messages, _ = split_events(events)
                self.counts.unguarded += len(messages)
                if messages:
                    await box.hold.report_unfiltered(len(messages))
            self.counts.skipped_stages += 1
            log.error("stage_skipped", stage=stage_name(result.stage), channel=str(box.channel_id), exc_info=result)
            skipped |= {result.stage}

    async def _isolate_failing_event(self, box: Inbox, events: Sequence[ChannelEvent], failure: StageFailed) -> None:
        """Halves the batch until the event that cannot be stored is alone, and drops that event."""
        if len(events) == 1:
            self.counts.poisoned += 1
            event = events[0]
            names = {"channel": str(box.channel_id), "provider": event.provider, "kind": type(event.event).__name__}
            log.error("event_not_stored", **names, exc_info=failure)
            return
        await self._store_halves(box, events)

    async def _store_halves(self, box: Inbox, events: Sequence[ChannelEvent]) -> None:
        middle = len(events) // 2
        await self._store(box, events[:middle])
        await self._store(box, events[middle:])

    async def _retry_while_unreachable(
        self, box: Inbox, events: Sequence[ChannelEvent], skipped: frozenset[Stage]
    ) -> Batch | StageFailed:
        """Stores the batch, or returns the failure of a stage; retries while the database or a guard may recover."""
        stages = [stage for stage in self._stages if stage not in skipped]
        wait, earlier = self._limits.min_retry_seconds, EarlierAttempts()
        while True:
            try:
                return await self._attempt(box, events, stages, earlier)
            except StageFailed as failure:
                if failure.stage in self._guards:
                    if not self._hold(box, failure, len(events)):
                        return failure
                elif not self._is_hanging(failure):
                    return failure
                else:
                    self._record_outage(box, failure)
            except Exception as error:  # noqa: BLE001  # no stage failed, so the database did
                self._record_outage(box, error)
            await asyncio.sleep(wait)
            wait = min(wait * 2, self._limits.max_retry_seconds)

    def _record_outage(self, box: Inbox, error: Exception) -> None:
        self.counts.retries += 1
        log.warning("database_unreachable", channel=str(box.channel_id), error=repr(error), waiting=len(box.waiting))

    def _is_hanging(self, failure: StageFailed) -> bool:
        """Whether an essential stage timed out; it is retried, because the connection to the database may be broken."""
        return failure.stage in self._essential and failure.is_timeout

    def _hold(self, box: Inbox, failure: StageFailed, count: int) -> bool:
        """Shows staff that the batch waits; returns whether the whole batch is tried again."""
        box.hold.show()
        self.counts.retries += 1
        log.warning("batch_held", channel=str(box.channel_id), stage=stage_name(failure.stage), exc_info=failure)
        if failure.is_timeout:
            box.batch_size = max(1, count // 2)
            return count == 1
        box.guard_retries_left -= 1
        return box.guard_retries_left >= 0

    async def _attempt(
        self, box: Inbox, events: Sequence[ChannelEvent], stages: Sequence[Stage], earlier: EarlierAttempts
    ) -> Batch:
        await self._prepare(box, stages)
        seconds = self._limits.guard_seconds if len(events) > 1 else STAGE_SECONDS
        async with self._kernel.database.write() as session:
            # Connect before the stages run: waiting for a free connection must not count against a stage.
            await session.connection()
            messages, others = split_events(events)
            is_unguarded = not self._guards.keys() <= set(stages)
            batch = Batch(session, box.channel_id, self._kernel.clock(), messages, others, is_unguarded)
            await run_stages(batch, stages, dict.fromkeys(self._guards, seconds))
            if earlier.may_be_committed:
                # If an earlier attempt was committed, its live updates are lost.
                publish(session, chat_topic(box.channel_id), REFETCH)
                publish(session, public_chat_topic(box.channel_id), REFETCH)
                publish(session, activity_topic(box.channel_id), REFETCH)
            earlier.may_be_committed = True
        return batch

    async def _prepare(self, box: Inbox, stages: Sequence[Stage]) -> None:
        """Loads what the guards need before the transaction, so that a channel that waits does not delay others."""
        notice = asyncio.get_running_loop().call_later(self._limits.hold_notice_seconds, box.hold.show)
        try:
            for stage, prepare in self._guards.items():
                if stage in stages:
                    await prepare_stage(stage, prepare, box.channel_id)
        finally:
            notice.cancel()

    def _after_commit(self, batch: Batch) -> None:
        """Runs the batch's callbacks and posts its deferred actions; failures are only logged, not retried."""
        try:
            for call in batch.after_commit:
                call()
            for deferred in batch.deferred:
                self._post(deferred)
        except Exception:
            log.exception("after_commit_failed", channel=str(batch.channel_id))

    async def _channel_exists(self, box: Inbox) -> bool:
        try:
            async with self._kernel.database.read() as session:
                found = select(Channel.id).where(Channel.id == box.channel_id, Channel.deleting_since.is_(None))
                return await session.scalar(found) is not None
        except SQLAlchemyError:
            # Unknown: assume that the event, not the channel, is the cause.
            return True
