"""Limits of request bodies, and headers of every API response."""

import re
from collections.abc import Mapping

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from greenroom.kernel.web.client_address import ClientAddresses
from greenroom.kernel.web.error_handlers import error_response
from greenroom.kernel.web.request_bodies import SCOPE_KEY, Budgets, RequestBody, TooLarge, announced_length
from greenroom.kernel.web.unread_bodies import discarding_rest

MAX_BODY_BYTES = 256 * 2**10


class Limits:
    """Outermost middleware: refuses large bodies, if possible before they arrive.

    `body_limits` has the largest size in bytes by path pattern below `api`.
    """

    def __init__(
        self,
        app: ASGIApp,
        api: str,
        addresses: ClientAddresses,
        body_limits: Mapping[str, int] | None = None,
        budgets: Budgets | None = None,
    ) -> None:
        self._app = app
        self._api = api
        self._addresses = addresses
        self._limits = [(re.compile(re.escape(api) + path), limit) for path, limit in (body_limits or {}).items()]
        self._budgets = budgets or Budgets()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if scope["path"].startswith(self._api):
            send = _with_api_headers(send)
        announced_bytes = announced_length(scope)
        if announced_bytes == 0:
            await self._app(scope, receive, send)
            return
        max_bytes = self._max_bytes(scope)
        body = RequestBody(receive, announced_bytes, max_bytes, self._budgets)
        send = _release_at_start(discarding_rest(send, receive, body), body)
        if announced_bytes is not None and announced_bytes > max_bytes:
            await error_response(TooLarge(max_bytes))(scope, receive, send)
            return
        body.belongs_to_address(self._addresses.of(HTTPConnection(scope)))
        scope[SCOPE_KEY] = body
        try:
            await self._app(scope, body.receive, send)
        finally:
            body.release()

    def _max_bytes(self, scope: Scope) -> int:
        return next((limit for path, limit in self._limits if path.fullmatch(scope["path"])), MAX_BODY_BYTES)


def _release_at_start(send: Send, body: RequestBody) -> Send:
    """Frees the memory when the response begins: a client that reads slowly must not hold it."""

    async def release(message: Message) -> None:
        if message["type"] == "http.response.start":
            if body.is_rest_large:
                # If reading the rest of the body ends early, what follows would be parsed as the next request.
                MutableHeaders(scope=message)["Connection"] = "close"
            body.release()
        await send(message)

    return release


def _with_api_headers(send: Send) -> Send:
    """Adds headers that forbid caching: API responses are personal, and some contain a secret."""

    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.setdefault("Cache-Control", "no-store")
            headers.setdefault("X-Content-Type-Options", "nosniff")
        await send(message)

    return with_headers
