"""Shows each request with its response, and each sent frame, to an observer that compares them with API descriptions.

Platforms pass their webhooks to the same observer.
"""

from dataclasses import dataclass
from typing import Protocol

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rehearsal.network.request_log import is_own_path


@dataclass(frozen=True, slots=True)
class Exchange:
    """A request, with as much of its body as was read, and its response; for tests only: it contains tokens."""

    method: str
    path: str
    query: bytes
    headers: Headers
    body: bytes
    status: int
    response_headers: Headers
    response_body: bytes


@dataclass(frozen=True, slots=True)
class Sent:
    """A frame sent on the socket at `path`, or a webhook, whose `path` is the platform's key."""

    path: str
    headers: Headers
    body: bytes


class ContractCheck(Protocol):
    def on_exchange(self, exchange: Exchange) -> None: ...
    def on_sent(self, sent: Sent) -> None: ...


class ContractCheckMiddleware:
    def __init__(self, app: ASGIApp, contract_check: ContractCheck) -> None:
        self._app = app
        self._contract_check = contract_check

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if is_own_path(str(scope.get("path", "/"))):
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await self._observe_request(scope, receive, send)
        else:
            await self._observe_socket(scope, receive, send)

    async def _observe_request(self, scope: Scope, receive: Receive, send: Send) -> None:
        body, response_body = bytearray(), bytearray()
        start: Message = {}

        async def recording_receive() -> Message:
            message = await receive()
            body.extend(message.get("body", b""))
            return message

        async def recording_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
            response_body.extend(message.get("body", b""))
            if message["type"] == "http.response.body" and not message.get("more_body", False):
                self._contract_check.on_exchange(_exchange(scope, bytes(body), start, bytes(response_body)))
            await send(message)

        await self._app(scope, recording_receive, recording_send)

    async def _observe_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def recording_send(message: Message) -> None:
            if message["type"] == "websocket.send":
                text: str | None = message.get("text")
                data = text.encode() if text is not None else message.get("bytes") or b""
                self._contract_check.on_sent(Sent(str(scope["path"]), Headers(scope=scope), data))
            await send(message)

        await self._app(scope, receive, recording_send)


def _exchange(scope: Scope, body: bytes, start: Message, response_body: bytes) -> Exchange:
    return Exchange(
        method=str(scope["method"]),
        path=str(scope["path"]),
        query=bytes(scope["query_string"]),
        headers=Headers(scope=scope),
        body=body,
        status=int(start["status"]),
        response_headers=Headers(raw=start.get("headers", [])),
        response_body=response_body,
    )
