"""Short-lived cache of responses from platforms and other servers."""

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
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    # Expiry on the event loop's clock, and the value.
    entry: tuple[float, Value] | None = None


class ResponseCache(Generic[Key, Value]):
    """Cache in which concurrent callers share one request: the first sends it and the others wait."""

    def __init__(self, ttl_seconds: float) -> None:
        self._ttl_seconds = ttl_seconds
        self._entries: OrderedDict[Key, _CachedResponse[Value]] = OrderedDict()

    async def get(self, key: Key, fetch: Callable[[], Awaitable[Value]]) -> Value:
        """The cached value, or else that of `fetch`; a failure is not cached."""
        cached = self._entries.get(key)
        if cached is None:
            cached = self._entries[key] = _CachedResponse[Value]()
            while len(self._entries) > MAX_ENTRIES:
                self._entries.popitem(last=False)
        now = asyncio.get_running_loop().time
        async with cached.lock:
            if cached.entry is None or now() >= cached.entry[0]:
                value = await fetch()
                cached.entry = now() + self._ttl_seconds, value
            return cached.entry[1]
