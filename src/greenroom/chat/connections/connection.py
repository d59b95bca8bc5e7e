"""Runs one connection: connects, stores its state, and retries with backoff."""

import asyncio
import contextlib
import random
from collections.abc import Sequence
from typing import NoReturn

from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from greenroom.accounts.channel_providers.connection_health import ConnectionHealth
from greenroom.accounts.channel_providers.rules import ConnectionState
from greenroom.accounts.platforms import AuthExpired, Gone, PlatformClosed, Platforms, PlatformUnavailable, RateLimited
from greenroom.chat.connections.outages import OutageWatch
from greenroom.chat.connections.rules import Timings, wait_before_retry
from greenroom.chat.connections.stats import ConnectionStats
from greenroom.chat.connections.store import ConnectionStore, LeaseLost, StoredEvent, WantedConnection
from greenroom.chat.connections.throttle import ConnectThrottle
from greenroom.chat.connections.tokens import StoredTokens
from greenroom.chat.protocol.adapter_state import StoredAdapterState
from greenroom.chat.protocol.channel_event import ChannelEvent, EventHandler
from greenroom.chat.protocol.events import (
    ChannelUpdated,
    Connected,
    Event,
    MessageReceived,
    QuotaReported,
    StreamOffline,
    StreamOnline,
    ViewersCounted,
)
from greenroom.chat.protocol.platform import Account, Platform
from greenroom.kernel.context import Kernel
from greenroom.kernel.logs import get_logger
from greenroom.kernel.tasks.groups import until_one_fails

log = get_logger(__name__)

# A tuple, because `isinstance(event, A | B)` would build the union anew for every event.
STORED_EVENTS = (Connected, StreamOnline, StreamOffline, ChannelUpdated)
STATS_ONLY = (ViewersCounted, QuotaReported)


class Stopped(Exception):
    """Stopped until the user acts, for example by connecting the account again."""


class ConnectionServices(Struct, frozen=True):
    """Shared dependencies of all connections in a process."""

    kernel: Kernel
    platforms: Platforms
    store: ConnectionStore
    on_events: EventHandler
    timings: Timings


