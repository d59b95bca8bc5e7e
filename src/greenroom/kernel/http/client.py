"""Outgoing HTTP: time-outs, retries with jitter, logs without secrets."""

import contextlib
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypedDict, Unpack

from msgspec import Struct

if TYPE_CHECKING:
    from tenacity.wait import wait_base

    from greenroom.kernel.http.transport import Transport


class RequestParts(TypedDict, total=False):
    params: Sequence[tuple[str, str]]
    data: Mapping[str, str]
    json: object
    headers: Mapping[str, str]


class NoResponse(Exception):
    """The connection failed or timed out, or the response was too large or not HTTP."""


class NotSent(NoResponse):
    """There was no connection: the request never arrived."""


class HttpResponse(Struct, frozen=True):
    """Any HTTP response, including error statuses."""

    status_code: int
    # Case-insensitive.
    headers: Mapping[str, str]
    content: bytes
    path: str

    @property
    def is_success(self) -> bool:
        return 200 <= self.status_code < 300


class Stream(Struct, frozen=True):
    """A streaming response; `pieces` raises `NoResponse` when the connection breaks or stays silent."""

    status_code: int
    headers: Mapping[str, str]
    path: str
    pieces: AsyncIterator[bytes]

    @property
    def is_success(self) -> bool:
        return 200 <= self.status_code < 300


class HttpClient:
    def __init__(self, user_agent: str, wait: "wait_base | None" = None) -> None:
        self._user_agent = user_agent
        self._wait = wait
        self._transport: Transport | None = None

    async def request(self, method: str, url: str, **parts: Unpack[RequestParts]) -> HttpResponse:
        """Sends a request, with retries where they are safe; raises `NoResponse` if there is no usable response."""
        return await self._open().request(method, url, parts)

    async def request_once(
        self, method: str, url: str, *, logged_path: str = "", **parts: Unpack[RequestParts]
    ) -> HttpResponse:
        """Sends a request without retries; raises `NoResponse` if there is no usable response.

        `logged_path` stands for the path in logs and in the response, if the path contains a secret.
        """
        return await self._open().request_once(method, url, parts, logged_path)

    @contextlib.asynccontextmanager
    async def stream(
        self, method: str, url: str, *, silence_seconds: float, **parts: Unpack[RequestParts]
    ) -> AsyncGenerator[Stream]:
        """A streaming response; requested once without retries, closed at the end of the block."""
        async with self._open().stream(method, url, silence_seconds, parts) as stream:
            yield stream

    def _open(self) -> "Transport":
        if self._transport is None:
            # Importing the client takes 0.1 s, and is not needed to start the server.
            from greenroom.kernel.http.transport import Transport  # noqa: PLC0415

            self._transport = Transport(self._user_agent, self._wait)
        return self._transport

    async def close(self) -> None:
        if self._transport is not None:
            await self._transport.close()
