"""A small application around a live hub on a real server, and its WebSocket clients."""

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator
from typing import cast

import uvicorn
from fastapi import FastAPI, WebSocket
from websockets.asyncio.client import ClientConnection, connect

from greenroom.kernel.fast.websocket_server import server_config
from greenroom.kernel.live import Hub, serve_listener, serve_topics
from support.waiting import MAX_WAIT_SECONDS


class LiveServer:
    """Everybody may listen to everything, apart from `closed_topics`."""

    def __init__(self, hub: Hub | None = None) -> None:
        self.hub = hub or Hub()
        self.closed_topics: set[str] = set()
        self.questions: list[str] = []
        self.app = FastAPI()
        self.app.add_api_websocket_route("/listen/{topic}", self._listen)
        self.app.add_api_websocket_route("/topics", self._topics)
        self.port = 0

    async def may_listen(self, topic: str) -> bool:
        self.questions.append(topic)
        return topic not in self.closed_topics

    @contextlib.asynccontextmanager
    async def client(self, path: str, *protocols: str) -> AsyncGenerator["Client", None]:
        url = f"ws://127.0.0.1:{self.port}{path}"
        async with connect(url, subprotocols=[*protocols] or None, max_size=None, proxy=None) as line:  # pyright: ignore[reportArgumentType]  # a NewType of str
            yield Client(line)

    async def _listen(self, socket: WebSocket, topic: str) -> None:
        await serve_listener(socket, self.hub, topic, self.may_listen, tags=socket.query_params.getlist("tag"))

    async def _topics(self, socket: WebSocket) -> None:
        await serve_topics(socket, self.hub, self.may_listen, tags=socket.query_params.getlist("tag"))


class Client:
    def __init__(self, line: ClientConnection) -> None:
        self.line = line

    async def send(self, frame: object) -> None:
        await self.line.send(frame if isinstance(frame, str | bytes) else json.dumps(frame))

    async def text(self) -> str:
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            return cast("str", await self.line.recv())

    async def frame(self) -> dict[str, object]:
        return json.loads(await self.text())

    async def subscribe(self, topic: str, **position: object) -> dict[str, object]:
        """The server's answer."""
        await self.send({"type": "subscribe", "topic": topic, **position})
        return await self.frame()

    async def events(self, count: int) -> list[object]:
        """The next events of a topic, from as many frames as they come in."""
        found: list[object] = []
        while len(found) < count:
            found += cast("list[object]", (await self.frame())["events"])
        return found

    async def until_event(self, event: object) -> None:
        while event not in await self.events(1):
            pass

    async def closed(self) -> tuple[int | None, str | None]:
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            await self.line.wait_closed()
        return self.line.close_code, self.line.close_reason


@contextlib.asynccontextmanager
async def running(live: LiveServer, ws: type[asyncio.Protocol] | str) -> AsyncGenerator[uvicorn.Server, None]:
    """Without the signals and the pauses of `Server.serve`: a fifth of a second for each test."""
    config = server_config(live.app, "127.0.0.1", 0)
    config.ws = ws
    config.load()
    server = uvicorn.Server(config)
    server.lifespan = config.lifespan_class(config)
    await server.startup()
    live.port = server.servers[0].sockets[0].getsockname()[1]
    yield server
    for connection in list(server.server_state.connections):
        connection.shutdown()
    for listening in server.servers:
        listening.close()
    await asyncio.gather(*server.server_state.tasks)
    await server.lifespan.shutdown()
    await live.hub.stop()
