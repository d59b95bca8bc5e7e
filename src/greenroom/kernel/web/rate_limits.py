"""Limits per client address: sign-ins and connections to platforms per minute, and open sockets."""

import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from greenroom.kernel.errors import AppError
from greenroom.kernel.services import service_of
from greenroom.kernel.settings import KernelSettings
from greenroom.kernel.web.client_address import ClientAddresses
from greenroom.kernel.web.error_handlers import close_with_error

MAX_ADDRESSES = 10_000
SECONDS_PER_MINUTE = 60.0

COUNTED_KEY = "greenroom.counted_limits"


class TooManyRequests(AppError):
    status = 429
    type = "too_many_requests"
    close_code = 4429

    def __init__(self, retry_after_seconds: float) -> None:
        self.retry_after_seconds = max(1, math.ceil(retry_after_seconds))
        super().__init__(f"Too many attempts from your address. Try again in {self.retry_after_seconds} s.")


class TooManySockets(AppError):
    status = 429
    type = "too_many_sockets"
    close_code = 4429
    message = "Too many open connections from your address. Close other tabs and try again."


class RateLimiter:
    """A token bucket per address, in the memory of this process."""

    def __init__(
        self, per_minute: int, now: Callable[[], float] = time.monotonic, max_addresses: int = MAX_ADDRESSES
    ) -> None:
        self._per_minute = per_minute
        self._now = now
        self._max_addresses = max_addresses
        # Remaining requests and when they were counted; the least recently used address comes first.
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, address: str) -> None:
        """Counts one request, or raises TooManyRequests, which says how long to wait."""
        now, per_second = self._now(), self._per_minute / SECONDS_PER_MINUTE
        left, counted_at = self._buckets.pop(address, (float(self._per_minute), now))
        left = min(float(self._per_minute), left + (now - counted_at) * per_second)
        is_allowed = left >= 1
        self._buckets[address] = (left - 1 if is_allowed else left, now)
        if len(self._buckets) > self._max_addresses:
            self._buckets.popitem(last=False)
        if not is_allowed:
            raise TooManyRequests((1 - left) / per_second)


class AddressLimits:
    """The limits of all addresses, counted in this process."""

    def __init__(self, settings: KernelSettings) -> None:
        self.addresses = ClientAddresses(settings.trusted_proxies)
        # Starts and completions of sign-ins and connections.
        self.starts = RateLimiter(settings.max_sign_ins_per_minute)
        self.completions = RateLimiter(settings.max_sign_ins_per_minute)
        self.sockets: Counter[str] = Counter()
        self.max_sockets = settings.max_sockets_per_address


class RateLimit:
    """A dependency that counts the request once against one limit of its address."""

    def __init__(self, limiter: Callable[[AddressLimits], RateLimiter]) -> None:
        self._limiter = limiter

    async def __call__(self, connection: HTTPConnection) -> None:
        # A route with a body calls this before it reads the body, and FastAPI calls it once more.
        counted: set[RateLimit] = connection.scope.setdefault(COUNTED_KEY, set())
        if self in counted:
            return
        counted.add(self)
        limits = service_of(connection, AddressLimits)
        self._limiter(limits).take(limits.addresses.of(connection))


class SocketLimit:
    """Middleware that closes a socket at once if its address has too many."""

    def __init__(self, app: ASGIApp, limits: AddressLimits) -> None:
        self._app = app
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        sockets, address = self._limits.sockets, self._limits.addresses.of(HTTPConnection(scope))
        if sockets[address] >= self._limits.max_sockets:
            await close_with_error(WebSocket(scope, receive, send), TooManySockets())
            return
        sockets[address] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            sockets[address] -= 1
            if not sockets[address]:
                del sockets[address]
