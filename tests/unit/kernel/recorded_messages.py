"""Records the messages of a bus and its gaps; a gap is a report that messages may have been missed."""

import asyncio

from greenroom.kernel.bus.bus import Bus
from support.waiting import MAX_WAIT_SECONDS


class RecordedMessages:
    """All messages in order and the number of gaps; a test can wait for messages or a gap."""

    def __init__(self, bus: Bus) -> None:
        self.messages: list[tuple[str, bytes]] = []
        self.gaps = 0
        self._changed = asyncio.Event()
        bus.subscribe(self._on_message)
        bus.on_gap(self._on_gap)

    async def until_messages(self, count: int) -> list[tuple[str, bytes]]:
        while len(self.messages) < count:
            await self._next()
        return self.messages

    async def until_gap(self) -> None:
        while not self.gaps:
            await self._next()

    async def _next(self) -> None:
        self._changed.clear()
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            await self._changed.wait()

    def _on_message(self, topic: str, payload: bytes) -> None:
        self.messages.append((topic, payload))
        self._changed.set()

    def _on_gap(self) -> None:
        self.gaps += 1
        self._changed.set()
