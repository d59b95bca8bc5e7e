"""The only place that starts asyncio tasks: all are named and counted; failures that no caller sees are logged."""

import asyncio
from collections import Counter
from collections.abc import Coroutine
from typing import Any, TypeVar
from weakref import WeakSet

from msgspec import Struct, field

from greenroom.kernel.logs import get_logger

log = get_logger(__name__)

T = TypeVar("T")


class TaskCounts(Struct):
    """Tasks of this process, and the failures of its background tasks since its start."""

    running: WeakSet[asyncio.Task[Any]] = field(default_factory=WeakSet[asyncio.Task[Any]])
    failed: Counter[str] = field(default_factory=Counter[str])

    def __str__(self) -> str:
        running = sum(not task.done() for task in self.running)
        return f"{running} running, {self.failed.total()} failed"


COUNTS = TaskCounts()


def spawn(work: Coroutine[Any, Any, T], *, name: str) -> asyncio.Task[T]:
    """Starts a task; the caller has to await it, and gets its errors."""
    task = asyncio.create_task(work, name=name)
    COUNTS.running.add(task)
    return task


class BackgroundTasks:
    """Tasks that no caller awaits. Errors are logged under the task's name; `stop` cancels running tasks."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self._tasks)

    def start(self, work: Coroutine[Any, Any, T], *, name: str) -> asyncio.Task[T]:
        task = spawn(work, name=name)
        self.adopt(task)
        return task

    def adopt(self, task: asyncio.Task[Any]) -> None:
        """Takes over a task that no caller awaits any more."""
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    async def join(self, seconds: float | None = None) -> None:
        """Waits until all tasks have ended, at most `seconds`."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)

    async def stop(self, grace: float = 0.0) -> None:
        """Waits up to `grace` seconds for the tasks to end, then cancels the rest."""
        if grace:
            await self.join(grace)
        await self.cancel()

    async def cancel(self, seconds: float | None = None) -> None:
        """Cancels all tasks and waits at most `seconds`: one may hang on a platform or a database."""
        for task in self._tasks:
            task.cancel()
        await self.join(seconds)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            name = task.get_name()
            COUNTS.failed[name.partition(":")[0]] += 1
            log.error("background_task_failed", task=name, exc_info=error)
