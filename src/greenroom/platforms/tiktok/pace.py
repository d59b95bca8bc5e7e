"""Intervals and retries for TikTok and the sign server, which block clients that send too many requests."""

import asyncio
import random
from collections.abc import Awaitable, Callable

from msgspec import Struct


class Pace(Struct, frozen=True):
    # Interval of polls while no stream is live, plus a random time of up to `poll_spread_seconds`.
    poll_seconds: float = 60.0
    poll_spread_seconds: float = 30.0
    # Interval of polls while the socket is open: it does not always report the end of a stream.
    alive_seconds: float = 60.0
    # Waits after the first, second, third and any further failure: each try costs a request at the sign server.
    retry_seconds: tuple[float, ...] = (5.0, 15.0, 60.0, 180.0)
    # Once a socket has been open this long, the next failure counts as the first.
    stable_seconds: float = 60.0
    open_seconds: float = 10.0
    # A room reports its viewer count every few seconds: a silent socket is dead.
    silence_seconds: float = 60.0
    heartbeat_seconds: float = 5.0
    # A gift streak without an event for this long is over, because its last event may have been lost.
    streak_seconds: float = 10.0
    # Joins within this time are merged into one event, likes into one event per viewer.
    merge_seconds: float = 5.0
    tick_seconds: float = 1.0


class Retries:
    """Retry schedule of a connection, kept from one run to the next."""

    def __init__(self, waits: tuple[float, ...]) -> None:
        self._waits = waits
        self._failures = 0
        self._due = 0.0

    def record_failure(self) -> None:
        wait = self._waits[min(self._failures, len(self._waits) - 1)]
        self._failures += 1
        self._due = asyncio.get_running_loop().time() + wait * random.uniform(1.0, 1.5)  # noqa: S311  # jitter

    def record_success(self) -> None:
        self._failures = 0
        self._due = 0.0

    async def wait(self, pause: Callable[[float], Awaitable[None]]) -> None:
        """Waits until the next try is due."""
        left = self._due - asyncio.get_running_loop().time()
        if left > 0:
            await pause(left)
