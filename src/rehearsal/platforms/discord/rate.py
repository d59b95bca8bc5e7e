"""Discord's buckets: one for each kind of call and the thing it is about, and one for everything together."""

from collections import deque
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from rehearsal.answer_headers import note_headers
from rehearsal.clock import Clock
from rehearsal.platforms.discord.errors import Limited
from rehearsal.platforms.discord.limits import Limits


@dataclass(frozen=True, slots=True)
class Rate:
    """How a bucket stands after a call."""

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

    def take(self, kind: str, about: str, *, caller: str, note: dict[str, object]) -> None:
        """Counts a call; `note` gets the state that goes on the answer. Raises Limited."""
        wait = self._count(f"global {caller}", self._limits.global_calls_per_second, 1)
        if wait is not None:
            raise Limited(wait, is_global=True)
        is_webhook = kind == "webhook"
        limit = self._limits.webhook_calls if is_webhook else self._limits.route_calls
        seconds = self._limits.webhook_window_seconds if is_webhook else self._limits.route_window_seconds
        name = f"{kind} {about}"
        wait = self._count(name, limit, seconds)
        note_headers(note, self._rate(name, kind, limit, seconds).headers())
        if wait is not None:
            raise Limited(wait, is_global=False)

    def _count(self, name: str, limit: int, seconds: int) -> float | None:
        now, window = self._clock.now(), timedelta(seconds=seconds)
        calls = self._calls.setdefault(name, deque())
        while calls and calls[0] + window <= now:
            calls.popleft()
        if len(calls) >= limit:
            return (calls[0] + window - now).total_seconds()
        calls.append(now)
        return None

    def _rate(self, name: str, kind: str, limit: int, seconds: int) -> Rate:
        calls = self._calls[name]
        resets_at = (calls[0] if calls else self._clock.now()) + timedelta(seconds=seconds)
        after = (resets_at - self._clock.now()).total_seconds()
        return Rate(sha256(kind.encode()).hexdigest()[:32], limit, limit - len(calls), resets_at, after)
