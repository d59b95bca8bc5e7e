"""Spaces out the connection attempts of one process to one platform."""

import asyncio
import random

from greenroom.chat.connections.rules import Timings, next_free


class ConnectThrottle:
    def __init__(self, timings: Timings) -> None:
        self._timings = timings
        self._free_at = 0.0

    async def acquire(self) -> None:
        """Waits until this attempt may begin: attempts begin one after the other, with a gap between them."""
        now = asyncio.get_running_loop().time()
        attempt_at = max(now, self._free_at)
        self._free_at = next_free(attempt_at, self._timings, random.random())  # noqa: S311  # jitter, not a secret
        await asyncio.sleep(attempt_at - now)
