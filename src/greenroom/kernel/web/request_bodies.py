"""The body of one request: its limits, and the memory that is reserved for it."""

import asyncio
from collections.abc import Hashable

from starlette.requests import HTTPConnection
from starlette.types import Message, Receive, Scope

from greenroom.kernel.errors import AppError
from greenroom.kernel.web.body_budget import BodyBudget

# Memory for all signed-in callers, and for one: a channel file of 24 MiB with half a million values needs 85 MiB.
SIGNED_IN_BYTES = 256 * 2**20
PERSON_BYTES = 96 * 2**20
# Memory for callers without an account (webhooks, sign-ins), and for one address: a few must not occupy all of it.
PUBLIC_BYTES = 32 * 2**20
ADDRESS_BYTES = 2 * 2**20

# Time for a body, besides what its bytes take at MIN_BYTES_PER_SECOND; a slower body would hold its memory too long.
# Callers without an account send short bodies.
GRACE_SECONDS = 30.0
PUBLIC_GRACE_SECONDS = 5.0
MIN_BYTES_PER_SECOND = 32 * 2**10

MAX_UNREAD_BYTES = 64 * 2**10

SCOPE_KEY = "greenroom.body"


class TooLarge(AppError):
    status = 413
    type = "too_large"

    def __init__(self, max_bytes: int) -> None:
        super().__init__(f"A request may carry {max_bytes // 2**10} kB at most.")


class TooSlow(AppError):
    status = 408
    type = "too_slow"
    message = "The upload was too slow. Nothing was changed; try again."


class Budgets:
    """The memory for callers with an account, and that for callers without one."""

    def __init__(self) -> None:
        self.signed_in = BodyBudget(SIGNED_IN_BYTES, PERSON_BYTES)
        self.public = BodyBudget(PUBLIC_BYTES, ADDRESS_BYTES)
        self.grace_seconds = {self.signed_in: GRACE_SECONDS, self.public: PUBLIC_GRACE_SECONDS}

    def seconds_for(self, budget: BodyBudget, received_bytes: int) -> float:
        """Time within which the next bytes must arrive, counted from the beginning of the body.

        Depends on the received bytes, not on the announced ones: an idle upload would hold its memory for minutes.
        """
        return self.grace_seconds[budget] + received_bytes / MIN_BYTES_PER_SECOND


class RequestBody:
    """The body of a request: reserves memory when the app begins to read it, and counts the bytes that arrive."""

    def __init__(self, receive: Receive, announced_bytes: int | None, max_bytes: int, budgets: Budgets) -> None:
        self._receive = receive
        self._max_bytes = max_bytes
        # The maximum if the client sends the body in chunks, without its length.
        self._expected_bytes = max_bytes if announced_bytes is None else announced_bytes
        self._budgets = budgets
        self._budget = budgets.public
        self._caller: Hashable = None
        self._reserved_bytes = 0
        self._received_bytes = 0
        self._is_chunked = announced_bytes is None
        self._began_at: float | None = None
        self._is_released = False
        self.is_complete = self._expected_bytes == 0

    @property
    def is_rest_large(self) -> bool:
        """Whether so much of the body may be unread that the connection is closed after the response."""
        if self.is_complete:
            return False
        return self._is_chunked or self._expected_bytes - self._received_bytes > MAX_UNREAD_BYTES

    def belongs_to_address(self, address: str) -> None:
        self._budget, self._caller = self._budgets.public, address

    def belongs_to_person(self, person: Hashable) -> None:
        """Uses the memory of signed-in callers for the body; called by the access rule before the body is read."""
        if not self._reserved_bytes:
            self._budget, self._caller = self._budgets.signed_in, person

    async def receive(self) -> Message:
        if self.is_complete or self._is_released:
            return await self._receive()
        message = await self._next()
        self._received_bytes += len(message.get("body", b""))
        self.is_complete = message["type"] != "http.request" or not message.get("more_body", False)
        if self._received_bytes > self._max_bytes:
            raise TooLarge(self._max_bytes)
        return message

    def reserve_more(self, size: int) -> None:
        """Reserves memory for objects made from the body, such as parsed JSON."""
        if not self._is_released:
            self._budget.grow(self._caller, size)
            self._reserved_bytes += size

    def release(self) -> None:
        self._is_released = True
        if self._reserved_bytes:
            self._budget.release(self._caller, self._reserved_bytes)
            self._reserved_bytes = 0

    async def _next(self) -> Message:
        if self._began_at is None:
            await self._budget.reserve(self._caller, self._expected_bytes)
            self._reserved_bytes = self._expected_bytes
            self._began_at = asyncio.get_running_loop().time()
        ends_at = self._began_at + self._budgets.seconds_for(self._budget, self._received_bytes)
        try:
            async with asyncio.timeout_at(ends_at):
                return await self._receive()
        except TimeoutError:
            raise TooSlow from None


def body_of(connection: HTTPConnection) -> RequestBody | None:
    """The body of the request; None for sockets, and for apps without the middleware."""
    return connection.scope.get(SCOPE_KEY)


def announced_length(scope: Scope) -> int | None:
    """Length of the body, 0 if it has none; None if it is sent in chunks, or its length is invalid."""
    headers: dict[bytes, bytes] = dict(scope["headers"])
    if b"transfer-encoding" in headers:
        return None
    length = headers.get(b"content-length", b"0")
    return int(length) if length.isdigit() else None
