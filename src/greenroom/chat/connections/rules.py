"""Backoff and timing rules of connections."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Timings:
    # A process that died keeps its connections for this long.
    lease_seconds: float = 30.0
    # Leases are renewed, and what others have dropped is found, this often.
    look_seconds: float = 10.0
    first_wait_seconds: float = 1.0
    longest_wait_seconds: float = 60.0
    # A connection that held this long has earned a quick first try.
    stable_seconds: float = 60.0
    # Tries at one platform follow each other by at least this much: a hundred at once take more than ten seconds.
    gap_seconds: float = 0.11
    # How a connection feels is written at most this often.
    pulse_seconds: float = 5.0
    # A named account that is gone may come back, but seldom does.
    gone_wait_seconds: float = 600.0


def wait_before_retry(failures: int, timings: Timings, spread: float) -> float:
    """Doubles with each failure in a row; `spread` (0 to 1) takes up to half off, so that nobody tries in step."""
    longest = min(timings.first_wait_seconds * 2.0 ** min(failures - 1, 30), timings.longest_wait_seconds)
    return longest * (1 - spread / 2)


def next_free(turn: float, timings: Timings, spread: float) -> float:
    """When the next may try after one who tries at `turn`; `spread` (0 to 1) adds up to half a gap."""
    return turn + timings.gap_seconds * (1 + spread / 2)


def ends_stream(live_since: datetime | None, as_of: datetime) -> bool:
    """A platform's list of live channels lags behind: it must not end a stream that began after it was drawn up."""
    return live_since is None or live_since <= as_of
