"""Keeps calls to YouTube within the daily quota, which all channels and processes of one Google project share."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable, Generator
from datetime import UTC, datetime, timedelta
from uuid import UUID

from greenroom.accounts.platforms import PlatformClosed
from greenroom.chat.protocol.adapter_state import AdapterState
from greenroom.chat.protocol.events import QuotaReported
from greenroom.kernel.clock import Clock
from greenroom.kernel.logs import get_logger
from greenroom.platforms.youtube.quota.rules import (
    RESTRICTIONS,
    SPENT,
    Level,
    QuotaState,
    Use,
    broadcast_poll_interval,
    day_began,
    is_allowed,
    min_chat_poll_interval,
    next_reset,
    pacific_day,
)
from greenroom.platforms.youtube.settings import YouTubeSettings

log = get_logger(__name__)

# Key in the adapter state.
CLOSED_UNTIL = "closed_until"
# Wait between two probes after midnight Pacific time, because Google may reset the quota later than that.
PROBE_INTERVAL = timedelta(minutes=30)
# The forecast uses the rate of the last hour; that of the whole day while less than MIN_RATE_WINDOW is recorded.
RATE_WINDOW = timedelta(hours=1)
MIN_RATE_WINDOW = timedelta(minutes=5)

Probe = Callable[[], Awaitable[None]]


class QuotaSpent(PlatformClosed):
    """The daily quota is spent for the whole installation."""

    def __init__(self) -> None:
        super().__init__(SPENT.rstrip("."))


class QuotaReserved(PlatformClosed):
    """The remaining quota is reserved for more important calls."""

    def __init__(self) -> None:
        super().__init__("The rest of today's YouTube quota is reserved for sending and moderation")


class QuotaGovernor:
    def __init__(self, settings: YouTubeSettings, adapter_state: AdapterState, clock: Clock) -> None:
        self._settings = settings
        self._adapter_state = adapter_state
        self.clock = clock
        self._day = pacific_day(clock())
        self._used = 0
        self._is_usage_loaded = False
        # Time of each call in the last hour, and the units that were used that day up to and including the call.
        self._recent_usage: deque[tuple[datetime, int]] = deque()
        self._closed_until: datetime | None = None
        self._probing = asyncio.Lock()
        # Channels that this process is connected to.
        self.channels = 0
        self._chat_pollers = 0
        self._reported: set[UUID] = set()

    async def spend(self, cost: int, use: Use, probe: Probe) -> None:
        """Await this before each call: counts the call's units, or raises if the call must not be made.

        `probe` makes a call of one unit: after the quota was spent, it shows whether Google has reset it.
        """
        await self._require_open(probe)
        if not self._is_usage_loaded:
            await self._load_usage()
        if not is_allowed(self.state.level, use):
            raise QuotaReserved
        await self._count(cost)

    async def _require_open(self, probe: Probe) -> None:
        if await self._load_closed_until() is None:
            return
        # One of the waiting calls probes, the others wait for the result.
        async with self._probing:
            until = await self._load_closed_until()
            if until is None:
                return
            if self.clock() < until:
                raise QuotaSpent
            await self._count(1)
            await probe()
            await self._adapter_state.delete(CLOSED_UNTIL)
            self._closed_until = None
            self._reported.clear()
            log.info("youtube_quota_restored")

    async def _load_closed_until(self) -> datetime | None:
        stored = await self._adapter_state.get(CLOSED_UNTIL)
        try:
            self._closed_until = None if stored is None else datetime.fromisoformat(stored).astimezone(UTC)
        except ValueError:
            self._closed_until = None
        return self._closed_until

    async def close(self) -> QuotaSpent:
        """Blocks calls until the quota's reset, or after a refused probe until the next probe; returns the error."""
        now = self.clock()
        is_probe = self._closed_until is not None and self._closed_until <= now
        until = now + PROBE_INTERVAL if is_probe else next_reset(now)
        self._closed_until = until
        await self._adapter_state.put(CLOSED_UNTIL, until.isoformat())
        log.warning("youtube_quota_spent", until=str(until), counted=self._used)
        return QuotaSpent()

    async def is_closed(self) -> bool:
        """Whether the quota is spent and it is too early for a probe."""
        until = await self._load_closed_until()
        return until is not None and self.clock() < until

    def mark_reported(self, connection_id: UUID) -> bool:
        """Marks that this connection has reported the spent quota; False if it was marked before."""
        is_new = connection_id not in self._reported
        self._reported.add(connection_id)
        return is_new

    async def _count(self, cost: int) -> None:
        now = self.clock()
        day = pacific_day(now)
        if day != self._day:
            await self._begin_day(now)
        self._used = await self._adapter_state.add(f"units:{day}", cost)
        self._recent_usage.append((now, self._used))
        while self._recent_usage and self._recent_usage[0][0] < now - RATE_WINDOW:
            self._recent_usage.popleft()

    async def _load_usage(self) -> None:
        """Loads what all processes have used today, and deletes the usage of yesterday."""
        stored = await self._adapter_state.get(f"units:{self._day}") or "0"
        self._used, self._is_usage_loaded = int(stored) if stored.isdecimal() else 0, True
        await self._adapter_state.delete(f"units:{self._day - timedelta(days=1)}")

    async def _begin_day(self, now: datetime) -> None:
        await self._adapter_state.delete(f"units:{self._day}")
        self._day, self._used = pacific_day(now), 0
        self._recent_usage.clear()

    @property
    def state(self) -> QuotaState:
        now = self.clock()
        used = self._used if pacific_day(now) == self._day else 0
        return QuotaState(used, self._settings.daily_units, self._units_per_second(now, used), now)

    def _units_per_second(self, now: datetime, used: int) -> float:
        if self._recent_usage:
            began, used_then = self._recent_usage[0]
            if now - began >= MIN_RATE_WINDOW:
                return max(used - used_then, 0) / (now - began).total_seconds()
        return used / max((now - day_began(now)).total_seconds(), MIN_RATE_WINDOW.total_seconds())

    async def load_report(self) -> QuotaReported:
        """The report of what all processes have used until now."""
        now = self.clock()
        if pacific_day(now) != self._day:
            await self._begin_day(now)
        await self._load_usage()
        return self.report()

    def report(self) -> QuotaReported:
        state = self.state
        is_closed = self._closed_until is not None
        used = max(state.used, state.total) if is_closed else state.used
        restriction = SPENT if is_closed else RESTRICTIONS[state.level]
        resets_at = self._closed_until or next_reset(state.now)
        return QuotaReported(used, state.total, resets_at, max(state.forecast, used), restriction)

    @property
    def counts_viewers(self) -> bool:
        return self.state.level < Level.NO_COUNTS

    def min_chat_poll_interval(self, stream_seconds: float) -> float:
        return min_chat_poll_interval(
            self.state,
            cost=self._settings.quota_costs.chat_list,
            readers=max(self._chat_pollers, 1),
            horizon_seconds=self._settings.stream_hours * 3600 - stream_seconds,
        )

    def broadcast_poll_interval(self, min_seconds: float) -> float:
        cost = self._settings.quota_costs.broadcast_list
        return broadcast_poll_interval(self.state, cost=cost, channels=max(self.channels, 1), min_seconds=min_seconds)

    @contextlib.contextmanager
    def polling_broadcasts(self) -> Generator[None]:
        self.channels += 1
        try:
            yield
        finally:
            self.channels -= 1

    @contextlib.contextmanager
    def polling_chat(self) -> Generator[None]:
        self._chat_pollers += 1
        try:
            yield
        finally:
            self._chat_pollers -= 1
