"""Rate limit by key: a number of requests within the last minute."""

from collections import deque
from datetime import datetime, timedelta

from rehearsal.clock import Clock

MINUTE = timedelta(minutes=1)


class RateLimit:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._calls: dict[str, deque[datetime]] = {}

    def allows(self, key: str, per_minute: int) -> bool:
        """Whether the request is within the limit; only such requests are counted."""
        now = self._clock.now()
        calls = self._calls.setdefault(key, deque())
        while calls and now - calls[0] >= MINUTE:
            calls.popleft()
        if len(calls) >= per_minute:
            return False
        calls.append(now)
        return True
