"""How lively the chats are, told to whoever has their timers on the screen."""

import asyncio
from collections import defaultdict
from collections.abc import Collection
from uuid import UUID

from sqlalchemy import select

from greenroom.features.timers.models import TimerLines
from greenroom.features.timers.schemas import ChatCounted, LinesCounted
from greenroom.kernel.bus.bus import Bus
from greenroom.kernel.db.database import Database
from greenroom.kernel.logs import get_logger
from greenroom.tenancy.topics import timers_topic

log = get_logger(__name__)

INTERVAL_SECONDS = 1.0


class ActivityBroadcast:
    """At most once in a while for a channel, and only after somebody has written: a message costs a note in a set."""

    def __init__(self, database: Database, bus: Bus, every_seconds: float = INTERVAL_SECONDS) -> None:
        self._database = database
        self._bus = bus
        self._every_seconds = every_seconds
        self._written: set[UUID] = set()
        self._task: asyncio.Task[None] | None = None

    @property
    def has_news(self) -> bool:
        return self._task is not None

    def note(self, channel_id: UUID) -> None:
        """Of what is committed: the totals are read again."""
        self._written.add(channel_id)
        if self._task is None:
            self._task = asyncio.create_task(self._tell_all(), name="timer_lines")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _tell_all(self) -> None:
        while self._written:
            await asyncio.sleep(self._every_seconds)
            channels, self._written = self._written, set()
            try:
                await self._tell(channels)
            except Exception:
                log.exception("timer_lines_not_told", count=len(channels))
        self._task = None

    async def _tell(self, channels: Collection[UUID]) -> None:
        """One question for all of them."""
        wanted = select(TimerLines.channel_id, TimerLines.connection_id, TimerLines.lines)
        async with self._database.read() as session:
            rows = (await session.execute(wanted.where(TimerLines.channel_id.in_(channels)))).all()
        counted: defaultdict[UUID, list[LinesCounted]] = defaultdict(list)
        for channel_id, connection_id, total in rows:
            counted[channel_id].append(LinesCounted(connection_id=connection_id, total=total))
        for channel_id, lines in counted.items():
            await self._bus.publish(timers_topic(channel_id), ChatCounted(lines=lines).model_dump_json().encode())
