"""A loop that polls for due work."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from greenroom.kernel.logs import get_logger
from greenroom.kernel.tasks.background import spawn

log = get_logger(__name__)


class PollLoop:
    """Polls every `seconds`, and at once after `wake`; an error ends one poll, not the loop."""

    def __init__(self, name: str, poll: Callable[[], Awaitable[object]], seconds: float) -> None:
        self._name = name
        self._poll = poll
        self._seconds = seconds
        self._is_awake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = spawn(self._run(), name=self._name)

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def wake(self, _topic: str, _payload: bytes) -> None:
        """Begins the next poll at once; a handler of the bus."""
        self._is_awake.set()

    async def _run(self) -> None:
        # Sleeps by the event loop's clock: the wall clock may be set back.
        while True:
            try:
                await self._poll()
            except Exception:
                log.exception("poll_failed", loop=self._name)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._seconds):
                    await self._is_awake.wait()
            self._is_awake.clear()
