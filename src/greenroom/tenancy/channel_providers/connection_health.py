"""Connection health as stored and shown: lag, rate, viewers, quota."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

HISTORY_MINUTES = 30
MINUTE_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a platform lets us ask in a day; `forecast` is what the whole day will take at this pace."""

    used: int
    total: int
    resets_at: datetime
    forecast: int
    restriction: str


@dataclass(frozen=True, slots=True)
class ConnectionHealth:
    """News of a connection; what is None has not changed."""

    last_event_at: datetime | None
    lag_ms: int | None
    messages_per_minute: int
    viewers: int | None
    allowance: Allowance | None
    # Mean lag of each minute in which something was heard.
    lags: Mapping[int, int] = field(default_factory=dict[int, int])


def minute_of(moment: datetime) -> int:
    return int(moment.timestamp()) // MINUTE_SECONDS


def with_lags(kept: Mapping[str, object], lags: Mapping[int, int]) -> dict[str, object]:
    """The minutes to keep; the newest decides how far back they go. Keys are text, because JSON has no others."""
    together = {**{int(minute): lag for minute, lag in kept.items()}, **lags}
    oldest = max(together, default=0) - HISTORY_MINUTES
    return {str(minute): together[minute] for minute in sorted(together) if minute > oldest}


def lag_history(kept: Mapping[str, object]) -> list[int | None]:
    """One value for each minute up to the last in which something was heard; None where nothing was."""
    lags = {int(minute): lag for minute, lag in kept.items()}
    if not lags:
        return []
    return [lag if isinstance(lag := lags.get(minute), int) else None for minute in range(min(lags), max(lags) + 1)]
