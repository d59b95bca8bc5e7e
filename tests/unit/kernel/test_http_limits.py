"""Responses are limited in bytes and in time, and cookies are not kept."""

import asyncio
import gzip
from collections.abc import AsyncGenerator

import pytest
from tenacity import wait_none

from greenroom.kernel.http import transport
from greenroom.kernel.http.client import HttpClient, NoResponse
from support.flaky_server import flaky_server, http_response
from support.waiting import MAX_WAIT_SECONDS


@pytest.fixture
async def http() -> AsyncGenerator[HttpClient]:
    client = HttpClient("Greenroom/test", wait=wait_none())
    yield client
    await client.close()


async def test_oversized_response_is_an_error_and_not_retried(
    http: HttpClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transport, "MAX_RESPONSE_BYTES", 1000)
    async with flaky_server(http_response(200, b"x" * 1000), http_response(200, b"x" * 1001)) as server:
        assert len((await http.request("GET", server.url)).content) == 1000
        with pytest.raises(NoResponse, match="ResponseTooLarge"):
            await http.request("GET", server.url)
        # A retry would get the same response.
        assert len(server.requests) == 2


async def test_small_response_that_decompresses_to_a_large_one_is_an_error(http: HttpClient) -> None:
    bomb = gzip.compress(b"x" * (transport.MAX_RESPONSE_BYTES + 1))
    async with flaky_server(http_response(200, bomb, "Content-Encoding: gzip")) as server:
        with pytest.raises(NoResponse, match="ResponseTooLarge"):
            await http.request("GET", server.url)


async def test_endless_slow_response_times_out(http: HttpClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "WHOLE_RESPONSE_SECONDS", 0.2)
    disconnected = asyncio.Event()

    async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        try:
            while not reader.at_eof():
                writer.write(b"1\r\nx\r\n")
                await writer.drain()
                await asyncio.sleep(0.01)
        except (ConnectionError, RuntimeError):  # uvloop raises RuntimeError on a closed connection
            pass
        writer.close()
        disconnected.set()

    async with await asyncio.start_server(drip, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            with pytest.raises(NoResponse, match="TimeoutError"):
                await http.request("GET", f"http://127.0.0.1:{port}")
            await disconnected.wait()


async def test_cookie_set_by_a_response_is_not_sent_with_the_next_request(http: HttpClient) -> None:
    async with flaky_server(http_response(200, b"{}", "Set-Cookie: who=juno; Path=/"), http_response(200)) as server:
        await http.request("GET", server.url)
        await http.request("GET", server.url)
        assert len(server.requests) == 2
        assert not any("cookie:" in str(request).lower() for request in server.requests)
