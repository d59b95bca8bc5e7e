"""Shows staff that a channel's messages wait for the filters, or were shown unfiltered."""

import asyncio
from uuid import UUID

from greenroom.accounts.topics import chat_topic
from greenroom.chat.messages.line import ChatHeld, ChatReleased, LinesUnfiltered, encode
from greenroom.kernel.bus.bus import Bus
from greenroom.kernel.tasks.background import BackgroundTasks

HELD = encode(ChatHeld())
RELEASED = encode(ChatReleased())


class HoldNotice:
    """A notice on the chat screen; published repeatedly, because a screen that is opened later must show it too."""

    def __init__(self, bus: Bus, tasks: BackgroundTasks, channel_id: UUID, repeat_seconds: float) -> None:
        self._bus = bus
        self._tasks = tasks
        self._topic = chat_topic(channel_id)
        self._repeat_seconds = repeat_seconds
        self._task: asyncio.Task[None] | None = None

    def show(self) -> None:
        if self._task is None:
            self._task = self._tasks.start(self._repeat(), name="hold_notice")

    async def clear(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None
            await self._bus.publish(self._topic, RELEASED)

    async def report_unfiltered(self, count: int) -> None:
        await self._bus.publish(self._topic, encode(LinesUnfiltered(count)))

    async def _repeat(self) -> None:
        while True:
            await self._bus.publish(self._topic, HELD)
            await asyncio.sleep(self._repeat_seconds)
