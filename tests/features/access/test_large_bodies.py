"""A client whose request is refused gets the error although it is still sending a large body."""

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator, Awaitable, Callable

import pytest

from greenroom.kernel.web import unread_bodies
from support.greenroom_server import ApiClient, GreenroomServer, Json
from support.waiting import MAX_WAIT_SECONDS

BODY_BYTES = 11 * 2**20
CHUNK = b"x" * 64 * 2**10
MAX_KILOBYTES = {"/channels": 256, "/channels/{channel_id}/media?name=long": 10 * 2**10}


class RawClient:
    """An HTTP client that sends the whole body before it reads the response."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def send_head(self, client: ApiClient, path: str, length: str) -> None:
        token = client.headers().get("Authorization", "")
        lines = (f"POST /api/2{path} HTTP/1.1", "Host: localhost", f"Authorization: {token}", length, "", "")
        await self.send("\r\n".join(lines).encode())

    async def send(self, data: bytes) -> None:
        self._writer.write(data)
        await self._writer.drain()

    async def send_announced(self, client: ApiClient, path: str) -> None:
        await self.send_head(client, path, f"Content-Length: {BODY_BYTES}")
        for _ in range(BODY_BYTES // len(CHUNK)):
            await self.send(CHUNK)

    async def send_chunked(self, client: ApiClient, path: str) -> None:
        await self.send_head(client, path, "Transfer-Encoding: chunked")
        for _ in range(BODY_BYTES // len(CHUNK)):
            await self.send(b"%x\r\n%b\r\n" % (len(CHUNK), CHUNK))
        await self.send(b"0\r\n\r\n")

    async def send_without_end(self, client: ApiClient, path: str) -> int:
        """Sends a body that never ends; returns how many bytes were sent until the server closed the connection."""
        sent = 0
        await self.send_head(client, path, "Transfer-Encoding: chunked")
        with contextlib.suppress(ConnectionError):
            while True:
                await self.send(b"%x\r\n%b\r\n" % (len(CHUNK), CHUNK))
                sent += len(CHUNK)
        return sent

    async def answer(self) -> tuple[int, Json]:
        """Status and body, read until the server closes the connection."""
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            head, _, body = (await self._reader.read()).partition(b"\r\n\r\n")
        return int(head.split()[1]), json.loads(body)


Send = Callable[[RawClient, ApiClient, str], Awaitable[None]]


@contextlib.asynccontextmanager
async def raw_client(greenroom: GreenroomServer) -> AsyncGenerator[RawClient]:
    reader, writer = await asyncio.open_connection(greenroom.settings.host, greenroom.settings.port)
    try:
        yield RawClient(reader, writer)
    finally:
        writer.close()


def too_large(kilobytes: int) -> tuple[int, Json]:
    return 413, {"type": "too_large", "message": f"A request may carry {kilobytes} kB at most."}


@pytest.mark.parametrize(("path", "kilobytes"), MAX_KILOBYTES.items())
@pytest.mark.parametrize("send", [RawClient.send_announced, RawClient.send_chunked])
async def test_client_that_sends_too_large_a_body_gets_the_error(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, path: str, kilobytes: int, send: Send
) -> None:
    async with raw_client(greenroom) as client:
        await send(client, owner, path.format(channel_id=channel_id))
        assert await client.answer() == too_large(kilobytes)


async def test_client_that_is_not_signed_in_gets_the_error(greenroom: GreenroomServer, channel_id: str) -> None:
    async with raw_client(greenroom) as client:
        await client.send_announced(await greenroom.client(), f"/channels/{channel_id}/channel-file/diff")
        status, body = await client.answer()
    assert (status, body["type"]) == (401, "unauthenticated")


async def test_body_without_end_is_cut_off(
    greenroom: GreenroomServer, owner: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unread_bodies, "MAX_BYTES", 2**20)
    async with raw_client(greenroom) as client, asyncio.timeout(MAX_WAIT_SECONDS):
        # Some of the body waits in the buffers of client and server.
        assert await client.send_without_end(owner, "/channels") < 64 * 2**20


async def test_client_that_stops_sending_is_cut_off(
    greenroom: GreenroomServer, owner: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unread_bodies, "MAX_SECONDS", 0.05)
    async with raw_client(greenroom) as client:
        await client.send_head(owner, "/channels", f"Content-Length: {BODY_BYTES}")
        assert await client.answer() == too_large(256)
