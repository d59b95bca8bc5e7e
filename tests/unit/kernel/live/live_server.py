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
from greenroom.kernel.live import Hub, TopicAccess, serve_listener, serve_topics
from support.waiting import MAX_WAIT_SECONDS


class LiveServer:
    """An application with a live hub, whose clients may subscribe to all topics except `denied_topics`."""

    def __init__(self, hub: Hub | None = None) -> None:
        self.hub = hub or Hub()
        self.denied_topics: set[str] = set()
        self.checked_topics: list[str] = []
        # Seconds until access to a topic expires; None: never.
        self.access_seconds: float | None = None
        self.app = FastAPI()
        self.app.add_api_websocket_route("/listen/{topic}", self._listen)
        self.app.add_api_websocket_route("/topics", self._topics)
        self.app.add_api_websocket_route("/topics-without-replay", self._topics_without_replay)
        self.port = 0

    async def may_listen(self, topic: str) -> TopicAccess:
        self.checked_topics.append(topic)
        return TopicAccess(topic not in self.denied_topics, self.access_seconds)

    @contextlib.asynccontextmanager
    async def client(self, path: str, *protocols: str) -> AsyncGenerator["Client", None]:
        url = f"ws://127.0.0.1:{self.port}{path}"
        async with connect(url, subprotocols=[*protocols] or None, max_size=None, proxy=None) as connection:  # pyright: ignore[reportArgumentType]  # a NewType of str
            yield Client(connection)

    async def _listen(self, socket: WebSocket, topic: str) -> None:
        await serve_listener(socket, self.hub, topic, self.may_listen, tags=socket.query_params.getlist("tag"))

    async def _topics(self, socket: WebSocket) -> None:
        await serve_topics(socket, self.hub, self.may_listen, tags=socket.query_params.getlist("tag"))

    async def _topics_without_replay(self, socket: WebSocket) -> None:
        await serve_topics(socket, self.hub, self.may_listen, has_replay=False)


class Client:
    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    async def send(self, frame: object) -> None:
        await self.connection.send(frame if isinstance(frame, str | bytes) else json.dumps(frame))

    async def text(self) -> str:
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            return cast("str", await self.connection.recv())

    async def frame(self) -> dict[str, object]:
        return json.loads(await self.text())

    async def subscribe(self, topic: str, **position: object) -> dict[str, object]:
        """Subscribes; returns the server's response."""
        await self.send({"type": "subscribe", "topic": topic, **position})
        return await self.frame()

    async def events(self, count: int) -> list[object]:
        """Reads frames until they contain at least `count` events; returns the events."""
        found: list[object] = []
        while len(found) < count:
            found += cast("list[object]", (await self.frame())["events"])
        return found

    async def until_event(self, event: object) -> None:
        while event not in await self.events(1):
            pass

    async def closed(self) -> tuple[int | None, str | None]:
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            await self.connection.wait_closed()
        return self.connection.close_code, self.connection.close_reason


@contextlib.asynccontextmanager
async def running(live: LiveServer, ws: type[asyncio.Protocol] | str) -> AsyncGenerator[uvicorn.Server, None]:
    """Starts the server without `Server.serve`, whose signal handlers and pauses cost 0.2 s per test."""
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
