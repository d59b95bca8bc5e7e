"""Governor of the daily quota, which all channels and processes of one Google project share."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable, Generator
from datetime import UTC, datetime, timedelta
from uuid import UUID

from greenroom.chat.protocol.adapter_state import AdapterState
from greenroom.chat.protocol.events import AllowanceReported
from greenroom.kernel.clock import Clock
from greenroom.kernel.logs import get_logger
from greenroom.platforms.youtube.quota.rules import (
    RESTRICTIONS,
    SPENT,
    Level,
    QuotaState,
    Use,
    day_began,
    looking_interval,
    may,
    next_reset,
    pacific_day,
    polling_floor,
)
from greenroom.platforms.youtube.settings import YouTubeSettings
from greenroom.tenancy.platforms import PlatformClosed

log = get_logger(__name__)

CLOSED_UNTIL = "closed_until"
# After midnight the quota may be reset late.
AGAIN = timedelta(minutes=30)
# The forecast uses the rate of the last hour.
RECENT = timedelta(hours=1)
MIN_RECENT = timedelta(minutes=5)

Probe = Callable[[], Awaitable[None]]


class QuotaSpent(PlatformClosed):
    """The daily quota is spent for the whole installation."""

    def __init__(self) -> None:
        super().__init__(SPENT.rstrip("."))


class QuotaKept(PlatformClosed):
    """The remaining quota is reserved for more important calls."""

    def __init__(self) -> None:
        super().__init__("The rest of today's YouTube quota is reserved for sending and moderation")


class QuotaGovernor:
    def __init__(self, settings: YouTubeSettings, notes: AdapterState, clock: Clock) -> None:
        self._settings = settings
        self._notes = notes
        self._clock = clock
        self._day = pacific_day(clock())
        self._used = 0
        self._informed = False
        # Usage over the last hour, for the forecast.
        self._recent: deque[tuple[datetime, int]] = deque()
        self._closed_until: datetime | None = None
        self._probing = asyncio.Lock()
        # Channels that this process is connected to.
        self.channels = 0
        self._pollers = 0
        self._told: set[UUID] = set()

    async def spend(self, price: int, use: Use, probe: Probe) -> None:
        """Before each call: counts it, or raises when it must not be made.

        `probe` is a call of one unit, made once after the allowance should have come back.
        """
        await self._must_be_open(probe)
        if not self._informed:
            await self._recall()
        if not may(self.standing.level, use):
            raise QuotaKept
        await self._count(price)

    async def _must_be_open(self, probe: Probe) -> None:
        if await self._closed() is None:
            return
        # One waiting call probes, the others wait for its result.
        async with self._probing:
            until = await self._closed()
            if until is None:
                return
            if self._clock() < until:
                raise QuotaSpent
            await self._count(1)
            await probe()
            await self._notes.drop(CLOSED_UNTIL)
            self._closed_until = None
            self._told.clear()
            log.info("youtube_quota_restored")

    async def _closed(self) -> datetime | None:
        note = await self._notes.get(CLOSED_UNTIL)
        try:
            self._closed_until = None if note is None else datetime.fromisoformat(note).astimezone(UTC)
        except ValueError:
            self._closed_until = None
        return self._closed_until

    async def close(self) -> QuotaSpent:
        """Called when Google reports spent quota."""
        now = self._clock()
        # A refused call closes the governor until midnight, a refused probe for a while.
        is_probe = self._closed_until is not None and self._closed_until <= now
        until = now + AGAIN if is_probe else next_reset(now)
        self._closed_until = until
        await self._notes.put(CLOSED_UNTIL, until.isoformat())
        log.warning("youtube_quota_spent", until=str(until), counted=self._used)
        return QuotaSpent()

    async def is_closed(self) -> bool:
        """Whether it is too early for a probe."""
        until = await self._closed()
        return until is not None and self._clock() < until

    def is_first_report(self, connection_id: UUID) -> bool:
        """Whether this connection hears of a closed allowance for the first time."""
        is_first = connection_id not in self._told
        self._told.add(connection_id)
        return is_first

    async def _count(self, price: int) -> None:
        now = self._clock()
        day = pacific_day(now)
        if day != self._day:
            await self._begin(now)
        self._used = await self._notes.add(f"units:{day}", price)
        self._recent.append((now, self._used))
        while self._recent and self._recent[0][0] < now - RECENT:
            self._recent.popleft()

    async def _recall(self) -> None:
        """Loads the usage from before this process started."""
        held = await self._notes.get(f"units:{self._day}") or "0"
        self._used, self._informed = int(held) if held.isdecimal() else 0, True
        await self._notes.drop(f"units:{self._day - timedelta(days=1)}")

    async def _begin(self, now: datetime) -> None:
        await self._notes.drop(f"units:{self._day}")
        self._day, self._used = pacific_day(now), 0
        self._recent.clear()

    @property
    def standing(self) -> QuotaState:
        now = self._clock()
        used = self._used if pacific_day(now) == self._day else 0
        return QuotaState(used, self._settings.daily_units, self._pace(now, used), now)

    def _pace(self, now: datetime, used: int) -> float:
        if self._recent:
            began, had = self._recent[0]
            if now - began >= MIN_RECENT:
                return max(used - had, 0) / (now - began).total_seconds()
        return used / max((now - day_began(now)).total_seconds(), MIN_RECENT.total_seconds())

    def report(self) -> AllowanceReported:
        standing = self.standing
        is_closed = self._closed_until is not None
        used = max(standing.used, standing.total) if is_closed else standing.used
        restriction = SPENT if is_closed else RESTRICTIONS[standing.level]
        resets_at = self._closed_until or next_reset(standing.now)
        return AllowanceReported(used, standing.total, resets_at, max(standing.forecast, used), restriction)

    @property
    def counts_viewers(self) -> bool:
        return self.standing.level < Level.NO_COUNTS

    def polling_floor(self, stream_seconds: float) -> float:
        return polling_floor(
            self.standing,
            price=self._settings.prices.chat_list,
            readers=max(self._pollers, 1),
            horizon_seconds=self._settings.stream_hours * 3600 - stream_seconds,
        )

    def looking_interval(self, min_seconds: float) -> float:
        price = self._settings.prices.broadcast_list
        return looking_interval(self.standing, price=price, channels=max(self.channels, 1), min_seconds=min_seconds)

    @contextlib.contextmanager
    def looking(self) -> Generator[None]:
        self.channels += 1
        try:
            yield
        finally:
            self.channels -= 1

    @contextlib.contextmanager
    def polling(self) -> Generator[None]:
        self._pollers += 1
        try:
            yield
        finally:
            self._pollers -= 1
