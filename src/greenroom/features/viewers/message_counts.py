"""Message counts of viewers, held back while a chat is busy and written together."""

import asyncio
from collections.abc import Collection, Mapping
from uuid import UUID

from greenroom.features.viewers.known_viewers import ViewerKey
from greenroom.features.viewers.writer import SeenViewer, add_message_counts
from greenroom.kernel.db.database import Database
from greenroom.kernel.db.outages import is_outage
from greenroom.kernel.logs import get_logger
from greenroom.kernel.tasks.background import BackgroundTasks

log = get_logger(__name__)

# Counts of a batch with at least this many unchanged viewers are held; in a quiet chat they are written at once.
BUSY_FROM = 10
HELD_SECONDS = 5.0
MAX_HELD = 5_000

SeenViewers = dict[ViewerKey, SeenViewer]


class MessageCounts:
    """Holds the message counts of viewers of whom nothing else has changed; a killed process loses only these."""

    def __init__(self, database: Database, *, held_seconds: float = HELD_SECONDS) -> None:
        self._database = database
        self._held_seconds = held_seconds
        self._held: dict[UUID, SeenViewers] = {}
        # Counts that the current batch is writing: if it is not committed, the next batch holds them again.
        self._writing: dict[UUID, SeenViewers] = {}
        self._timers: dict[UUID, asyncio.TimerHandle] = {}
        # Channels whose counts were held for long enough: the next batch writes them.
        self._due: set[UUID] = set()
        self._tasks = BackgroundTasks()

    def should_hold(self, channel_id: UUID, viewers: Collection[ViewerKey]) -> bool:
        """Whether the counts of this batch are held back rather than written now."""
        return (
            len(viewers) >= BUSY_FROM and channel_id not in self._due and len(self._held.get(channel_id, ())) < MAX_HELD
        )

    def hold(self, channel_id: UUID, viewers: Mapping[ViewerKey, SeenViewer]) -> None:
        _add_counts(self._held.setdefault(channel_id, {}), viewers)
        if channel_id not in self._timers:
            loop = asyncio.get_running_loop()
            self._timers[channel_id] = loop.call_later(self._held_seconds, self._mark_due, channel_id)

    def hold_uncommitted(self, channel_id: UUID) -> None:
        """Holds the counts again that the previous batch took but did not commit; called for each batch."""
        if unwritten := self._writing.pop(channel_id, None):
            self.hold(channel_id, unwritten)

    def take(self, channel_id: UUID, viewers: Mapping[ViewerKey, SeenViewer]) -> list[SeenViewer]:
        """The counts of these viewers and all held counts, to write now; call `mark_written` after the commit."""
        if channel_id not in self._held:
            return list(viewers.values())
        self._writing[channel_id] = held = self._held.pop(channel_id)
        self._cancel_timer(channel_id)
        merged = held.copy()
        _add_counts(merged, viewers)
        return list(merged.values())

    def mark_written(self, channel_id: UUID) -> None:
        self._writing.pop(channel_id, None)

    async def stop(self) -> None:
        """Writes all held counts."""
        await self._tasks.join()
        for channel_id in list(self._writing):
            self.hold_uncommitted(channel_id)
        for channel_id in list(self._held):
            self._cancel_timer(channel_id)
            await self._write(channel_id)

    def _mark_due(self, channel_id: UUID) -> None:
        """Lets the next batch or a new task write the held counts, whichever comes first."""
        self._due.add(channel_id)
        self._tasks.start(self._write(channel_id), name=f"message_counts:{channel_id}")

    def _cancel_timer(self, channel_id: UUID) -> None:
        self._due.discard(channel_id)
        if timer := self._timers.pop(channel_id, None):
            timer.cancel()

    async def _write(self, channel_id: UUID) -> None:
        held: SeenViewers = {}
        try:
            async with self._database.write() as session:
                held = self._held.pop(channel_id, {})
                self._cancel_timer(channel_id)
                await add_message_counts(session, channel_id, list(held.values()))
        except Exception as error:
            if not is_outage(error):
                # A retry would fail again, for example because the channel was deleted.
                log.exception("message_counts_lost", channel=str(channel_id), count=len(held))
                return
            log.warning("message_counts_delayed", channel=str(channel_id), error=repr(error))
            self._cancel_timer(channel_id)
            self.hold(channel_id, held)


def _add_counts(held: SeenViewers, viewers: Mapping[ViewerKey, SeenViewer]) -> None:
    for key, one in viewers.items():
        before = held.get(key)
        held[key] = one if before is None else _merge(before, one)


def _merge(before: SeenViewer, after: SeenViewer) -> SeenViewer:
    return SeenViewer(after.provider, after.author, before.first_at, after.last_at, before.messages + after.messages)
