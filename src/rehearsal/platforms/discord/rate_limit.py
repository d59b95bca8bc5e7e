"""Discord's rate limits: one bucket for each route, and one for all requests of a token."""

from collections import deque
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from rehearsal.clock import Clock
from rehearsal.network.response_headers import set_response_headers
from rehearsal.platforms.discord.errors import RateLimited
from rehearsal.platforms.discord.limits import Limits


@dataclass(frozen=True, slots=True)
class Rate:
    """The state of a bucket after a request."""

    bucket: str
    limit: int
    remaining: int
    resets_at: datetime
    reset_after: float

    def headers(self) -> dict[str, str]:
        return {
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": str(self.remaining),
            "X-RateLimit-Reset": f"{self.resets_at.timestamp():.3f}",
            "X-RateLimit-Reset-After": f"{self.reset_after:.3f}",
            "X-RateLimit-Bucket": self.bucket,
        }


class Buckets:
    def __init__(self, clock: Clock, limits: Limits) -> None:
        self._clock = clock
        self._limits = limits
        self._calls: dict[str, deque[datetime]] = {}

    def take(self, route: str, caller: str, state: dict[str, object]) -> None:
        """Counts a request and adds the headers of the route's bucket; raises RateLimited if a bucket is empty."""
        wait = self._count(f"global {caller}", self._limits.global_calls_per_second, 1)
        if wait is not None:
            raise RateLimited(wait, is_global=True)
        limit, seconds = self._limits.route_calls, self._limits.route_window_seconds
        wait = self._count(route, limit, seconds)
        set_response_headers(state, self._rate(route, limit, seconds).headers())
        if wait is not None:
            raise RateLimited(wait, is_global=False)

    def _count(self, name: str, limit: int, seconds: int) -> float | None:
        now, window = self._clock.now(), timedelta(seconds=seconds)
        calls = self._calls.setdefault(name, deque())
        while calls and calls[0] + window <= now:
            calls.popleft()
        if len(calls) >= limit:
            return (calls[0] + window - now).total_seconds()
        calls.append(now)
        return None

    def _rate(self, name: str, limit: int, seconds: int) -> Rate:
        calls = self._calls[name]
        resets_at = (calls[0] if calls else self._clock.now()) + timedelta(seconds=seconds)
        after = (resets_at - self._clock.now()).total_seconds()
        return Rate(sha256(name.encode()).hexdigest()[:32], limit, limit - len(calls), resets_at, after)
