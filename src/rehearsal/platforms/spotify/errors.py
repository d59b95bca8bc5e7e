"""Error responses of Spotify's Web API and accounts host."""

from typing import cast

from pydantic import JsonValue
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

NOT_REGISTERED = (
    "User not registered in the Developer Dashboard. Check settings on developer.spotify.com/dashboard, "
    "the user may not be registered."
)
ACCOUNTS_ERRORS = {400: "invalid_request", 401: "invalid_client", 429: "slow_down", 503: "temporarily_unavailable"}


class ApiError(Exception):
    def __init__(self, status: int, message: str, reason: str | None = None, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.reason = reason
        self.retry_after = retry_after


class NotRegistered(Exception):
    """The account is not registered for the app, which is in development mode."""


def api_failure(status: int, message: str, reason: str | None = None, retry_after: int | None = None) -> Response:
    fields: dict[str, JsonValue] = {"status": status, "message": message}
    headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
    error = fields if reason is None else {**fields, "reason": reason}
    return JSONResponse({"error": error}, status_code=status, headers=headers)


def accounts_failure(status: int, error: str, description: str) -> Response:
    return JSONResponse({"error": error, "error_description": description}, status_code=status)


async def handle_api_error(request: Request, error: Exception) -> Response:
    failure = cast("ApiError", error)
    return api_failure(failure.status, str(failure), failure.reason, failure.retry_after)


async def handle_not_registered(request: Request, error: Exception) -> Response:
    return PlainTextResponse(NOT_REGISTERED, status_code=403)
