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

    def __init__(self, most: int = MAX_BODY_BYTES) -> None:
        super().__init__(f"A request may carry {most // 2**10} kB at most.")


class Limits:
    """Outermost middleware: refuses a large body before it is read. `larger` lists paths with a higher limit."""

    def __init__(self, app: ASGIApp, api: str, larger: Mapping[str, int] | None = None) -> None:
        self._app = app
        self._api = api
        self._larger = [(re.compile(re.escape(api) + path), most) for path, most in (larger or {}).items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if scope["path"].startswith(self._api):
            send = _never_stored(send)
        most = next((most for path, most in self._larger if path.fullmatch(scope["path"])), MAX_BODY_BYTES)
        if _announced_length(scope) > most:
            await _refuse(most)(scope, receive, send)
            return
        await self._app(scope, _counted(receive, most), send)


def _refuse(most: int) -> JSONResponse:
    answer = error_response(TooLarge(most))
    # The rest of the body would be parsed as the next request.
    answer.headers["Connection"] = "close"
    return answer


def _announced_length(scope: Scope) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length":
            return int(value) if value.isdigit() else 0
    return 0


def _counted(receive: Receive, most: int) -> Receive:
    """Counts a body without Content-Length as it arrives."""
    seen = 0

    async def count() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > most:
            # FastAPI, which reads the body, passes on only HTTPException.
            raise HTTPException(TooLarge.status, TooLarge(most).message)
        return message

    return count


def _never_stored(send: Send) -> Send:
    """API responses are personal, and some contain a secret."""

    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.setdefault("Cache-Control", "no-store")
            headers.setdefault("X-Content-Type-Options", "nosniff")
        await send(message)

    return with_headers
