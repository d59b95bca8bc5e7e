"""Sockets are pinged, except on TikTok; a client that does not answer is disconnected."""

import asyncio
from urllib.parse import urlencode, urlsplit

import httpx
import pytest

from rehearsal.platforms.tiktok.rehearsal_webcast_pb2 import FetchResult
from rehearsal.server import Pings, running
from support.tls import TLS

HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


async def test_a_client_without_pongs_is_closed_with_4002() -> None:
    async with running(pings=Pings(every_seconds=0.05, pong_seconds=0.05)) as rehearsal:
        address = urlsplit(rehearsal.base_url)
        reader, writer = await asyncio.open_connection(address.hostname, address.port)
        writer.write(HANDSHAKE.format(path="/twitch/ws", cookie="").encode())
        received = await reader.read()
        closed = await rehearsal.events.wait("socket_closed", 0, {})
        writer.close()
        await writer.wait_closed()
    assert (4002).to_bytes(2) + b"failed ping pong" in received
    assert closed.facts["code"] == 4002


async def test_tiktok_sends_no_pings() -> None:
    async with running(pings=Pings(every_seconds=0.05, pong_seconds=0.05)) as rehearsal:
        async with httpx.AsyncClient(base_url=rehearsal.base_url, verify=TLS) as http:
            found = await http.get("/tiktok/app/api-live/user/room/", params={"uniqueId": "pixelharbor"})
            room_id = found.json()["data"]["user"]["roomId"]
            query = {"client": "x", "room_id": room_id, "user_agent": "x"}
            signed = await http.get("/tiktok/sign/webcast/fetch", params=query)
        signed_result = FetchResult.FromString(signed.content)
        address = urlsplit(signed_result.push_server)
        path = f"{address.path}?{urlencode({**signed_result.route_params, 'room_id': room_id})}"
        reader, writer = await asyncio.open_connection(address.hostname, address.port)
        writer.write(HANDSHAKE.format(path=path, cookie=signed.headers["x-set-tt-cookie"]).encode())
        assert b"101 Switching Protocols" in await reader.readuntil(b"\r\n\r\n")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(reader.read(1), 0.3)
        writer.close()
        await writer.wait_closed()
