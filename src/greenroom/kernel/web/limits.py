"""Limits of request bodies, and headers of every API response."""

import re
from collections.abc import Mapping

from fastapi.responses import JSONResponse
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from greenroom.kernel.errors import AppError
from greenroom.kernel.web.error_handlers import error_response

MAX_BODY_BYTES = 256 * 2**10


class TooLarge(AppError):
    status = 413
    type = "too_large"

    def __init__(self, max_bytes: int = MAX_BODY_BYTES) -> None:
        super().__init__(f"A request may carry {max_bytes // 2**10} kB at most.")


class Limits:
    """Outermost middleware: refuses large bodies, if possible unread. `larger` has higher limits by path."""

    def __init__(self, app: ASGIApp, api: str, larger: Mapping[str, int] | None = None) -> None:
        self._app = app
        self._api = api
        self._larger = [(re.compile(re.escape(api) + path), limit) for path, limit in (larger or {}).items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if scope["path"].startswith(self._api):
            send = _with_api_headers(send)
        max_bytes = next((limit for path, limit in self._larger if path.fullmatch(scope["path"])), MAX_BODY_BYTES)
        if _announced_length(scope) > max_bytes:
            await _refuse(max_bytes)(scope, receive, send)
            return
        await self._app(scope, _counted(receive, max_bytes), send)


def _refuse(max_bytes: int) -> JSONResponse:
    response = error_response(TooLarge(max_bytes))
    # The rest of the body would be parsed as the next request.
    response.headers["Connection"] = "close"
    return response


def _announced_length(scope: Scope) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length":
            return int(value) if value.isdigit() else 0
    return 0


def _counted(receive: Receive, max_bytes: int) -> Receive:
    """Counts a body as it arrives, because Content-Length may be missing."""
    received_bytes = 0

    async def count() -> Message:
        nonlocal received_bytes
        message = await receive()
        received_bytes += len(message.get("body", b""))
        if received_bytes > max_bytes:
            # FastAPI, which reads the body, passes on only HTTPException.
            raise HTTPException(TooLarge.status, TooLarge(max_bytes).message)
        return message

    return count


def _with_api_headers(send: Send) -> Send:
    """Forbids caching: API responses are personal, and some contain a secret."""

    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.setdefault("Cache-Control", "no-store")
            headers.setdefault("X-Content-Type-Options", "nosniff")
        await send(message)

    return with_headers
