"""Records messages of a bus."""

import asyncio

from greenroom.kernel.bus.bus import Bus
from support.waiting import MAX_WAIT_SECONDS


class RecordedMessages:
    """Messages and gaps in the order they came; waits for as many as a test needs."""

    def __init__(self, bus: Bus) -> None:
        self.messages: list[tuple[str, bytes]] = []
        self.gaps = 0
        self._news = asyncio.Event()
        bus.subscribe(self._hear)
        bus.on_gap(self._miss)

    async def until_messages(self, count: int) -> list[tuple[str, bytes]]:
        while len(self.messages) < count:
            await self._next()
        return self.messages

    async def until_gap(self) -> None:
        while not self.gaps:
            await self._next()

    async def _next(self) -> None:
        self._news.clear()
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            await self._news.wait()

    def _hear(self, topic: str, payload: bytes) -> None:
        self.messages.append((topic, payload))
        self._news.set()

    def _miss(self) -> None:
        self.gaps += 1
        self._news.set()
