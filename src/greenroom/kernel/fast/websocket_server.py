"""uvicorn with its transport exposed, so that the hub writes encoded frames straight to it.

Reads undocumented attributes of uvicorn's protocol class. Fallback: that class as it is.
Bench: fanout-100, fanout-saturated.
"""

import importlib.util
from typing import cast

from starlette.types import ASGIApp
from uvicorn import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from greenroom.kernel.fast.frame_writers import TRANSPORT
from greenroom.kernel.fast.switch import is_fast

BACKLOG = 4_096
MAX_MESSAGE_BYTES = 64 * 2**10
GRACE_SECONDS = 5


class RawWebSocket(WebSocketsSansIOProtocol):
    """Exposes its transport to the application. `scope` and `transport` are undocumented: uvicorn is pinned."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        # A refused handshake has no scope; the application runs only after this returns.
        if hasattr(self, "scope"):
            extensions = cast("dict[str, object]", self.scope.setdefault("extensions", {}))
            extensions[TRANSPORT] = self.transport


def server_config(app: ASGIApp, host: str, port: int) -> Config:
    return Config(
        app,
        host=host,
        port=port,
        loop="uvloop" if importlib.util.find_spec("uvloop") else "asyncio",
        http="httptools",
        ws=RawWebSocket if is_fast() else "websockets-sansio",
        ws_max_size=MAX_MESSAGE_BYTES,
        # Compression costs 2.4 times the CPU per delivered event, and must be done per socket.
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
