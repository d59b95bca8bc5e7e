import asyncio
import contextlib
import socket
from collections.abc import AsyncGenerator

import pytest

from greenroom.kernel.http.client import HttpClient, NoResponse
from support.flaky_server import flaky_server, http_response
from support.waiting import MAX_WAIT_SECONDS

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.fixture
async def http() -> AsyncGenerator[HttpClient]:
    client = HttpClient("Greenroom/test")
    yield client
    await client.close()


class StreamingServer:
    """Sends each piece that the test puts into `pieces`; sets `disconnected` when the client disconnects."""

    def __init__(self) -> None:
        self.url = ""
        self.pieces: asyncio.Queue[bytes] = asyncio.Queue()
        self.disconnected = asyncio.Event()

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(HEAD)
        watching = asyncio.create_task(self._watch_for_disconnect(reader))
        while piece := await self.pieces.get():
            writer.write(b"%x\r\n%s\r\n" % (len(piece), piece))
        writer.close()
        await watching

    async def _watch_for_disconnect(self, reader: asyncio.StreamReader) -> None:
        with contextlib.suppress(ConnectionError):
            await reader.read()
        self.disconnected.set()
        self.pieces.put_nowait(b"")


@contextlib.asynccontextmanager
async def streaming_server() -> AsyncGenerator[StreamingServer]:
    streaming = StreamingServer()
    server = await asyncio.start_server(streaming.handle, "127.0.0.1", 0)
    streaming.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server:
        yield streaming


async def test_pieces_arrive_before_the_response_ends(http: HttpClient) -> None:
    async with streaming_server() as server, http.stream("GET", server.url, silence_seconds=10) as stream:
        assert (stream.status_code, stream.is_success) == (200, True)
        for piece in (b"[{", b"}]"):
            server.pieces.put_nowait(piece)
            assert await anext(stream.pieces) == piece


async def test_leaving_the_context_of_a_stream_closes_the_connection(http: HttpClient) -> None:
    async with streaming_server() as server:
        async with http.stream("GET", server.url, silence_seconds=10):
            pass
        await asyncio.wait_for(server.disconnected.wait(), MAX_WAIT_SECONDS)


async def test_response_that_is_silent_for_too_long_raises_a_no_response_error(http: HttpClient) -> None:
    async with streaming_server() as server, http.stream("GET", server.url, silence_seconds=0.1) as stream:
        with pytest.raises(NoResponse):
            await anext(stream.pieces)


async def test_connection_lost_during_the_response_raises_a_no_response_error(http: HttpClient) -> None:
    async with streaming_server() as server, http.stream("GET", server.url, silence_seconds=10) as stream:
        server.pieces.put_nowait(b"[")
        assert await anext(stream.pieces) == b"["
        # The server closes the connection without the last chunk, as if it had been killed.
        server.pieces.put_nowait(b"")
        with pytest.raises(NoResponse):
            await anext(stream.pieces)


async def test_error_status_is_a_response_and_is_not_retried(http: HttpClient) -> None:
    async with flaky_server(http_response(503, b"no")) as server:
        async with http.stream("GET", server.url, silence_seconds=10, headers={"Authorization": "Bearer x"}) as stream:
            assert (stream.status_code, stream.is_success) == (503, False)
            assert b"".join([piece async for piece in stream.pieces]) == b"no"
        assert len(server.requests) == 1
        assert "User-Agent: Greenroom/test" in server.requests[0]
        assert "Authorization: Bearer x" in server.requests[0]


async def test_unreachable_address_raises_a_no_response_error(http: HttpClient) -> None:
    with socket.socket() as not_listening:
        not_listening.bind(("127.0.0.1", 0))
        with pytest.raises(NoResponse):
            async with http.stream("GET", f"http://127.0.0.1:{not_listening.getsockname()[1]}", silence_seconds=1):
                pass


async def test_open_response_streams_do_not_use_up_the_connections_for_requests(http: HttpClient) -> None:
    async with streaming_server() as server, contextlib.AsyncExitStack() as open_streams:
        for _ in range(120):
            await open_streams.enter_async_context(http.stream("GET", server.url, silence_seconds=10))
        async with flaky_server(http_response(200)) as other:
            assert (await http.request("GET", other.url)).status_code == 200
