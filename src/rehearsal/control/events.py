"""Numbered log of events, so that tests can wait for an event instead of sleeping."""

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rehearsal.clock import Clock, rfc3339_nanoseconds

MAX_KEPT = 2000

Fact = str | int | bool | None


class EventLogClosed(Exception):
    """The rehearsal shuts down while a caller waits for an event."""


@dataclass(frozen=True, slots=True)
class Event:
    """A recorded event, whose facts never include a token or a secret."""

    seq: int
    event: str
    at: str
    facts: dict[str, Fact]

    def matches(self, event: str | None, facts: Mapping[str, str]) -> bool:
        if event is not None and event != self.event:
            return False
        return all(str(self.facts.get(name)) == value for name, value in facts.items())


class EventLog:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._log: deque[Event] = deque(maxlen=MAX_KEPT)
        self._recorded = asyncio.Event()
        self._closing = False
        self.seq = 0
        # Called with each event.
        self.observers: list[Callable[[Event], None]] = []

    def record(self, event: str, **facts: Fact) -> None:
        self.seq += 1
        recorded = Event(self.seq, event, rfc3339_nanoseconds(self._clock.now()), facts)
        self._log.append(recorded)
        self._wake()
        for observe in self.observers:
            observe(recorded)

    def since(self, after: int) -> list[Event]:
        return [event for event in self._log if event.seq > after]

    async def wait(self, event: str | None, after: int, facts: Mapping[str, str]) -> Event:
        """The first matching event after the given number, past or future."""
        while not self._closing:
            recorded = self._recorded
            for past in self.since(after):
                if past.matches(event, facts):
                    return past
            await recorded.wait()
        raise EventLogClosed

    def clear(self) -> None:
        """Empties the log; numbers continue, so that an old number never hides a new event."""
        self._log.clear()

    def close(self) -> None:
        self._closing = True
        self._wake()

    def _wake(self) -> None:
        recorded, self._recorded = self._recorded, asyncio.Event()
        recorded.set()
