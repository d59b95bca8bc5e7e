"""What ASGI cannot say: cut the cable, the platform's own code for a missing pong, and answers in one piece."""

import asyncio
from collections.abc import Callable
from typing import cast

from starlette.types import Scope
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

CUT = "rehearsal.cut"
NO_PINGS = "rehearsal.no_pings"
FAILED_PING_PONG = (4002, "failed ping pong")
# More than this is not held back: the transport has to notice when nobody reads.
MAX_BATCHED_BYTES = 32 * 1024


class BatchingTransport:
    """Collects what is written until the loop's next turn.

    Head and body of an answer then leave in one piece: some programs hang up after the head and read what is already
    there. Thousands of small frames a second leave in as many pieces as there are turns.
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
    """Uvicorn's protocol, with answers in one piece."""

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(cast("asyncio.Transport", BatchingTransport(transport)))


class RehearsalWebSocketProtocol(WebSocketsSansIOProtocol):
    """Uvicorn's protocol, with a way to lose the connection without a goodbye."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        # A refused handshake leaves without a scope.
        if hasattr(self, "scope"):
            extensions = cast("dict[str, object]", self.scope.get("extensions"))
            extensions[CUT] = self.transport.abort
            extensions[NO_PINGS] = self.disable_pings

    def disable_pings(self) -> None:
        self.ping_interval = None

    def keepalive_timeout(self) -> None:
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
    """Ends the TCP connection of this WebSocket at once, as a pulled cable would."""
    return cast("Callable[[], None]", scope["extensions"][CUT])


def disable_pings(scope: Scope) -> None:
    """For a platform whose clients answer no pings; before the socket is accepted."""
    cast("Callable[[], None]", scope["extensions"][NO_PINGS])()