class Connection:
    def __init__(
        self,
        wanted: WantedConnection,
        platform: Platform,
        services: ConnectionServices,
        *,
        throttle: ConnectThrottle,
        outages: OutageWatch,
    ) -> None:
        kernel = services.kernel
        self._wanted = wanted
        self._platform = platform
        self._store = services.store
        self._on_events = services.on_events
        self._timings = services.timings
        self._throttle = throttle
        self._outages = outages
        # Whether the adapter reports that it is connected; probes may detect an outage earlier.
        self._is_connected = False
        # Held while a state is written, so that states are written in the order in which they were reached.
        self._state_lock = asyncio.Lock()
        self._tokens = StoredTokens(kernel, services.platforms, wanted.credential_id)
        self._adapter_state = StoredAdapterState(kernel.database, str(wanted.id))
        self._stats = ConnectionStats(kernel.clock)
        self._has_changes = asyncio.Event()
        self._failures = 0

    async def run(self) -> None:
        """Runs until the user has to act, or until another process has taken over the connection."""
        try:
            with self._outages.watching(self._wanted.id, self._wanted.channel_id):
                await until_one_fails(self._retry_forever(), self._write_stats_forever(), self._follow_outages())
        except Stopped:
            pass
        except LeaseLost:
            log.info("connection_moved", **self._log_fields())
        finally:
            await self._write_last_viewers()

    async def _retry_forever(self) -> NoReturn:
        await self._throttle.acquire()
        await self._store.set_state(self._wanted.id, ConnectionState.CONNECTING)
        while True:
            error = await self._attempt()
            log.warning("connection_ended", **self._log_fields(), error=repr(error))
            if isinstance(error, AuthExpired | Gone) and await self._stop(error):
                raise Stopped
            await self._wait(error)
            await self._throttle.acquire()

    async def _write_stats_forever(self) -> NoReturn:
        """Writes the connection's stats soon after the first change, and then no more often than every few seconds."""
        while True:
            if not self._stats.has_unwritten_changes:
                self._has_changes.clear()
                await self._has_changes.wait()
            if (health := self._stats.take()) is not None:
                await self._write_health(health)
            await asyncio.sleep(self._timings.stats_seconds)

    async def _follow_outages(self) -> NoReturn:
        """Shows an outage that the adapter has not noticed; a socket or webhook that still works is not closed."""
        while True:
            await self._outages.until_down()
            await self._show_if_connected(ConnectionState.FAILING, self._outages.detail)
            await self._outages.until_up()
            await self._show_if_connected(ConnectionState.CONNECTED)

    async def _show_if_connected(self, state: ConnectionState, detail: str = "") -> None:
        async with self._state_lock:
            if self._is_connected:
                try:
                    await self._store.set_state(self._wanted.id, state, detail, self._stats.take())
                except SQLAlchemyError as error:
                    # A state that cannot be written must not end a working connection.
                    log.warning("connection_state_not_written", **self._log_fields(), error=repr(error))

    async def _write_health(self, health: ConnectionHealth) -> None:
        try:
            await self._store.write_health(self._wanted.id, health)
        except SQLAlchemyError as error:
            # Stats that cannot be written must not end a working connection.
            log.warning("connection_health_not_written", **self._log_fields(), error=repr(error))

    async def _write_last_viewers(self) -> None:
        """Writes the viewer counts that are not written yet, so that the stats lose none when the connection ends."""
        health = self._stats.take()
        if health is not None and health.viewer_counts:
            # Without the lease the counts are dropped: another process runs the connection and counts viewers itself.
            with contextlib.suppress(LeaseLost):
                await self._write_health(health)

    async def _attempt(self) -> Exception:
        started_at = asyncio.get_running_loop().time()
        account = Account(
            connection_id=self._wanted.id,
            channel_id=self._wanted.channel_id,
            provider_channel_id=self._wanted.provider_channel_id,
            provider_channel_name=self._wanted.provider_channel_name,
            token=self._tokens,
            adapter_state=self._adapter_state,
            pause=self._outages.pause,
        )
        try:
            await self._platform.run(account, self._emit)
            error = PlatformUnavailable(f"{self._platform.info.name} ended the connection")
        except LeaseLost:
            raise
        except Exception as failure:  # noqa: BLE001  # one platform's bug must not touch another's connections
            error = failure
        finally:
            self._is_connected = False
        was_stable = asyncio.get_running_loop().time() - started_at >= self._timings.stable_seconds
        self._failures = 1 if was_stable else self._failures + 1
        return error

    async def _emit(self, *events: Event) -> None:
        channel_id, connection_id, provider = self._wanted.channel_id, self._wanted.id, self._wanted.provider
        channel_events: list[ChannelEvent] = []
        for event in events:
            # Checked first: nearly all events are messages, and `isinstance` is slow for objects of other classes.
            is_message = isinstance(event, MessageReceived)
            if not is_message and isinstance(event, STORED_EVENTS):
                await self._deliver(channel_events)
                channel_events = []
                await self._apply(event)
                continue
            self._stats.record(event)
            if not self._has_changes.is_set():
                self._has_changes.set()
            if is_message or not isinstance(event, STATS_ONLY):
                channel_events.append(ChannelEvent(channel_id, connection_id, provider, event))
        await self._deliver(channel_events)

    async def _apply(self, event: StoredEvent) -> None:
        async with self._state_lock:
            await self._store.apply(self._wanted.id, event, self._stats.take())
            self._is_connected = self._is_connected or isinstance(event, Connected)
        if isinstance(event, StreamOnline | StreamOffline):
            self._outages.set_live(self._wanted.id, is_live=isinstance(event, StreamOnline))

    async def _deliver(self, channel_events: Sequence[ChannelEvent]) -> None:
        if channel_events:
            await self._on_events(channel_events)

    async def _stop(self, error: AuthExpired | Gone) -> bool:
        name = self._platform.info.name
        detail = reconnect_detail(name) if isinstance(error, AuthExpired) else gone_detail(name)
        return await self._store.stop_until_reconnected(self._wanted, self._tokens.last, detail)

    async def _wait(self, error: Exception) -> None:
        detail = self._explain(error)
        async with self._state_lock:
            await self._store.set_state(self._wanted.id, ConnectionState.FAILING, detail, self._stats.take())
        wait = wait_before_retry(self._failures, self._timings, random.random())  # noqa: S311  # jitter, not a secret
        if isinstance(error, RateLimited):
            await asyncio.sleep(max(wait, error.after_seconds))
        elif isinstance(error, Gone) and not self._wanted.has_permission:
            await asyncio.sleep(self._timings.gone_wait_seconds)
        else:
            await self._outages.pause(wait)

    def _explain(self, error: Exception) -> str:
        match error:
            case RateLimited():
                return f"{self._platform.info.name} is rate-limiting this server. Trying again soon."
            case PlatformUnavailable():
                return f"{error}." if isinstance(error, PlatformClosed) else f"{error}. Trying again."
            case Gone() if not self._wanted.has_permission:
                return f"{gone_detail(self._platform.info.name)} Checking again later."
            case AuthExpired() if not self._wanted.has_permission:
                return f"{self._platform.info.name} refused the connection. Trying again."
            case AuthExpired() | Gone():
                return "The permission was renewed. Trying again."
            case _:
                log.error("connection_failed", **self._log_fields(), exc_info=error)
                return "Internal error, see the server log. Trying again."

    def _log_fields(self) -> dict[str, str]:
        return {"connection": str(self._wanted.id), "provider": self._wanted.provider}


def reconnect_detail(platform_name: str) -> str:
    return f"Reconnect {platform_name}"


def gone_detail(platform_name: str) -> str:
    return f"This account no longer exists on {platform_name}."
