"""How often TikTok and the sign server may be asked: both shut out whoever asks too often."""

import asyncio
import random
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pace:
    # Whether somebody is live is asked once a minute at most.
    poll_seconds: float = 60.0
    poll_spread_seconds: float = 30.0
    # While the socket is open, because the end of a stream is not always told.
    alive_seconds: float = 60.0
    # After a failure each try costs a request at the sign server.
    retry_seconds: tuple[float, ...] = (5.0, 15.0, 60.0, 180.0)
    # A socket that has held this long has earned a quick first try.
    stable_seconds: float = 60.0
    open_seconds: float = 10.0
    # A room tells its viewers every few seconds: one that says nothing is not heard any more.
    silence_seconds: float = 60.0
    heartbeat_seconds: float = 5.0
    # A gift streak without an update for this long is over: its end may have been lost.
    streak_seconds: float = 10.0
    # Likes and joins come in floods; what comes within this time is told as one.
    merge_seconds: float = 5.0
    tick_seconds: float = 1.0


class Retries:
    """When the next try is due; it outlives the connection that failed."""

    def __init__(self, waits: tuple[float, ...]) -> None:
        self._waits = waits
        self._failures = 0
        self._due = 0.0

    def failed(self) -> None:
        wait = self._waits[min(self._failures, len(self._waits) - 1)]
        self._failures += 1
        self._due = asyncio.get_running_loop().time() + wait * random.uniform(1.0, 1.5)  # noqa: S311  # a spread

    def succeeded(self) -> None:
        self._failures = 0
        self._due = 0.0

    async def wait(self) -> None:
        """Until the next try is due."""
        left = self._due - asyncio.get_running_loop().time()
        if left > 0:
            await asyncio.sleep(left)
