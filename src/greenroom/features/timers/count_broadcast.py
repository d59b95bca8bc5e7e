"""Broadcasts message counts to browsers that show the timers."""

import asyncio
from collections import defaultdict
from collections.abc import Collection
from uuid import UUID

from sqlalchemy import select

from greenroom.features.timers.models import TimerLines
from greenroom.features.timers.schemas import ChatCounted, LinesCounted, timers_topic
from greenroom.kernel.bus.bus import Bus
from greenroom.kernel.db.database import Database
from greenroom.kernel.logs import get_logger
from greenroom.kernel.tasks.background import spawn

log = get_logger(__name__)

INTERVAL_SECONDS = 1.0


class CountBroadcast:
    """Broadcasts counts at most once per interval, and only after new messages."""

    def __init__(self, database: Database, bus: Bus, every_seconds: float = INTERVAL_SECONDS) -> None:
        self._database = database
        self._bus = bus
        self._every_seconds = every_seconds
        self._changed: set[UUID] = set()
        self._task: asyncio.Task[None] | None = None

    @property
    def is_pending(self) -> bool:
        return self._task is not None

    def record(self, channel_id: UUID) -> None:
        """Schedules a broadcast of the channel's counts; called after they are committed."""
        self._changed.add(channel_id)
        if self._task is None:
            self._task = spawn(self._broadcast_all(), name="timer_lines")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _broadcast_all(self) -> None:
        while self._changed:
            await asyncio.sleep(self._every_seconds)
            channels, self._changed = self._changed, set()
            try:
                await self._broadcast(channels)
            except Exception:
                log.exception("timer_counts_not_broadcast", count=len(channels))
        self._task = None

    async def _broadcast(self, channels: Collection[UUID]) -> None:
        query = select(TimerLines.channel_id, TimerLines.connection_id, TimerLines.lines)
        async with self._database.read() as session:
            rows = (await session.execute(query.where(TimerLines.channel_id.in_(channels)))).all()
        counted: defaultdict[UUID, list[LinesCounted]] = defaultdict(list)
        for channel_id, connection_id, total in rows:
            counted[channel_id].append(LinesCounted(connection_id=connection_id, total=total))
        for channel_id, lines in counted.items():
            await self._bus.publish(timers_topic(channel_id), ChatCounted(lines=lines).model_dump_json().encode())
