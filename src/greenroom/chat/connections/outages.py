"""Detects outages of platforms by probes, because a platform that only sends webhooks has no socket that breaks."""

import asyncio
import contextlib
import random
import time
from collections.abc import Awaitable, Callable, Generator, Iterable
from typing import NoReturn
from uuid import UUID

from greenroom.accounts.platforms import PlatformFailure, PlatformUnavailable, RateLimited
from greenroom.chat.connections.rules import Timings
from greenroom.chat.protocol.platform import Platform, Probed
from greenroom.kernel.logs import get_logger

log = get_logger(__name__)

# Sleeps this many seconds; shorter if the event is set meanwhile.
Pause = Callable[[float, asyncio.Event], Awaitable[None]]


async def sleep_until_set(seconds: float, event: asyncio.Event) -> None:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()


class OutageWatch:
    """Probes one platform while this process has connections to it: one request for all of them.

    Probes are frequent while one of the platform's channels is live or open on a screen, otherwise rare.
    """

    def __init__(
        self,
        platform: Platform,
        timings: Timings,
        pause: Pause = sleep_until_set,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._platform = platform
        self._timings = timings
        self._pause = pause
        self._now = now
        # The connections that run in this process, each with its channel.
        self._channels: dict[UUID, UUID] = {}
        self._live: set[UUID] = set()
        # The channels that were reported as open on a screen, each with the time until which the report is valid.
        self._open_until: dict[UUID, float] = {}
        self._is_urgent = False
        self._became_urgent = asyncio.Event()
        self._has_watchers = asyncio.Event()
        self._down = asyncio.Event()
        self._up = asyncio.Event()
        self._up.set()

    @property
    def detail(self) -> str:
        return f"{self._platform.info.name} is not responding. Trying again."

    @contextlib.contextmanager
    def watching(self, connection_id: UUID, channel_id: UUID) -> Generator[None]:
        """Probes run while at least one connection is inside this block."""
        self._channels[connection_id] = channel_id
        self._has_watchers.set()
        self._update_urgency()
        try:
            yield
        finally:
            del self._channels[connection_id]
            self._live.discard(connection_id)
            if not self._channels:
                self._has_watchers.clear()

    def set_live(self, connection_id: UUID, *, is_live: bool) -> None:
        if is_live:
            self._live.add(connection_id)
        else:
            self._live.discard(connection_id)
        self._update_urgency()

    def record_open_screens(self, channel_ids: Iterable[UUID]) -> None:
        """Makes probes frequent for `Timings.screen_seconds`, if a connection of one of these channels runs here."""
        until = self._now() + self._timings.screen_seconds
        self._open_until.update(dict.fromkeys(channel_ids, until))
        self._update_urgency()

    async def until_down(self) -> None:
        await self._down.wait()

    async def until_up(self) -> None:
        await self._up.wait()

    async def pause(self, seconds: float) -> None:
        """Sleeps before a connection is retried; ends early when an outage of the platform ends."""
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
        refused_seconds = 0.0
        while True:
            await self._has_watchers.wait()
            # The pause comes first: opening a connection detects an outage without a probe.
            await self._pause_before_probe(refused_seconds)
            try:
                refused_seconds = await self._check(platform)
            except Exception:
                # A bug in one adapter's probe must not end the watch.
                log.exception("probe_failed", provider=self._platform.info.provider)
                refused_seconds = self._timings.max_probe_pause_seconds

    async def _pause_before_probe(self, refused_seconds: float) -> None:
        """Waits until the next probe is due; probes that become frequent are due at once."""
        self._update_urgency()
        self._became_urgent = asyncio.Event()
        interval_seconds = self._timings.probe_seconds if self._is_urgent else self._timings.idle_probe_seconds
        if refused_seconds:
            # The platform asked for fewer probes, so this pause does not end early.
            await self._pause(max(refused_seconds, interval_seconds), asyncio.Event())
        else:
            await self._pause(interval_seconds, self._became_urgent)

    def _update_urgency(self) -> None:
        now = self._now()
        self._open_until = {channel_id: until for channel_id, until in self._open_until.items() if until > now}
        was_urgent = self._is_urgent
        self._is_urgent = bool(self._live) or any(one in self._open_until for one in self._channels.values())
        if self._is_urgent and not was_urgent:
            self._became_urgent.set()

    async def _check(self, platform: Probed) -> float:
        """One round of probes; returns the seconds for which the platform refuses further probes, usually 0."""
        try:
            is_up = await self._responds(platform)
        except RateLimited as error:
            return min(max(error.after_seconds, self._timings.probe_seconds), self._timings.max_probe_pause_seconds)
        if is_up != self._up.is_set():
            self._switch(is_up=is_up)
        return 0.0

    async def _responds(self, platform: Probed) -> bool:
        """Whether the platform responds to one of several probes in a row; during an outage only one probe is sent."""
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
