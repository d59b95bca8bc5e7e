"""Builds the API at its first call: importing FastAPI and building the routes takes half of a start."""

import asyncio
import threading
from collections.abc import Callable, Sequence

from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Receive, Scope, Send

API = "/api/2"


class LazyApi(BaseRoute):
    """Builds the API when it is first called; `paths` are the beginnings of further paths that it serves."""

    def __init__(self, build: Callable[[], ASGIApp], paths: Sequence[str] = ()) -> None:
        self._build = build
        self._paths = (f"{API}/", *paths)
        self._api: ASGIApp | None = None
        self._building = threading.Lock()

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        is_ours = scope["type"] in {"http", "websocket"} and scope["path"].startswith(self._paths)
        return (Match.FULL if is_ours else Match.NONE), {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        api = self._api or await asyncio.to_thread(self.load)
        await api(scope, receive, send)

    def load(self) -> ASGIApp:
        with self._building:
            if self._api is None:
                self._api = self._build()
            return self._api
