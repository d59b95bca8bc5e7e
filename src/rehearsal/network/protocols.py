"""Uvicorn protocols that cut connections, close sockets whose client sends no pong, and send responses in one write."""

import asyncio
from collections.abc import Callable
from typing import cast

from starlette.types import Scope
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

CUT = "rehearsal.cut"
NO_PINGS = "rehearsal.no_pings"
# Close code and reason of Twitch's EventSub; used for the sockets of all platforms.
FAILED_PING_PONG = (4002, "failed ping pong")
# Larger data is written at once, so that the transport's write buffer fills if the client does not read, and writers
# have to wait.
MAX_BATCHED_BYTES = 32 * 1024


class BatchingTransport:
    """Collects writes until the next turn of the event loop.

    Head and body of a response then leave in one write: some clients close after the head and read only the bytes that
    have arrived. Thousands of small frames a second also need fewer writes.
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._loop = asyncio.get_running_loop()
        self._parts: list[bytes] = []
        self._size = 0

    def write(self, data: bytes) -> None:
        if not self._parts:
            self._loop.call_soon(self._flush)
        self._parts.append(data)
        self._size += len(data)
        if self._size > MAX_BATCHED_BYTES:
            self._flush()

    def close(self) -> None:
        self._flush()
        self._transport.close()

    def abort(self) -> None:
        self._parts.clear()
        self._transport.abort()

    def __getattr__(self, name: str) -> object:
        return getattr(self._transport, name)

    def _flush(self) -> None:
        parts, self._parts, self._size = self._parts, [], 0
        if parts and not self._transport.is_closing():
            self._transport.write(b"".join(parts))


class RehearsalHttpProtocol(HttpToolsProtocol):
    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(cast("asyncio.Transport", BatchingTransport(transport)))


class RehearsalWebSocketProtocol(WebSocketsSansIOProtocol):
    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        # A refused handshake has no scope.
        if hasattr(self, "scope"):
            extensions = cast("dict[str, object]", self.scope.get("extensions"))
            extensions[CUT] = self.transport.abort
            extensions[NO_PINGS] = self.disable_pings

    def disable_pings(self) -> None:
        self.ping_interval = None

    def keepalive_timeout(self) -> None:
        """Closes the socket because a pong is missing, with the close code that Twitch uses."""
        self.pong_timer = None
        self.pending_ping_payload = None
        if self.close_sent or self.transport.is_closing():
            return
        code, reason = FAILED_PING_PONG
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.conn.fail(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()


def connection_cutter(scope: Scope) -> Callable[[], None]:
    """A function that aborts the TCP connection without a close frame."""
    return cast("Callable[[], None]", scope["extensions"][CUT])


def disable_pings(scope: Scope) -> None:
    """Disables pings, which some clients do not answer; must be called before the socket is accepted."""
    cast("Callable[[], None]", scope["extensions"][NO_PINGS])()
