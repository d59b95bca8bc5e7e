"""WebSocket clients; `QuickConnection` parses small text frames itself.

Overrides methods of websockets' connection. Fallback: the library reads every frame. Bench: twitch-decode, ingest.
"""

import asyncio
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from greenroom.kernel.fast.switch import is_fast

END_OF_RESPONSE = b"\r\n\r\n"
# First byte of complete, uncompressed frames: text, ping and pong (RFC 6455, section 5.2).
TEXT, PING, PONG = 0x81, 0x89, 0x8A
PARSED_FRAMES = frozenset({TEXT, PING, PONG})
# The second byte is the size, or this value: then the size follows in two bytes. Higher values mean a longer or masked
# frame.
SIZE_IN_TWO_BYTES = 126
# A connection that gets data again within BUSY_SECONDS is busy: reading pauses for PAUSE_SECONDS, then everything is
# read at once. Waking up for each message would cost more than reading it.
BUSY_SECONDS = 0.002
PAUSE_SECONDS = 0.03
# After a read of this many bytes, which nearly fills the event loop's buffer, more is waiting: reading goes on.
LARGE_READ = 200_000
# Reading pauses when this many texts are queued.
MAX_QUEUED = 1024


class DirectConnection(ClientConnection):
    """A connection whose `close` always closes the TCP connection, even if `close` is cancelled."""

    async def close(self, code: int = 1000, reason: str = "") -> None:
        try:
            await super().close(code, reason)
        finally:
            self.transport.abort()


class DirectConnect(connect):
    """Connects without following redirects, which could leak cookies or lead into the local network."""

    def __init__(self, uri: str, create_connection: type[DirectConnection] = DirectConnection, **options: Any) -> None:  # noqa: ANN401  # passed on
        super().__init__(uri, create_connection=create_connection, **options)

    def process_redirect(self, exc: Exception) -> Exception | str:
        return exc


class QuickConnection(DirectConnection):
    """Connection for thousands of small messages per second: reads in batches, and parses small text frames itself.

    The library takes several times as long, because it supports everything. From the first other frame on (fragmented,
    close, long, compressed or invalid), the library reads the rest of the connection.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:  # noqa: ANN401  # passed on
        super().__init__(*arguments, **options)
        # Parsed and not yet received; older than any frame in the library's queue.
        self._texts: list[bytes] = []

    # True only if the end of the handshake response was found, and with it the start of the first frame.
    _is_quick = False
    # An incomplete frame.
    _partial_frame = b""
    _last_read_at = 0.0
    _pause: asyncio.TimerHandle | None = None

    async def recv_all(self) -> list[bytes]:
        """All queued texts; if none is queued, waits for the next one."""
        first = [] if self._texts else [await self.recv(decode=False)]
        texts, self._texts = first + self._texts, []
        self._resume_if_free()
        return texts

    async def recv_one(self) -> bytes:
        first, *others = await self.recv_all()
        self._texts[:0] = others
        return first

    def data_received(self, data: bytes) -> None:
        if self.response is None:
            data = self._pass_handshake(data)
        if self._is_quick:
            is_more_waiting = len(data) >= LARGE_READ
            data = self._parse_small(self._partial_frame + data)
            self._pause_if_busy(is_more_waiting=is_more_waiting)
        if data:
            super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._pause is not None:
            self._pause.cancel()
        super().connection_lost(exc)

    def _pause_if_busy(self, *, is_more_waiting: bool) -> None:
        now = self.loop.time()
        is_busy, self._last_read_at = now - self._last_read_at < BUSY_SECONDS, now
        if self.transport.is_closing():
            return
        if is_busy and not is_more_waiting and self._pause is None:
            self.transport.pause_reading()
            self._pause = self.loop.call_later(PAUSE_SECONDS, self._end_pause)
        elif len(self._texts) >= MAX_QUEUED:
            self.transport.pause_reading()

    def _end_pause(self) -> None:
        self._pause = None
        self._resume_if_free()

    def _resume_if_free(self) -> None:
        # The library also pauses reading when its own queue is full, and resumes it when there is room.
        is_free = self._pause is None and len(self._texts) < MAX_QUEUED and not self.recv_messages.paused
        if is_free and not self.transport.is_closing():
            self.transport.resume_reading()

    def _enqueue(self, text: bytes) -> None:
        """Queues the text; in the library's queue if a `recv` waits there."""
        if not self._texts and self.recv_messages.frames.get_waiter is not None and not self.recv_messages.frames:
            self.recv_messages.put(Frame(Opcode.TEXT, text))
        else:
            self._texts.append(text)

    def _pass_handshake(self, data: bytes) -> bytes:
        """Passes the handshake response to the library; returns the data after it."""
        response, end, frames = data.partition(END_OF_RESPONSE)
        super().data_received(response + end)
        self._is_quick = is_fast() and bool(end) and self.protocol.state is State.OPEN
        return frames

    def _parse_small(self, data: bytes) -> bytes:
        """Parses small frames; returns the data that is left to the library."""
        at, end = 0, len(data)
        while end - at >= 2:
            kind, size, begins = data[at], data[at + 1], at + 2
            if kind not in PARSED_FRAMES or size > SIZE_IN_TWO_BYTES:
                self._is_quick = False
                return data[at:]
            if size == SIZE_IN_TWO_BYTES:
                begins, size = at + 4, int.from_bytes(data[at + 2 : at + 4], "big")
            ends = begins + size
            if ends > end:
                break
            if kind == TEXT:
                self._enqueue(data[begins:ends])
            else:
                super().data_received(data[at:ends])
            at = ends
        self._partial_frame = data[at:]
        return b""
