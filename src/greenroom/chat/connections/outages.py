"""Notices that a platform is down, also if it only pushes events and none are missing yet."""

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable, Generator
from typing import NoReturn

from greenroom.chat.connections.rules import Timings
from greenroom.chat.protocol.platform import Platform, Probed
from greenroom.kernel.logs import get_logger
from greenroom.tenancy.platforms import PlatformFailure, PlatformUnavailable, RateLimited

log = get_logger(__name__)

Sleep = Callable[[float], Awaitable[None]]


class OutageWatch:
    """Probes one platform while this process has connections to it: one request for all of them."""

    def __init__(self, platform: Platform, timings: Timings, sleep: Sleep = asyncio.sleep) -> None:
        self._platform = platform
        self._timings = timings
        self._sleep = sleep
        self._watchers = 0
        self._has_watchers = asyncio.Event()
        self._down = asyncio.Event()
        self._up = asyncio.Event()
        self._up.set()

    @property
    def detail(self) -> str:
        return f"{self._platform.info.name} is not responding. Trying again."

    @contextlib.contextmanager
    def watching(self) -> Generator[None]:
        """Probes happen while at least one of these is open."""
        self._watchers += 1
        self._has_watchers.set()
        try:
            yield
        finally:
            self._watchers -= 1
            if self._watchers == 0:
                self._has_watchers.clear()

    async def until_down(self) -> None:
        await self._down.wait()

    async def until_up(self) -> None:
        await self._up.wait()

    async def pause(self, seconds: float) -> None:
        """Sleeps before a retry; shorter if an outage ends meanwhile."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._down.wait()
                await self._up.wait()
                # All connections wait for this moment: they must not all retry at once.
                await asyncio.sleep(random.uniform(0, self._timings.recovery_spread_seconds))  # noqa: S311  # jitter

    async def run(self) -> None:
        """Probes until it is cancelled; returns at once for a platform that cannot be probed."""
        if isinstance(self._platform, Probed):
            await self._probe_forever(self._platform)

    async def _probe_forever(self, platform: Probed) -> NoReturn:
        pause_seconds = self._timings.probe_seconds
        while True:
            await self._has_watchers.wait()
            # The pause comes first: opening a connection detects an outage without a probe.
            await self._sleep(pause_seconds)
            try:
                pause_seconds = await self._check(platform)
            except Exception:
                # A bug in one adapter's probe must not end the watch.
                log.exception("probe_failed", provider=self._platform.info.provider)
                pause_seconds = self._timings.max_probe_pause_seconds

    async def _check(self, platform: Probed) -> float:
        """One round of probes; returns the seconds until the next."""
        try:
            is_up = await self._responds(platform)
        except RateLimited as error:
            return min(max(error.after_seconds, self._timings.probe_seconds), self._timings.max_probe_pause_seconds)
        if is_up != self._up.is_set():
            self._switch(is_up=is_up)
        return self._timings.probe_seconds

    async def _responds(self, platform: Probed) -> bool:
        """One lost request is no outage: only several failures in a row are."""
        attempts = 1 if self._down.is_set() else self._timings.probe_attempts
        for _ in range(attempts):
            try:
                async with asyncio.timeout(self._timings.probe_timeout_seconds):
                    await platform.probe()
            except (PlatformUnavailable, TimeoutError):
                continue
            except RateLimited:
                raise
            except PlatformFailure:
                # A refusal is a response.
                return True
            else:
                return True
        return False

    def _switch(self, *, is_up: bool) -> None:
        log.warning("platform_outage", provider=self._platform.info.provider, is_over=is_up)
        reached, left = (self._up, self._down) if is_up else (self._down, self._up)
        left.clear()
        reached.set()
