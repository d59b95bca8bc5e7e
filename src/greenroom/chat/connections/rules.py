"""Timings and retries of connections, and which reports end a stream."""

from datetime import datetime

from msgspec import Struct


class Timings(Struct, frozen=True):
    # Connections of a process that died stay leased this long.
    lease_seconds: float = 30.0
    # Interval for renewing leases and for claiming connections whose lease ran out.
    check_seconds: float = 10.0
    first_wait_seconds: float = 1.0
    max_wait_seconds: float = 60.0
    # If a connection lasted this long, the backoff starts again from the beginning.
    stable_seconds: float = 60.0
    # Minimum time between two attempts of one process to connect to a platform: a hundred take more than ten seconds.
    gap_seconds: float = 0.11
    # Minimum time between two writes of a connection's stats.
    stats_seconds: float = 5.0
    # Retry interval for an account that no longer exists, if it was connected by its handle; after OAuth the connection
    # stops instead.
    gone_wait_seconds: float = 600.0
    # Interval between two probes of a platform, one for all its connections, while one of its channels is live or
    # open on a screen. Kick may allow only 20 calls a minute.
    probe_seconds: float = 4.0
    # Interval between two probes at other times.
    idle_probe_seconds: float = 60.0
    # How long a report that a channel is open on a screen is valid.
    screen_seconds: float = 45.0
    probe_timeout_seconds: float = 2.5
    # Failed probes in a row, without a pause between them, that make an outage.
    probe_attempts: int = 2
    # Longest pause after a platform asked for fewer probes.
    max_probe_pause_seconds: float = 60.0
    # After an outage connections retry within this time instead of all at once.
    recovery_spread_seconds: float = 2.0


def wait_before_retry(failures: int, timings: Timings, spread: float) -> float:
    """Backoff in seconds: doubles with each failure in a row; `spread` (0 to 1) shortens it by up to half."""
    longest = min(timings.first_wait_seconds * 2.0 ** min(failures - 1, 30), timings.max_wait_seconds)
    return longest * (1 - spread / 2)


def next_free(attempt_at: float, timings: Timings, spread: float) -> float:
    """Earliest time of the attempt after the one at `attempt_at`; `spread` (0 to 1) lengthens the gap by up to half."""
    return attempt_at + timings.gap_seconds * (1 + spread / 2)


def ends_stream(live_since: datetime | None, as_of: datetime) -> bool:
    """Whether an offline report made at `as_of` ends the stream; a late report ends no stream that began after it."""
    return live_since is None or live_since <= as_of
