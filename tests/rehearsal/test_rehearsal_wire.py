"""Below the messages: pings that nobody answers."""

import asyncio
from urllib.parse import urlsplit

from rehearsal.server import Pings, running

HANDSHAKE = (
    "GET /twitch/ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


async def test_a_client_that_answers_no_ping_is_closed_with_4002() -> None:
    async with running(pings=Pings(every_seconds=0.05, pong_seconds=0.05)) as stage:
        address = urlsplit(stage.base_url)
        reader, writer = await asyncio.open_connection(address.hostname, address.port)
        writer.write(HANDSHAKE.encode())
        said = await reader.read()
        closed = await stage.happenings.wait("socket_closed", 0, {})
        writer.close()
        await writer.wait_closed()
    assert (4002).to_bytes(2) + b"failed ping pong" in said
    assert closed.facts["code"] == 4002
