"""Repeats the access checks of live sockets, for changes that another process could not announce to this one."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from typing import Any, NoReturn

from greenroom.features.watch.public_topic_access import public_topic_access_check
from greenroom.features.watch.rules import public_topic
from greenroom.kernel.context import Kernel
from greenroom.kernel.tasks.background import BackgroundTasks

# How often the access of all sockets is checked while the bus is not healthy.
OUTAGE_CHECK_SECONDS = 3.0
# How often public topics, and with a shared bus users' sockets, are checked at all times: publishing may fail unseen.
PUBLIC_CHECK_SECONDS = 30.0
STAFF_CHECK_SECONDS = 60.0


class AccessRechecks:
    def __init__(self, kernel: Kernel, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._hub = kernel.hub
        self._bus = kernel.bus
        self._check_public = public_topic_access_check(kernel)
        self._sleep = sleep
        self._was_healthy = True
        self._tasks = BackgroundTasks()

    def start(self) -> None:
        self._tasks.start(self._repeat(self._recheck_in_outage, OUTAGE_CHECK_SECONDS), name="access_rechecks")
        self._tasks.start(self._repeat(self._recheck_public, PUBLIC_CHECK_SECONDS), name="access_rechecks")
        if self._bus.is_shared:
            self._tasks.start(self._repeat(self._recheck_staff, STAFF_CHECK_SECONDS), name="access_rechecks")

    async def stop(self) -> None:
        await self._tasks.stop()

    async def _repeat(self, recheck: Callable[[], Coroutine[Any, Any, None]], seconds: float) -> NoReturn:
        while True:
            await self._sleep(seconds)
            # A separate task: if it fails, the failure is logged, and the next recheck runs.
            await asyncio.wait({self._tasks.start(recheck(), name="access_recheck")})

    async def _recheck_in_outage(self) -> None:
        """Rechecks all sockets during an outage of the bus, and once after its end."""
        was_healthy, self._was_healthy = self._was_healthy, self._bus.health().ok
        if not (was_healthy and self._was_healthy):
            await self._recheck_public()
            await self._recheck_staff()

    async def _recheck_staff(self) -> None:
        await self._hub.recheck_tagged()

    async def _recheck_public(self) -> None:
        """Ends all subscriptions to the public topics that visitors may no longer read."""
        for name in self._hub.joined_topics():
            if public_topic(name) is not None and not (await self._check_public(name)).is_allowed:
                self._hub.restart(name)


@contextlib.asynccontextmanager
async def rechecking_access(kernel: Kernel) -> AsyncGenerator[None]:
    rechecks = AccessRechecks(kernel)
    rechecks.start()
    try:
        yield
    finally:
        await rechecks.stop()
