"""Limits of connections that do not send complete headers or do not read the response.

They would occupy all file descriptors of the server.
"""

import asyncio
import contextlib
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from greenroom.kernel.web.client_address import ClientAddresses

if sys.platform != "win32":
    import resource

HEADER_SECONDS = 10.0
MAX_SILENT_PER_ADDRESS = 64
MAX_OPEN_FILES = 65_536
# A client must read MIN_READ_BYTES of a waiting response within READ_SECONDS.
READ_SECONDS = 60.0
MIN_READ_BYTES = 16 * 2**10


@dataclass
class ConnectionLimits:
    """The limits of one server. A connection is silent until the headers of its first request are complete."""

    # Host of a client → the address for which its connections are counted; None if they are not counted.
    counted_address: Callable[[str], str | None] = ClientAddresses("").of_peer
    header_seconds: float = HEADER_SECONDS
    max_silent_per_address: int = MAX_SILENT_PER_ADDRESS
    read_seconds: float = READ_SECONDS
    silent: Counter[str] = field(default_factory=Counter[str])

    def is_reached_by(self, address: str) -> bool:
        return self.silent[address] >= self.max_silent_per_address

    def remove(self, address: str) -> None:
        self.silent[address] -= 1
        if not self.silent[address]:
            del self.silent[address]


class LimitedHttpProtocol(HttpToolsProtocol):
    """Closes a connection whose client does not send the headers of a request, or does not read the response, in time.

    uvicorn limits only the wait for the first byte of a request on a kept-alive connection. What is overridden here is
    undocumented: uvicorn is pinned.
    """

    limits: ConnectionLimits
    _header_timer: asyncio.TimerHandle | None = None
    _read_timer: asyncio.TimerHandle | None = None
    _silent_address: str | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        address = self.limits.counted_address(self.client[0]) if self.client else None
        if address and self.limits.is_reached_by(address):
            transport.close()
            return
        if address:
            self.limits.silent[address] += 1
            self._silent_address = address
        self._start_header_timer()

    def on_headers_complete(self) -> None:
        self._stop_header_timer()
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        # uvicorn starts its own timer only if no other request has arrived.
        if self.timeout_keep_alive_task:
            self._start_header_timer()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._start_read_timer()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_read_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_header_timer()
        self._stop_read_timer()
        super().connection_lost(exc)

    def _start_header_timer(self) -> None:
        self._header_timer = self.loop.call_later(self.limits.header_seconds, self._close)

    def _close(self) -> None:
        """Closes the connection once the client has read the rest of a response, or reads it too slowly."""
        self.transport.close()
        self._start_read_timer()

    def _start_read_timer(self) -> None:
        self._stop_read_timer()
        unread_bytes = self.transport.get_write_buffer_size()
        self._read_timer = self.loop.call_later(self.limits.read_seconds, self._check_reading, unread_bytes)

    def _check_reading(self, unread_bytes: int) -> None:
        if unread_bytes - self.transport.get_write_buffer_size() < MIN_READ_BYTES:
            self.transport.abort()
        else:
            self._start_read_timer()

    def _stop_read_timer(self) -> None:
        if self._read_timer:
            self._read_timer.cancel()
            self._read_timer = None

    def _stop_header_timer(self) -> None:
        if self._header_timer:
            self._header_timer.cancel()
            self._header_timer = None
        if self._silent_address:
            self.limits.remove(self._silent_address)
            self._silent_address = None


def limited_http_protocol(limits: ConnectionLimits) -> type[LimitedHttpProtocol]:
    """A subclass with these limits: uvicorn creates protocols with its own arguments only."""
    return type("LimitedHttpProtocol", (LimitedHttpProtocol,), {"limits": limits})


def raise_open_files_limit() -> None:
    """Raises the limit of open files: each connection is one, and many systems allow 1,024 by default."""
    if sys.platform == "win32":
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_OPEN_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        # macOS may allow less than its hard limit.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
