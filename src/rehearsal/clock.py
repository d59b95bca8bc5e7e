"""The clock of the rehearsal; tests freeze it and advance it instead of waiting."""

import asyncio
from contextlib import suppress
from datetime import UTC, datetime, timedelta


class Clock:
    """The system time or a frozen time, plus an offset that `advance` adds to."""

    def __init__(self, frozen_at: datetime | None = None) -> None:
        self._frozen_at = frozen_at
        self._offset = timedelta()
        self._jumped = asyncio.Event()

    def now(self) -> datetime:
        return (self._frozen_at or datetime.now(UTC)) + self._offset

    def after(self, seconds: float) -> datetime:
        return self.now() + timedelta(seconds=seconds)

    def advance(self, seconds: float) -> None:
        """Moves the time forward, and wakes all sleeping tasks to check whether they are due."""
        self._offset += timedelta(seconds=seconds)
        self._wake()

    def reset(self) -> None:
        """Removes the offset."""
        self._offset = timedelta()
        self._wake()

    async def sleep_until(self, moment: datetime) -> None:
        while (left := (moment - self.now()).total_seconds()) > 0:
            await self._pause(left)

    async def _pause(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(None if self._frozen_at else seconds):
                await self._jumped.wait()

    def _wake(self) -> None:
        jumped, self._jumped = self._jumped, asyncio.Event()
        jumped.set()


def rfc3339(moment: datetime) -> str:
    """The time in UTC with a Z, without decimals."""
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def rfc3339_nanoseconds(moment: datetime) -> str:
    """The time in UTC with a Z and nine decimals."""
    return f"{moment.astimezone(UTC).isoformat(timespec='microseconds')[:-6]}000Z"
