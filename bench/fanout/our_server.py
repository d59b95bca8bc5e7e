"""Greenroom's hub on Greenroom's server settings, with a socket for the bench's publisher."""

import sys

import uvicorn
from fastapi import FastAPI, WebSocket, WebSocketDisconnect

from greenroom.kernel.fast.websocket_server import server_config
from greenroom.kernel.live import Hub, serve_topics
from greenroom.kernel.live.serve import anyone

TOPIC = "bench:chat"


def build() -> FastAPI:
    app, hub = FastAPI(), Hub()

    @app.websocket("/live")
    async def subscribe(socket: WebSocket) -> None:
        await serve_topics(socket, hub, anyone)

    @app.websocket("/publish")
    async def publish(socket: WebSocket) -> None:
        await socket.accept()
        try:
            while True:
                hub.publish(TOPIC, (await socket.receive_text()).encode())
        except WebSocketDisconnect:
            return

    # The decorators register both functions; pyright would report them as unused.
    assert subscribe
    assert publish
    return app


if __name__ == "__main__":
    uvicorn.Server(server_config(build(), "127.0.0.1", int(sys.argv[1]))).run()
