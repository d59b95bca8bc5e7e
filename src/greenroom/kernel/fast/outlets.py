"""Sends frames to one client: straight to the transport if the server exposes it, else through ASGI.

Fallback: `AsgiOutlet`. Bench: fanout.
"""

import asyncio
import contextlib
from collections import deque
from typing import Protocol, cast

from starlette.websockets import WebSocket, WebSocketDisconnect

from greenroom.kernel.fast.raw_frames import EncodedFrames
from greenroom.kernel.tasks.background import spawn

TRANSPORT = "greenroom.transport"
# Bytes queued for a client before it counts as too slow.
HIGH_WATER = 2**20


class Outlet(Protocol):
    def push(self, frames: EncodedFrames) -> bool:
        """Does not block; returns False if the client is too slow and must be disconnected."""
        ...

    def cut(self) -> None:
        """Ends the connection without a close frame, which a client that does not read would not receive."""
        ...

    async def flush(self) -> None:
        """Returns when everything pushed has been passed to the server."""
        ...


def outlet_for(socket: WebSocket) -> Outlet:
    """The socket must be accepted."""
    transport = cast("asyncio.Transport | None", socket.scope.get("extensions", {}).get(TRANSPORT))
    return AsgiOutlet(socket) if transport is None else TransportOutlet(transport)


class TransportOutlet:
    __slots__ = ("_transport",)

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport

    def push(self, frames: EncodedFrames) -> bool:
        transport = self._transport
        if transport.is_closing():
            return True
        if transport.get_write_buffer_size() > HIGH_WATER:
            return False
        transport.write(frames.wire)
        return True

    def cut(self) -> None:
        self._transport.abort()

    async def flush(self) -> None:
        """Nothing is queued here."""


class AsgiOutlet:
    """For servers that do not expose their transport: one task sends the queue in order."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._sender: asyncio.Task[None] | None = None

    def push(self, frames: EncodedFrames) -> bool:
        if self._bytes > HIGH_WATER:
            return False
        self._waiting.extend(frames.texts)
        self._bytes += sum(map(len, frames.texts))
        if self._sender is None or self._sender.done():
            self._sender = spawn(self._send(), name="websocket_send")
        return True

    def cut(self) -> None:
        self._waiting.clear()
        if self._sender is not None:
            self._sender.cancel()

    async def flush(self) -> None:
        if self._sender is not None:
            await asyncio.wait({self._sender})

    async def _send(self) -> None:
        # The reading side handles the disconnect; Starlette reports it as either of these errors.
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while self._waiting:
                text = self._waiting.popleft()
                await self._socket.send_text(text.decode())
                self._bytes -= len(text)
