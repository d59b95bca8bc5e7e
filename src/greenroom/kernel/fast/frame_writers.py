"""Writes WebSocket frames to one client: straight to the transport if the server exposes it, else through ASGI.

Fallback: `AsgiWriter`. Bench: fanout-100, fanout-saturated.
"""

import asyncio
import contextlib
from collections import deque
from typing import Protocol, cast

from starlette.websockets import WebSocket, WebSocketDisconnect

from greenroom.kernel.fast.raw_frames import EncodedFrames
from greenroom.kernel.tasks.background import spawn

# ASGI extension under which our WebSocket server exposes the transport.
TRANSPORT = "greenroom.transport"
# A client with more bytes queued counts as too slow.
MAX_QUEUED_BYTES = 2**20


class FrameWriter(Protocol):
    def write(self, frames: EncodedFrames) -> bool:
        """Sends the frames without blocking; returns False if the client is too slow and must be disconnected."""
        ...

    def abort(self) -> None:
        """Drops what is queued; sends no close frame, which a client that does not read would not receive."""
        ...

    async def flush(self) -> None:
        """Waits until everything written has been passed to the server."""
        ...


def frame_writer_for(socket: WebSocket) -> FrameWriter:
    """The writer for an accepted socket."""
    transport = cast("asyncio.Transport | None", socket.scope.get("extensions", {}).get(TRANSPORT))
    return AsgiWriter(socket) if transport is None else TransportWriter(transport)


class TransportWriter:
    __slots__ = ("_transport",)

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport

    def write(self, frames: EncodedFrames) -> bool:
        transport = self._transport
        if transport.is_closing():
            return True
        if transport.get_write_buffer_size() > MAX_QUEUED_BYTES:
            return False
        transport.write(frames.wire)
        return True

    def abort(self) -> None:
        self._transport.abort()

    async def flush(self) -> None:
        """Nothing is queued here."""


class AsgiWriter:
    """Writer for servers that do not expose their transport: one task sends the queue in order."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._queue: deque[bytes] = deque()
        self._queued_bytes = 0
        self._sending: asyncio.Task[None] | None = None

    def write(self, frames: EncodedFrames) -> bool:
        if self._queued_bytes > MAX_QUEUED_BYTES:
            return False
        self._queue.extend(frames.texts)
        self._queued_bytes += sum(map(len, frames.texts))
        if self._sending is None or self._sending.done():
            self._sending = spawn(self._send(), name="websocket_send")
        return True

    def abort(self) -> None:
        self._queue.clear()
        if self._sending is not None:
            self._sending.cancel()

    async def flush(self) -> None:
        if self._sending is not None:
            await asyncio.wait({self._sending})

    async def _send(self) -> None:
        # The reading side handles the disconnect; Starlette reports it as either of these errors.
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while self._queue:
                text = self._queue.popleft()
                await self._socket.send_text(text.decode())
                self._queued_bytes -= len(text)
