"""Log of received requests: names of parameters only, never values, which could be tokens."""

import json
from collections import deque
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import cast
from urllib.parse import parse_qsl

from pydantic import JsonValue
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAX_KEPT = 500
MAX_BODY_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class Entry:
    seq: int
    method: str
    path: str
    query_keys: list[str]
    form_keys: list[str]
    json_keys: list[str]
    auth_scheme: str | None
    status: int


class RequestLog:
    """The last requests, oldest first."""

    def __init__(self) -> None:
        self._entries: deque[Entry] = deque(maxlen=MAX_KEPT)
        self._seq = 0

    def write(self, scope: Scope, body: bytes, status: int) -> None:
        self._seq += 1
        self._entries.append(entry_of(scope, body, status, seq=self._seq))

    def read(self) -> list[dict[str, JsonValue]]:
        return [cast("dict[str, JsonValue]", asdict(entry)) for entry in self._entries]

    def clear(self) -> None:
        self._entries.clear()


def entry_of(scope: Scope, body: bytes, status: int, *, seq: int) -> Entry:
    headers = Headers(scope=scope)
    content_type = headers.get("content-type", "")
    scheme, _, credentials = headers.get("authorization", "").partition(" ")
    return Entry(
        seq=seq,
        method=str(scope.get("method", "WEBSOCKET")),
        path=str(scope["path"]),
        query_keys=_names(cast("bytes", scope["query_string"])),
        form_keys=_names(body) if is_form(content_type) else [],
        json_keys=_json_names(body) if is_json(content_type) else [],
        # A header without a scheme would be the bare token, which must not be logged.
        auth_scheme=scheme if credentials else None,
        status=status,
    )


def is_form(content_type: str) -> bool:
    return content_type.startswith("application/x-www-form-urlencoded")


def is_json(content_type: str) -> bool:
    return content_type.startswith("application/json")


def _names(encoded: bytes) -> list[str]:
    pairs = parse_qsl(encoded.decode("utf-8", "replace"), keep_blank_values=True)
    return _unique(name for name, _ in pairs)


def _json_names(body: bytes) -> list[str]:
    try:
        parsed: object = json.loads(body)
    except ValueError:
        return []
    return _unique(cast("dict[str, object]", parsed)) if isinstance(parsed, dict) else []


def _unique(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))


class RequestLogMiddleware:
    """Logs every request except those to the rehearsal's own paths."""

    def __init__(self, app: ASGIApp, request_log: RequestLog) -> None:
        self._app = app
        self._request_log = request_log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"} or is_own_path(str(scope["path"])):
            await self._app(scope, receive, send)
            return
        body, replay = await _read_ahead(scope, receive)

        async def note_status(message: Message) -> None:
            status = _status_in(message)
            if status is not None:
                self._request_log.write(scope, body, status)
            await send(message)

        await self._app(scope, replay, note_status)


def is_own_path(path: str) -> bool:
    """Whether the path belongs to the rehearsal itself and not to a platform."""
    return path == "/" or path.startswith(("/control", "/assets", "/avatars"))


def _status_in(message: Message) -> int | None:
    match message["type"]:
        case "http.response.start" | "websocket.http.response.start":
            return int(message["status"])
        case "websocket.accept":
            return 101
        case _:
            return None


async def _read_ahead(scope: Scope, receive: Receive) -> tuple[bytes, Receive]:
    """The body of a form or JSON request, cut off after MAX_BODY_BYTES, and a `receive` that replays it."""
    content_type = Headers(scope=scope).get("content-type", "")
    if scope["type"] != "http" or not (is_form(content_type) or is_json(content_type)):
        return b"", receive
    messages: deque[Message] = deque()
    size = 0
    while size <= MAX_BODY_BYTES:
        message = await receive()
        messages.append(message)
        size += len(message.get("body", b""))
        if not message.get("more_body", False):
            break

    async def replay() -> Message:
        return messages.popleft() if messages else await receive()

    return b"".join(message.get("body", b"") for message in messages), replay
