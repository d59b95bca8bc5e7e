"""Helix's token bucket: it refills evenly, and every request takes one point."""

from dataclasses import dataclass
from datetime import datetime
from math import ceil

from rehearsal.clock import Clock
from rehearsal.platforms.twitch.limits import Limits

Owner = tuple[str, str | None]


@dataclass(slots=True)
class Bucket:
    """The points that are taken and not yet refilled at the time `as_of`."""

    taken: float
    as_of: datetime


@dataclass(frozen=True, slots=True)
class Rate:
    """The state of a bucket after a request; `is_empty` if the request found no point left."""

    is_empty: bool
    limit: int
    remaining: int
    reset: int

    def headers(self) -> dict[str, str]:
        return {
            "Ratelimit-Limit": str(self.limit),
            "Ratelimit-Remaining": str(self.remaining),
            "Ratelimit-Reset": str(self.reset),
        }


class Buckets:
    """One bucket for each pair of app and account; all app tokens of an app share one bucket."""

    def __init__(self, clock: Clock, limits: Limits) -> None:
        self._clock = clock
        self._limits = limits
        self._buckets: dict[Owner, Bucket] = {}

    def take(self, owner: Owner) -> Rate:
        now = self._clock.now()
        bucket = self._buckets.setdefault(owner, Bucket(0, now))
        seconds = (now - bucket.as_of).total_seconds()
        bucket.taken = max(0.0, bucket.taken - seconds * self._points_per_second)
        bucket.as_of = now
        is_empty = bucket.taken + 1 > self._limits.rate_points
        if not is_empty:
            bucket.taken += 1
        return self._rate(bucket, is_empty=is_empty)

    @property
    def _points_per_second(self) -> float:
        return self._limits.rate_points / self._limits.rate_window_seconds

    def _rate(self, bucket: Bucket, *, is_empty: bool) -> Rate:
        until_full = ceil(bucket.taken / self._points_per_second)
        remaining = max(0, int(self._limits.rate_points - bucket.taken))
        reset = int(bucket.as_of.timestamp()) + until_full
        return Rate(is_empty, self._limits.rate_points, remaining, reset)
