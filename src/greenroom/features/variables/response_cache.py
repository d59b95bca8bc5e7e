"""What somebody outside has answered, for a while."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

MAX_ENTRIES = 1_000

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


@dataclass(slots=True, eq=False)
class _CachedResponse(Generic[Value]):
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    # Until when, by the clock of the event loop.
    answer: tuple[float, Value] | None = None


class ResponseCache(Generic[Key, Value]):
    """A crowd that wants to know the same asks once: the first one asks, and the others wait for that."""

    def __init__(self, kept_seconds: float) -> None:
        self._kept_seconds = kept_seconds
        self._places: OrderedDict[Key, _CachedResponse[Value]] = OrderedDict()

    async def get(self, key: Key, ask: Callable[[], Awaitable[Value]]) -> Value:
        """Whoever asks in vain leaves it to the next one."""
        place = self._places.get(key)
        if place is None:
            place = self._places[key] = _CachedResponse[Value]()
            while len(self._places) > MAX_ENTRIES:
                self._places.popitem(last=False)
        now = asyncio.get_running_loop().time
        async with place.turn:
            if place.answer is None or now() >= place.answer[0]:
                answer = await ask()
                place.answer = now() + self._kept_seconds, answer
            return place.answer[1]
