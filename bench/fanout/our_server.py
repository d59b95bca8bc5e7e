"""Greenroom's hub on Greenroom's server, with a door for the voice that the bench speaks with."""

import sys

import uvicorn
from fastapi import FastAPI, WebSocket, WebSocketDisconnect

from greenroom.kernel.live import Hub, serve_topics
from greenroom.kernel.live.serve import everybody
from greenroom.kernel.live.server import server_config

TOPIC = "bench:chat"


def build() -> FastAPI:
    app, hub = FastAPI(), Hub()

    @app.websocket("/live")
    async def listen(socket: WebSocket) -> None:
        await serve_topics(socket, hub, everybody)

    @app.websocket("/voice")
    async def speak(socket: WebSocket) -> None:
        await socket.accept()
        try:
            while True:
                hub.publish(TOPIC, (await socket.receive_text()).encode())
        except WebSocketDisconnect:
            return

    # FastAPI finds them by the decorators; the names are for people.
    assert listen
    assert speak
    return app


if __name__ == "__main__":
    uvicorn.Server(server_config(build(), "127.0.0.1", int(sys.argv[1]))).run()
