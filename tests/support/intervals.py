"""A bus that claims to connect several processes, and a repeated sleep that a test ends."""

import asyncio

from greenroom.kernel.bus.bus import MemoryBus
from support.waiting import MAX_WAIT_SECONDS


class SharedBus(MemoryBus):
    is_shared = True


class Interval:
    """Replaces the sleep between two runs; each sleep lasts until the test ends it."""

    def __init__(self) -> None:
        self._begun = asyncio.Semaphore(0)
        self._over = asyncio.Semaphore(0)
        self._is_first = True

    async def sleep(self, _: float) -> None:
        self._begun.release()
        await self._over.acquire()

    async def end(self) -> None:
        """Ends the current sleep; returns when the next one begins."""
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            if self._is_first:
                await self._begun.acquire()
            self._is_first = False
            self._over.release()
            await self._begun.acquire()
