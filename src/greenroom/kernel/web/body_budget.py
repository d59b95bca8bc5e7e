"""Limits the memory of all request bodies that are in flight."""

import asyncio
from collections import Counter
from collections.abc import Hashable

from greenroom.kernel.errors import AppError, Unavailable

MAX_WAIT_SECONDS = 10.0
MAX_WAITING_REQUESTS = 1_000
# One caller must not fill the queue for all others.
MAX_WAITING_PER_CALLER = 16
RETRY_AFTER_SECONDS = 5


class TooManyBodies(Unavailable):
    type = "too_many_bodies"
    message = "The server is busy with other uploads. Nothing was changed; try again in a few seconds."
    retry_after_seconds = RETRY_AFTER_SECONDS


class TooManyFromCaller(AppError):
    status = 429
    type = "too_many_requests"
    message = "Too many of your requests are still being received. Nothing was changed; try again in a few seconds."
    retry_after_seconds = RETRY_AFTER_SECONDS


class _WaitingRequest:
    def __init__(self, caller: Hashable, size: int) -> None:
        self.caller = caller
        self.size = size
        self.admitted = asyncio.get_running_loop().create_future()


class BodyBudget:
    """Bytes that requests have reserved; `caller_bytes` of them at most for one caller."""

    def __init__(self, total_bytes: int, caller_bytes: int, max_wait_seconds: float = MAX_WAIT_SECONDS) -> None:
        self.used_bytes = 0
        self._total_bytes = total_bytes
        self._caller_bytes = caller_bytes
        self._max_wait_seconds = max_wait_seconds
        self._by_caller: Counter[Hashable] = Counter()
        self._waiting: dict[_WaitingRequest, None] = {}

    async def reserve(self, caller: Hashable, size: int) -> None:
        """Reserves memory, in the order of the requests; a caller who has used up their part delays no one else."""
        if not self._waiting and self._fits(caller, size):
            self._take(caller, size)
            return
        if sum(one.caller == caller for one in self._waiting) >= MAX_WAITING_PER_CALLER:
            raise TooManyFromCaller
        if len(self._waiting) >= MAX_WAITING_REQUESTS:
            raise TooManyBodies
        await self._wait(_WaitingRequest(caller, size))

    def grow(self, caller: Hashable, size: int) -> None:
        """Reserves more for a body that was received; never waits, because two that wait could block each other."""
        if not self._fits(caller, size):
            raise TooManyBodies
        self._take(caller, size)

    def release(self, caller: Hashable, size: int) -> None:
        self.used_bytes -= size
        self._by_caller[caller] -= size
        if not self._by_caller[caller]:
            del self._by_caller[caller]
        self._admit()

    async def _wait(self, waiting: _WaitingRequest) -> None:
        self._waiting[waiting] = None
        # There may be memory for this request: those ahead may wait for the limits of their own callers.
        self._admit()
        try:
            async with asyncio.timeout(self._max_wait_seconds):
                await waiting.admitted
        except TimeoutError:
            self._leave(waiting)
            raise TooManyBodies from None
        except asyncio.CancelledError:
            self._leave(waiting)
            raise

    def _leave(self, waiting: _WaitingRequest) -> None:
        if waiting in self._waiting:
            del self._waiting[waiting]
            self._admit()
        else:
            # The request was admitted at the same moment.
            self.release(waiting.caller, waiting.size)

    def _admit(self) -> None:
        for waiting in list(self._waiting):
            if not self._is_within_caller_limit(waiting.caller, waiting.size):
                continue
            if not self._is_within_total_limit(waiting.size):
                return
            del self._waiting[waiting]
            self._take(waiting.caller, waiting.size)
            if not waiting.admitted.done():
                waiting.admitted.set_result(None)

    def _take(self, caller: Hashable, size: int) -> None:
        self.used_bytes += size
        self._by_caller[caller] += size

    def _fits(self, caller: Hashable, size: int) -> bool:
        return self._is_within_caller_limit(caller, size) and self._is_within_total_limit(size)

    def _is_within_caller_limit(self, caller: Hashable, size: int) -> bool:
        return self._by_caller[caller] + size <= self._caller_bytes

    def _is_within_total_limit(self, size: int) -> bool:
        return self.used_bytes + size <= self._total_bytes
