"""Runs each connection in at most one process; a connection that fails never affects another connection."""

import asyncio
import contextlib
from collections.abc import Iterable, Sequence
from uuid import UUID

from msgspec import Struct

from greenroom.accounts.platforms import Platforms
from greenroom.accounts.topics import CONNECTIONS_CHANGED, SCREENS_OPEN
from greenroom.chat.connections.connection import Connection, ConnectionServices, reconnect_detail
from greenroom.chat.connections.outages import OutageWatch, Pause, sleep_until_set
from greenroom.chat.connections.rules import Timings
from greenroom.chat.connections.store import (
    ConnectionStore,
    StateListener,
    WantedConnection,
    load_connections,
    no_listener,
)
from greenroom.chat.connections.throttle import ConnectThrottle
from greenroom.chat.protocol.channel_event import EventHandler
from greenroom.chat.protocol.platform import Platform
from greenroom.kernel.bus.bus import Unsubscribe
from greenroom.kernel.context import Kernel
from greenroom.kernel.logs import get_logger
from greenroom.kernel.tasks.background import spawn

SUSPENDED_DETAIL = "The channel is suspended."

log = get_logger(__name__)


class Running(Struct, frozen=True):
    wanted: WantedConnection
    task: asyncio.Task[None]


class Supervisor:
    def __init__(
        self,
        kernel: Kernel,
        platforms: Platforms,
        installed: Iterable[Platform],
        timings: Timings | None = None,
        *,
        on_events: EventHandler,
        on_change: StateListener = no_listener,
        probe_pause: Pause = sleep_until_set,
    ) -> None:
        self._kernel = kernel
        self._installed = {platform.info.provider: platform for platform in installed}
        self._timings = timings or Timings()
        self._store = ConnectionStore(kernel, platforms, self._timings.lease_seconds, on_change)
        self._services = ConnectionServices(kernel, platforms, self._store, on_events, self._timings)
        # A throttle per platform: many connections to one platform must not delay those to another.
        self._throttles = {provider: ConnectThrottle(self._timings) for provider in self._installed}
        self._outages = {
            provider: OutageWatch(platform, self._timings, probe_pause)
            for provider, platform in self._installed.items()
        }
        self._running: dict[UUID, Running] = {}
        self._wake = asyncio.Event()
        self._held_until = 0.0
        self._watching: list[asyncio.Task[None]] = []
        self._unsubscribe: list[Unsubscribe] = []

    async def start(self) -> None:
        bus = self._kernel.bus
        self._unsubscribe = [bus.listen(self._on_messages), bus.on_gap(self._wake.set)]
        probing = [spawn(watch.run(), name=f"outages:{provider}") for provider, watch in self._outages.items()]
        self._watching = [spawn(self._watch(), name="supervisor"), *probing]

    async def stop(self) -> None:
        """Closes all connections and ends their leases, so that another process can claim them at once."""
        for unsubscribe in self._unsubscribe:
            unsubscribe()
        for task in self._watching:
            task.cancel()
        await asyncio.gather(*self._watching, return_exceptions=True)
        held = list(self._running)
        await self._cancel(held)
        try:
            await self._store.release_to_others(held)
        except Exception:
            # The rest of the process must still close; the leases expire.
            log.exception("lease_release_failed")

    def _on_messages(self, topic: str, payloads: Sequence[bytes]) -> None:
        if topic == CONNECTIONS_CHANGED:
            self._wake.set()
        elif topic == SCREENS_OPEN:
            channel_ids = [UUID(payload.decode()) for payload in payloads]
            for watch in self._outages.values():
                watch.record_open_screens(channel_ids)

    async def _watch(self) -> None:
        while True:
            # Cleared before the check, so that a change during the check causes another one.
            self._wake.clear()
            try:
                await self._reconcile()
            except Exception:
                log.exception("supervisor_check_failed")
                await self._cancel_expired()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._timings.check_seconds):
                    await self._wake.wait()

    async def _reconcile(self) -> None:
        self._remove_ended()
        await self._renew()
        stored = await load_connections(self._kernel, self._installed)
        outdated = [key for key, running in self._running.items() if stored.wanted.get(key) != running.wanted]
        await self._cancel(outdated)
        await self._store.release(key for key in outdated if key not in stored.wanted)
        for dead in stored.dead:
            await self._store.stop(dead, reconnect_detail(self._installed[dead.provider].info.name))
        for suspended in stored.suspended:
            await self._store.stop(suspended, SUSPENDED_DETAIL)
        claimed = await self._store.claim(key for key in stored.wanted if key not in self._running)
        for key in claimed:
            self._start(stored.wanted[key])

    def _remove_ended(self) -> None:
        """Removes tasks that have ended, so that connections which should still run are started again."""
        for key, running in list(self._running.items()):
            if running.task.done():
                del self._running[key]
                if not running.task.cancelled() and (error := running.task.exception()) is not None:
                    log.error("connection_crashed", connection=str(key), exc_info=error)

    async def _renew(self) -> None:
        requested_at = asyncio.get_running_loop().time()
        renewed = await self._store.renew(self._running)
        self._held_until = requested_at + self._timings.lease_seconds
        await self._cancel([key for key in self._running if key not in renewed])

    async def _cancel_expired(self) -> None:
        """Ends all connections when the leases may have expired: another process may have claimed the connections."""
        if asyncio.get_running_loop().time() >= self._held_until:
            await self._cancel(list(self._running))

    def _start(self, wanted: WantedConnection) -> None:
        provider = wanted.provider
        connection = Connection(
            wanted,
            self._installed[provider],
            self._services,
            throttle=self._throttles[provider],
            outages=self._outages[provider],
        )
        task = spawn(connection.run(), name=f"connection:{wanted.id}")
        self._running[wanted.id] = Running(wanted, task)

    async def _cancel(self, keys: Iterable[UUID]) -> None:
        tasks = [self._running.pop(key).task for key in keys]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
