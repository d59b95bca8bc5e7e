"""Tells the processes that run connections which channels staff have open on a screen."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import NoReturn
from uuid import UUID

from greenroom.kernel.bus.bus import Bus
from greenroom.kernel.context import Kernel
from greenroom.kernel.live.hub import Hub
from greenroom.kernel.tasks.background import BackgroundTasks
from greenroom.tenancy.topics import SCREENS_OPEN, channel_of_providers_topic

# Less than half of Timings.screen_seconds: one lost report does not matter.
REPORT_SECONDS = 20.0


class ScreenReports:
    """Every screen of a channel listens to its platforms, so their listeners are the open screens."""

    def __init__(self, hub: Hub, bus: Bus, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._hub = hub
        self._bus = bus
        self._sleep = sleep
        self._tasks = BackgroundTasks()
        self._unsubscribe = hub.on_join(self._on_join)

    def start(self) -> None:
        self._tasks.start(self._repeat_forever(), name="screen_reports")

    async def stop(self) -> None:
        self._unsubscribe()
        await self._tasks.stop()

    def _on_join(self, topic: str) -> None:
        channel_id = channel_of_providers_topic(topic)
        if channel_id is not None:
            self._tasks.start(self._report(channel_id), name="screen_report")

    async def _repeat_forever(self) -> NoReturn:
        while True:
            await self._sleep(REPORT_SECONDS)
            found = map(channel_of_providers_topic, self._hub.joined_topics())
            await self._report(*(channel_id for channel_id in found if channel_id is not None))

    async def _report(self, *channel_ids: UUID) -> None:
        if channel_ids:
            await self._bus.publish(SCREENS_OPEN, *(str(channel_id).encode() for channel_id in channel_ids))


@contextlib.asynccontextmanager
async def reporting_screens(kernel: Kernel) -> AsyncGenerator[None]:
    reports = ScreenReports(kernel.hub, kernel.bus)
    reports.start()
    try:
        yield
    finally:
        await reports.stop()
