"""Outgoing HTTP: time-outs, retries with jitter, logs without secrets."""

import contextlib
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict, Unpack

if TYPE_CHECKING:
    from tenacity.wait import wait_base

    from greenroom.kernel.http.transport import Transport


class Parts(TypedDict, total=False):
    params: Sequence[tuple[str, str]]
    data: Mapping[str, str]
    json: object
    headers: Mapping[str, str]


class NoAnswer(Exception):
    """Nobody answered, or not in HTTP."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Whatever was answered, also an error."""

    status_code: int
    # Names are found in any case.
    headers: Mapping[str, str]
    content: bytes
    path: str

    @property
    def is_success(self) -> bool:
        return 200 <= self.status_code < 300


@dataclass(frozen=True, slots=True)
class Stream:
    """An answer whose end is not in sight; its pieces raise `NoAnswer` when the line breaks or falls silent."""

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

    async def request(self, method: str, url: str, **parts: Unpack[Parts]) -> Answer:
        """Raises `NoAnswer` when there is none."""
        return await self._open().request(method, url, parts)

    @contextlib.asynccontextmanager
    async def stream(
        self, method: str, url: str, *, silence_seconds: float, **parts: Unpack[Parts]
    ) -> AsyncGenerator[Stream]:
        """An answer read piece by piece; it is asked for once, and hung up on when the block ends."""
        async with self._open().stream(method, url, silence_seconds, parts) as stream:
            yield stream

    def _open(self) -> "Transport":
        if self._transport is None:
            # The client takes a tenth of a second to import, and a server that starts has nobody to call yet.
            from greenroom.kernel.http.transport import Transport  # noqa: PLC0415

            self._transport = Transport(self._user_agent, self._wait)
        return self._transport

    async def close(self) -> None:
        if self._transport is not None:
            await self._transport.close()
