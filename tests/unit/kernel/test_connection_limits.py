"""Limits of connections that send no complete request, called silent, or do not read the response."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncGenerator

import pytest
from fastapi import FastAPI, WebSocket
from fastapi.responses import StreamingResponse

from greenroom.kernel.web.client_address import ClientAddresses
from greenroom.kernel.web.connection_limits import ConnectionLimits
from greenroom.server import listen_on, running
from support.waiting import MAX_WAIT_SECONDS

GET = b"GET /hello HTTP/1.1\r\nHost: x\r\n\r\n"
HALF_OF_A_HEADER = b"GET /hello HTTP/1.1\r\nHost: x\r\nX-Slow: "
UPGRADE = (
    b"GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
CHUNK = b"x" * 2**20


class Client:
    """The client's end of a connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self.writer = writer

    async def until(self, end: bytes) -> bytes:
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            return await self._reader.readuntil(end)

    async def until_closed(self) -> bytes:
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            with contextlib.suppress(ConnectionResetError):
                return await self._reader.read()
            return b""


class Server:
    """Answers `/hello` at once, `/late` and `/socket` once `may_answer` is set, and `/endless` without an end."""

    def __init__(self) -> None:
        self.may_answer = asyncio.Event()
        self.connection_lost = asyncio.Event()
        self.app = FastAPI()
        self.app.add_api_route("/hello", self._hello)
        self.app.add_api_route("/late", self._late)
        self.app.add_api_route("/endless", self._endless)
        self.app.add_api_websocket_route("/socket", self._socket)
        self._clients = contextlib.AsyncExitStack()
        self._port = 0

    @contextlib.asynccontextmanager
    async def serving(self, limits: ConnectionLimits) -> AsyncGenerator[None]:
        listener = listen_on("127.0.0.1", 0)
        self._port = listener.getsockname()[1]
        async with running(self.app, listener, limits), self._clients:
            yield

    async def connect(self, first_bytes: bytes = b"", source: str = "127.0.0.1") -> Client:
        connection = socket.create_connection(("127.0.0.1", self._port), source_address=(source, 0))
        connection.sendall(first_bytes)
        reader, writer = await asyncio.open_connection(sock=connection)
        self._clients.callback(writer.close)
        return Client(reader, writer)

    async def _hello(self) -> str:
        return "hello"

    async def _late(self) -> str:
        await self.may_answer.wait()
        return "late"

    async def _endless(self) -> StreamingResponse:
        return StreamingResponse(self._until_lost())

    async def _until_lost(self) -> AsyncGenerator[bytes]:
        try:
            while True:
                # Sending on a lost connection does not yield to the event loop.
                await asyncio.sleep(0)
                yield CHUNK
        finally:
            self.connection_lost.set()

    async def _socket(self, socket: WebSocket) -> None:
        await socket.accept()
        await self.may_answer.wait()
        await socket.send_text("hi")
        await socket.receive()


def short_header_timeout() -> ConnectionLimits:
    return ConnectionLimits(header_seconds=0.05)


def limits_that_count_loopback(max_silent: int) -> ConnectionLimits:
    return ConnectionLimits(str, MAX_WAIT_SECONDS * 2, max_silent)


@pytest.mark.parametrize("first_bytes", [b"", HALF_OF_A_HEADER], ids=["nothing", "half of a header"])
async def test_a_connection_without_a_complete_request_is_closed(first_bytes: bytes) -> None:
    server = Server()
    async with server.serving(short_header_timeout()):
        client = await server.connect(first_bytes)
        assert await client.until_closed() == b""


async def test_a_kept_alive_connection_with_half_of_a_second_request_is_closed() -> None:
    server = Server()
    async with server.serving(short_header_timeout()):
        client = await server.connect(GET)
        await client.until(b'"hello"')
        client.writer.write(HALF_OF_A_HEADER)
        assert await client.until_closed() == b""


async def test_a_slow_response_and_a_websocket_outlive_a_silent_connection() -> None:
    server = Server()
    async with server.serving(short_header_timeout()):
        request = await server.connect(GET.replace(b"hello", b"late"))
        websocket = await server.connect(UPGRADE)
        assert (await websocket.until(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
        silent = await server.connect()
        assert await silent.until_closed() == b""
        server.may_answer.set()
        assert (await request.until(b'"late"')).startswith(b"HTTP/1.1 200")
        assert await websocket.until(b"hi") == b"\x81\x02hi"


async def test_a_connection_whose_response_is_not_read_is_closed() -> None:
    server = Server()
    async with server.serving(ConnectionLimits(read_seconds=0.05)):
        await server.connect(GET.replace(b"hello", b"endless"))
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            await server.connection_lost.wait()


async def test_silent_connection_beyond_the_limit_is_refused_and_other_connections_work() -> None:
    server = Server()
    async with server.serving(limits_that_count_loopback(64)):
        silent = [await server.connect(HALF_OF_A_HEADER if number % 2 else b"") for number in range(64)]
        refused = await server.connect()
        assert await refused.until_closed() == b""
        other_address = await server.connect(GET, source="127.0.0.2")
        assert (await other_address.until(b'"hello"')).startswith(b"HTTP/1.1 200")
        silent[0].writer.write(GET)
        assert (await silent[0].until(b'"hello"')).startswith(b"HTTP/1.1 200")
        in_its_place = await server.connect(GET)
        assert (await in_its_place.until(b'"hello"')).startswith(b"HTTP/1.1 200")


async def test_websockets_and_closed_connections_do_not_count_as_silent() -> None:
    server = Server()
    limits = limits_that_count_loopback(1)
    async with server.serving(limits):
        websocket = await server.connect(UPGRADE)
        assert (await websocket.until(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
        broken = await server.connect(b"no request\r\n\r\n")
        assert (await broken.until_closed()).startswith(b"HTTP/1.1 400")
        request = await server.connect(GET)
        assert (await request.until(b'"hello"')).startswith(b"HTTP/1.1 200")
        assert not limits.silent
        server.may_answer.set()


async def test_loopback_has_no_limit_of_silent_connections() -> None:
    server = Server()
    async with server.serving(ConnectionLimits(max_silent_per_address=0)):
        client = await server.connect(GET)
        assert (await client.until(b'"hello"')).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("127.0.0.1", None),
        ("::1", None),
        ("::ffff:127.0.0.1", None),
        ("10.0.0.7", None),
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8::1", "2001:db8::/64"),
        ("", None),
    ],
)
def test_connections_of_this_machine_and_trusted_proxies_are_not_counted(host: str, counted: str | None) -> None:
    assert ClientAddresses("10.0.0.0/8").of_peer(host) == counted


async def test_server_raises_its_limit_of_open_files() -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    expected = 65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536)
    resource.setrlimit(resource.RLIMIT_NOFILE, (expected - 1, hard))
    try:
        async with Server().serving(short_header_timeout()):
            assert resource.getrlimit(resource.RLIMIT_NOFILE) == (expected, hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
