"""Time for the whole rehearsal: it can stand still and it can jump, so that nobody has to wait for it."""

import asyncio
from contextlib import suppress
from datetime import UTC, datetime, timedelta


class Clock:
    """The system's time, or a frozen moment, moved on by `advance`."""

    def __init__(self, frozen_at: datetime | None = None) -> None:
        self._frozen_at = frozen_at
        self._offset = timedelta()
        self._jumped = asyncio.Event()

    def now(self) -> datetime:
        return (self._frozen_at or datetime.now(UTC)) + self._offset

    def after(self, seconds: float) -> datetime:
        return self.now() + timedelta(seconds=seconds)

    def advance(self, seconds: float) -> None:
        """Move time on and wake everybody who sleeps, so that those who are due go on at once."""
        self._offset += timedelta(seconds=seconds)
        self._wake()

    def reset(self) -> None:
        """Take every jump back."""
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
    """Seconds and Z, as platforms write the times of things."""
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def rfc3339_nanoseconds(moment: datetime) -> str:
    """Nine digits after the second, as platforms stamp their messages."""
    return f"{moment.astimezone(UTC).isoformat(timespec='microseconds')[:-6]}000Z"
