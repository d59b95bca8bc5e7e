"""What ASGI cannot say about a WebSocket: cut the cable, and the platform's own code for a missing pong."""

from collections.abc import Callable
from typing import cast

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

CUT = "rehearsal.cut"
FAILED_PING_PONG = (4002, "failed ping pong")


class RehearsalWebSocketProtocol(WebSocketsSansIOProtocol):
    """Uvicorn's protocol, with a way to lose the connection without a goodbye."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        # A refused handshake leaves without a scope.
        if hasattr(self, "scope"):
            extensions = cast("dict[str, object]", self.scope.get("extensions"))
            extensions[CUT] = self.transport.abort

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


def cutter(scope: Scope) -> Callable[[], None]:
    """Ends the TCP connection of this WebSocket at once, as a pulled cable would."""
    return cast("Callable[[], None]", scope["extensions"][CUT])
