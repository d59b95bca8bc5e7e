"""The one way out: time-outs, a few retries with jitter, and logs without secrets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict, Unpack

if TYPE_CHECKING:
    from tenacity.wait import wait_base

    from greenroom.kernel.http_transport import Transport


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


class HttpClient:
    def __init__(self, user_agent: str, wait: "wait_base | None" = None) -> None:
        self._user_agent = user_agent
        self._wait = wait
        self._transport: Transport | None = None

    async def request(self, method: str, url: str, **parts: Unpack[Parts]) -> Answer:
        """Raises `NoAnswer` when there is none."""
        return await self._open().request(method, url, parts)

    def _open(self) -> "Transport":
        if self._transport is None:
            # The client takes a tenth of a second to import, and a server that starts has nobody to call yet.
            from greenroom.kernel.http_transport import Transport  # noqa: PLC0415

            self._transport = Transport(self._user_agent, self._wait)
        return self._transport

    async def close(self) -> None:
        if self._transport is not None:
            await self._transport.close()
