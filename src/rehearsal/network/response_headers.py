"""Headers that are added to successful and failing responses alike, such as rate limits."""

from collections.abc import Mapping
from typing import cast

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

STATE_KEY = "response_headers"


def set_response_headers(state: dict[str, object], headers: Mapping[str, str]) -> None:
    """Replaces the headers that are added to the response; `state` is `request.scope["state"]`."""
    state[STATE_KEY] = headers


class ResponseHeadersMiddleware:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        # Routes see the same dictionary as request.state.
        state: dict[str, object] = scope.setdefault("state", {})

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start" and STATE_KEY in state:
                MutableHeaders(scope=message).update(cast("Mapping[str, str]", state[STATE_KEY]))
            await send(message)

        await self._app(scope, receive, send_with_headers)
