"""A topic: its subscribers and its recent messages."""

from asyncio import TimerHandle
from collections import deque
from collections.abc import Sequence
from itertools import islice

from msgspec import Struct

from greenroom.kernel.fast.raw_frames import EncodedFrames
from greenroom.kernel.live.connections import ConnectionList
from greenroom.kernel.live.frames import Refetch, Subscribed, encode_events, encode_frame, events_prefix

MAX_EVENTS = 500
MAX_BYTES = 2**20
# Memory for one event in Python, besides its text.
OVERHEAD_BYTES = 64


class Budget(Struct):
    """Memory limit in bytes for the histories of all topics together."""

    limit: int
    used: int = 0


class History:
    """The latest events, numbered; the oldest are dropped above the limits."""

    def __init__(self, budget: Budget, max_events: int = MAX_EVENTS) -> None:
        self.seq = 0
        self._max_events = max_events
        self._budget = budget
        self._events: deque[bytes] = deque()
        self._bytes = 0

    def extend(self, payloads: Sequence[bytes]) -> None:
        self.seq += len(payloads)
        if not self._max_events:
            return
        self._events.extend(payloads)
        surplus = [self._events.popleft() for _ in range(len(self._events) - self._max_events)]
        self._resize(_size(payloads) - _size(surplus))
        while self._events and self._is_too_big():
            self._resize(-_size([self._events.popleft()]))

    def since(self, seq: int) -> list[bytes] | None:
        """Events after `seq`; None if some of them are no longer kept, or `seq` is unknown."""
        missing = self.seq - seq
        if not 0 <= missing <= len(self._events):
            return None
        return list(islice(self._events, len(self._events) - missing, None))

    def clear(self) -> None:
        self.seq = 0
        self._events.clear()
        self._resize(-self._bytes)

    def _is_too_big(self) -> bool:
        return self._bytes > MAX_BYTES or self._budget.used > self._budget.limit

    def _resize(self, change: int) -> None:
        self._bytes += change
        self._budget.used += change


def _size(payloads: Sequence[bytes]) -> int:
    return sum(map(len, payloads)) + len(payloads) * OVERHEAD_BYTES


class Topic:
    """Subscribers get numbered frames, with numbers comparable within one epoch; listeners get bare events."""

    def __init__(self, name: str, epoch: str, budget: Budget, *, has_replay: bool = True) -> None:
        self.name = name
        self.history = History(budget, MAX_EVENTS if has_replay else 0)
        self.subscribers = ConnectionList()
        self.listeners = ConnectionList()
        self.waiting: list[bytes] = []
        self.timer: TimerHandle | None = None
        self.begin(epoch)

    @property
    def is_idle(self) -> bool:
        return not self.subscribers.all and not self.listeners.all

    def begin(self, epoch: str) -> None:
        """Begins an epoch: clears the history; subscribers stay."""
        self.epoch = epoch
        self._prefix = events_prefix(self.name, epoch)
        self.waiting.clear()
        self.stop_tick()
        self.history.clear()

    def stop_tick(self) -> None:
        """Stops the timer, and sends the events that waited for its end."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        if self.waiting:
            payloads, self.waiting = self.waiting, []
            self.deliver(payloads)

    def deliver(self, payloads: Sequence[bytes]) -> None:
        self.history.extend(payloads)
        if self.subscribers.all:
            self.subscribers.push(self._events(payloads))
        if self.listeners.all:
            self.listeners.push(EncodedFrames(payloads))

    def response_to(self, epoch: str | None, seq: int | None) -> list[EncodedFrames]:
        """The response to a subscribing client at this position."""
        if epoch is None or seq is None:
            return [encode_frame(Subscribed(self.name, self.epoch, self.history.seq))]
        missed = self.history.since(seq) if epoch == self.epoch else None
        if missed is None:
            return [self.refetch()]
        response = encode_frame(Subscribed(self.name, epoch, seq, len(missed)))
        return [response, self._events(missed)] if missed else [response]

    def refetch(self) -> EncodedFrames:
        return encode_frame(Refetch(self.name, self.epoch, self.history.seq))

    def _events(self, payloads: Sequence[bytes]) -> EncodedFrames:
        return encode_events(self._prefix, self.history.seq, payloads)
