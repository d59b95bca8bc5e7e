"""One of the queues for the actions of a connection; its task runs only while actions wait."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable
from uuid import UUID

from msgspec import Struct

from greenroom.chat.protocol.actions import Action, Receipt
from greenroom.kernel.errors import AppError
from greenroom.kernel.tasks.background import spawn

Outcome = Receipt | AppError
Report = Callable[[Outcome], Awaitable[None]]


class QueuedAction(Struct, eq=False):
    """One action that waits for its platform; times are those of the event loop."""

    connection_id: UUID
    action: Action
    # Called once with the outcome.
    report: Report
    # The action is dropped if it has not been sent by this time.
    useful_until: float
    as_user: UUID | None = None
    as_bot: bool = False
    # True: a user waits for the outcome, so the action is tried once; False: it may be retried until `useful_until`.
    is_awaited: bool = True
    # The moderation entry of a deferred action: it may have been undone.
    entry_id: UUID | None = None
    tries: int = 0
    # Earliest time of the next try.
    ready_at: float = 0.0


# Returns the seconds until the next try; None if there is none.
Attempt = Callable[[QueuedAction], Awaitable[float | None]]


class ConnectionQueue:
    def __init__(self, attempt: Attempt, on_idle: Callable[[], None], max_waiting: int) -> None:
        self._attempt = attempt
        self._on_idle = on_idle
        self._max_waiting = max_waiting
        self._waiting: deque[QueuedAction] = deque()
        self._current: QueuedAction | None = None
        self._changed = asyncio.Event()
        self._ended = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def put(self, queued: QueuedAction) -> bool:
        """Adds the action; returns False if the queue is full."""
        if len(self._waiting) >= self._max_waiting:
            return False
        self._waiting.append(queued)
        self._changed.set()
        if self._task is None or self._task.done():
            self._task = spawn(self._run(), name=f"queue:{queued.connection_id}")
        return True

    async def close(self) -> tuple[QueuedAction | None, list[QueuedAction]]:
        """Stops the queue; returns the running action, and the waiting ones, which may have been tried before."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        current, waiting = self._current, [queued for queued in self._waiting if queued is not self._current]
        self._waiting.clear()
        self._end()
        return current, waiting

    async def wait_while_running(self, matches: Callable[[Action], bool]) -> None:
        """Waits until no matching action is running; queued ones do not count."""
        while self.is_running(matches):
            await self._ended.wait()

    def is_running(self, matches: Callable[[Action], bool]) -> bool:
        return self._current is not None and matches(self._current.action)

    def _end(self) -> None:
        self._current = None
        self._ended.set()

    async def _run(self) -> None:
        while self._waiting:
            self._changed.clear()
            queued = self._next()
            if queued is None:
                await self._pause()
                continue
            self._current = queued
            self._ended.clear()
            wait = await self._attempt(queued)
            self._end()
            if wait is None:
                self._waiting.remove(queued)
            else:
                queued.ready_at = asyncio.get_running_loop().time() + wait
        self._on_idle()

    def _next(self) -> QueuedAction | None:
        """The action to try now: the first; while that waits for a retry, the first that a user waits for, if any."""
        now = asyncio.get_running_loop().time()
        if self._waiting[0].ready_at <= now:
            return self._waiting[0]
        return next((queued for queued in self._waiting if queued.is_awaited), None)

    async def _pause(self) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout_at(self._waiting[0].ready_at):
                await self._changed.wait()
