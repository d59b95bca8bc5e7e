"""What happened, numbered, so that a test can await it instead of sleeping."""

import asyncio
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

from rehearsal.clock import Clock, rfc3339_nanoseconds

KEPT = 2000

Fact = str | int | bool | None


class RehearsalClosing(Exception):
    """The rehearsal stops, so what is awaited will never happen."""


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that happened, with facts that never include a token or a secret."""

    seq: int
    event: str
    at: str
    facts: dict[str, Fact]

    def fits(self, event: str | None, facts: Mapping[str, str]) -> bool:
        if event is not None and event != self.event:
            return False
        return all(str(self.facts.get(name)) == value for name, value in facts.items())


class Happenings:
    """A numbered log with waiters."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._log: deque[Happening] = deque(maxlen=KEPT)
        self._news = asyncio.Event()
        self._closing = False
        self.seq = 0

    def tell(self, event: str, **facts: Fact) -> None:
        self.seq += 1
        self._log.append(Happening(self.seq, event, rfc3339_nanoseconds(self._clock.now()), facts))
        self._wake()

    def since(self, after: int) -> list[Happening]:
        return [happening for happening in self._log if happening.seq > after]

    async def wait(self, event: str | None, after: int, facts: Mapping[str, str]) -> Happening:
        """The first fitting thing after the given number, past or future."""
        while not self._closing:
            news = self._news
            for happening in self.since(after):
                if happening.fits(event, facts):
                    return happening
            await news.wait()
        raise RehearsalClosing

    def clear(self) -> None:
        """Forget what happened; numbers go on, so that an old number never hides something new."""
        self._log.clear()

    def close(self) -> None:
        self._closing = True
        self._wake()

    def _wake(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()
