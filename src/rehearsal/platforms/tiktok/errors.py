"""Error responses of Login Kit, the sign server and the webcast API."""

import secrets
from datetime import datetime
from typing import cast

from pydantic import JsonValue
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

API_CODES = {400: "invalid_params", 401: "access_token_invalid", 404: "invalid_params", 429: "rate_limit_exceeded"}


class OpenError(Exception):
    """A failing request to Login Kit's API."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code


def log_id(moment: datetime) -> str:
    return f"{moment:%Y%m%d%H%M%S}{secrets.token_hex(9).upper()}"


def token_failure(error: str, description: str, log: str, status: int = 400) -> JSONResponse:
    return JSONResponse({"error": error, "error_description": description, "log_id": log}, status_code=status)


def open_failure(status: int, code: str, message: str, log: str) -> JSONResponse:
    error: dict[str, JsonValue] = {"code": code, "message": message, "log_id": log}
    return JSONResponse({"data": {}, "error": error}, status_code=status)


def sign_failure(status: int, message: str, *, window: str = "minute", reset: int = 0) -> JSONResponse:
    body: dict[str, JsonValue] = {"code": status, "message": message}
    headers = {"X-Request-Id": secrets.token_hex(8), "X-Agent-Id": "rehearsal", "X-Log-Code": str(status)}
    if status == 429:
        body["limit_label"] = f"rate_limit_account_{window}"
        headers |= {"RateLimit-Remaining": "0", "RateLimit-Reset": str(reset)}
    return JSONResponse(body, status_code=status, headers=headers)


def webcast_failure(status: int) -> JSONResponse:
    return JSONResponse({"data": {"message": "Failed"}, "status_code": status}, status_code=status)


async def handle_open_error(request: Request, error: Exception) -> Response:
    failure = cast("OpenError", error)
    now = cast("datetime", request.app.state.rehearsal.clock.now())
    return open_failure(failure.status, failure.code, str(failure), log_id(now))
