"""Tells the processes that run connections which channels staff have open on a screen."""

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from math import inf
from typing import NoReturn
from uuid import UUID

from greenroom.accounts.topics import SCREENS_OPEN, providers_topic
from greenroom.kernel.bus.bus import Bus
from greenroom.kernel.context import Kernel
from greenroom.kernel.ids import uuid_of
from greenroom.kernel.live.hub import Hub
from greenroom.kernel.tasks.background import BackgroundTasks

# Minimum time between two reports of one channel, however often its screens subscribe.
MIN_REPORT_SECONDS = 10.0
# Interval of reports. Twice this plus MIN_REPORT_SECONDS is less than Timings.screen_seconds: one report may be lost.
REPORT_SECONDS = 15.0


class ScreenReports:
    """Reports a channel while a socket listens to the topic of its platforms, as every screen of a channel does."""

    def __init__(
        self,
        hub: Hub,
        bus: Bus,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._hub = hub
        self._bus = bus
        self._sleep = sleep
        self._now = now
        # Time of the last report of each channel; removed once the channel may be reported again.
        self._reported_at: dict[UUID, float] = {}
        self._tasks = BackgroundTasks()
        self._unsubscribe = hub.on_join(self._on_join)

    def start(self) -> None:
        self._tasks.start(self._repeat_forever(), name="screen_reports")

    async def stop(self) -> None:
        self._unsubscribe()
        await self._tasks.stop()

    def _on_join(self, topic: str) -> None:
        due = self._claim_due((topic,))
        if due:
            self._tasks.start(self._report(due), name="screen_report")

    async def _repeat_forever(self) -> NoReturn:
        while True:
            await self._sleep(REPORT_SECONDS)
            self._forget_old()
            await self._report(self._claim_due(self._hub.joined_topics()))

    def _claim_due(self, topics: Iterable[str]) -> set[UUID]:
        """Returns the channels on a screen that are due for a report, and counts them as reported."""
        on_screen = {channel_id for channel_id in map(_channel_on_screen, topics) if channel_id is not None}
        due = {channel_id for channel_id in on_screen if self._is_due(channel_id)}
        self._reported_at.update(dict.fromkeys(due, self._now()))
        return due

    def _is_due(self, channel_id: UUID) -> bool:
        return self._now() - self._reported_at.get(channel_id, -inf) >= MIN_REPORT_SECONDS

    def _forget_old(self) -> None:
        self._reported_at = {one: at for one, at in self._reported_at.items() if not self._is_due(one)}

    async def _report(self, channel_ids: Iterable[UUID]) -> None:
        payloads = [str(channel_id).encode() for channel_id in channel_ids]
        if payloads:
            await self._bus.publish(SCREENS_OPEN, *payloads)


def _channel_on_screen(topic: str) -> UUID | None:
    """The channel whose list of platforms the topic carries; None for a topic of anything else."""
    channel_id = uuid_of(topic.partition(":")[0])
    return channel_id if channel_id is not None and topic == providers_topic(channel_id) else None


@contextlib.asynccontextmanager
async def reporting_screens(kernel: Kernel) -> AsyncGenerator[None]:
    reports = ScreenReports(kernel.hub, kernel.bus)
    reports.start()
    try:
        yield
    finally:
        await reports.stop()
