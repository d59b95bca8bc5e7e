"""Connection health as stored and shown: lag, rate, viewers, quota."""

from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct, field

HISTORY_MINUTES = 30
MINUTE_SECONDS = 60


class Quota(Struct, frozen=True):
    """Daily API quota of a platform; `forecast` is the use expected by the end of the day."""

    used: int
    total: int
    resets_at: datetime
    forecast: int
    restriction: str


class ViewerCounts(Struct, frozen=True):
    """Sum, number and highest of the viewer counts reported in one minute."""

    total: int
    number: int
    peak: int | None

    def with_count(self, count: int) -> "ViewerCounts":
        return ViewerCounts(self.total + count, self.number + 1, max(self.peak or 0, count))


class ConnectionHealth(Struct, frozen=True):
    """Update of a connection's health; None means unchanged."""

    last_event_at: datetime | None
    lag_ms: int | None
    messages_per_minute: int
    viewers: int | None
    allowance: Quota | None
    # By minute since 1970: mean lag of its events in milliseconds.
    lags: Mapping[int, int] = field(default_factory=dict[int, int])
    # By minute since 1970: viewer counts reported since the last update.
    viewer_counts: Mapping[int, ViewerCounts] = field(default_factory=dict[int, ViewerCounts])


def minute_of(moment: datetime) -> int:
    return int(moment.timestamp()) // MINUTE_SECONDS


def with_lags(stored: Mapping[str, object], lags: Mapping[int, int]) -> dict[str, object]:
    """Adds new lags, and drops those older than HISTORY_MINUTES. Minutes are strings because JSON requires it."""
    merged = {**{int(minute): lag for minute, lag in stored.items()}, **lags}
    oldest = max(merged, default=0) - HISTORY_MINUTES
    return {str(minute): merged[minute] for minute in sorted(merged) if minute > oldest}


def lag_history(stored: Mapping[str, object]) -> list[int | None]:
    """One value for each minute, from the first to the last with events; None for minutes without events."""
    lags = {int(minute): lag for minute, lag in stored.items()}
    if not lags:
        return []
    return [lag if isinstance(lag := lags.get(minute), int) else None for minute in range(min(lags), max(lags) + 1)]
