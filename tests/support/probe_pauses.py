"""Pauses between probes of a platform, which tests control."""

import asyncio

from support.waiting import MAX_WAIT_SECONDS


async def no_probes(_seconds: float, _ends_early: asyncio.Event) -> None:
    """A pause without end, for tests in which no probe may happen."""
    await asyncio.Event().wait()


class ProbePauses:
    """Pauses that last until the test ends them or `ends_early` is set."""

    def __init__(self) -> None:
        self._paused: list[tuple[float, asyncio.Event]] = []
        self._more = asyncio.Event()

    async def __call__(self, seconds: float, ends_early: asyncio.Event) -> None:
        pause = seconds, ends_early
        self._paused.append(pause)
        self._more.set()
        await ends_early.wait()
        if pause in self._paused:
            self._paused.remove(pause)

    async def until_paused(self, seconds: float) -> int:
        """Waits until a pause of this length has begun; returns the number of current pauses of any length."""
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            while seconds not in [one for one, _ in self._paused]:
                self._more.clear()
                await self._more.wait()
        return len(self._paused)

    async def end(self, seconds: float) -> None:
        """Waits until a pause of this length has begun, and ends it."""
        await self.until_paused(seconds)
        pause = next(one for one in self._paused if one[0] == seconds)
        self._paused.remove(pause)
        pause[1].set()
