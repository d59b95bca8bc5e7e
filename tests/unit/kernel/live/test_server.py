"""The server of live sockets: undocumented parts of uvicorn that the hub uses, handshakes, stopping, settings."""

import asyncio
import socket
from typing import cast

import uvicorn
from fastapi import FastAPI, WebSocket
from live_server import LiveServer, running

from greenroom.kernel.fast.frame_writers import TRANSPORT
from greenroom.kernel.fast.websocket_server import RawWebSocket, server_config


async def test_uvicorn_provides_a_transport_that_can_be_written_to() -> None:
    live = LiveServer()
    transports: list[asyncio.Transport] = []

    @live.app.websocket("/transport")
    async def expose(socket: WebSocket) -> None:
        await socket.accept()
        transports.append(cast("asyncio.Transport", socket.scope["extensions"][TRANSPORT]))
        transports[0].write(b"\x81\x02hi")
        await socket.receive()

    async with running(live, RawWebSocket), live.client("/transport") as client:
        assert await client.text() == "hi"
        assert not transports[0].is_closing()
        assert transports[0].get_write_buffer_size() == 0
        transports[0].abort()
        assert await client.closed() == (1006, "")


async def test_an_incomplete_handshake_is_refused() -> None:
    live = LiveServer()
    async with running(live, RawWebSocket):
        reader, writer = await asyncio.open_connection("127.0.0.1", live.port)
        writer.write(b"GET /topics HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n")
        assert (await reader.readline()).startswith(b"HTTP/1.1 400")
        writer.close()
        await writer.wait_closed()


async def test_frames_are_not_compressed() -> None:
    live = LiveServer()
    async with running(live, RawWebSocket), live.client("/topics") as client:
        assert client.connection.protocol.extensions == []


class Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.is_up = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.is_up.set()


async def test_a_stopping_server_closes_every_socket_with_1012() -> None:
    live = LiveServer()
    server = Server(server_config(live.app, "127.0.0.1", 0))
    serving = asyncio.create_task(server.serve())
    await server.is_up.wait()
    live.port = server.servers[0].sockets[0].getsockname()[1]
    async with live.client("/topics") as subscriber, live.client("/listen/room") as listener:
        await subscriber.subscribe("news")
        server.should_exit = True
        assert (await subscriber.closed())[0] == 1012
        assert (await listener.closed())[0] == 1012
    await serving
    assert live.hub.counts.sockets == 0


async def test_a_stopping_hub_closes_every_socket_with_1012(live: LiveServer) -> None:
    async with live.client("/topics") as subscriber, live.client("/listen/room") as listener:
        await subscriber.subscribe("news")
        await live.hub.stop()
        assert await subscriber.closed() == (1012, "server stops")
        assert await listener.closed() == (1012, "server stops")


def test_the_server_has_no_server_header_proxy_headers_access_log_or_compression() -> None:
    config = server_config(FastAPI(), "127.0.0.1", 8000)
    assert not config.server_header
    assert not config.proxy_headers
    assert not config.access_log
    assert not config.ws_per_message_deflate
