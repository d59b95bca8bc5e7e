"""Error responses of Discord's API and OAuth host."""

from http import HTTPStatus
from typing import cast

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

OAUTH_ERRORS = {400: "invalid_request", 401: "invalid_client", 429: "rate_limited"}


class ApiError(Exception):
    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code


class RateLimited(Exception):
    def __init__(self, retry_after: float, *, is_global: bool) -> None:
        super().__init__("You are being rate limited.")
        self.retry_after = retry_after
        self.is_global = is_global


def api_failure(status: int, code: int, message: str) -> JSONResponse:
    return JSONResponse({"message": message, "code": code}, status_code=status)


def plain_failure(status: int) -> JSONResponse:
    """A failure without a specific error code."""
    return api_failure(status, 0, f"{status}: {HTTPStatus(status).phrase}")


def rate_limited_response(retry_after: float, *, is_global: bool) -> JSONResponse:
    headers = {"Retry-After": str(max(int(retry_after + 0.999), 1)), "X-RateLimit-Scope": "user"}
    if is_global:
        headers |= {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
    body = {"message": "You are being rate limited.", "retry_after": retry_after, "global": is_global, "code": 0}
    return JSONResponse(body, status_code=429, headers=headers)


def oauth_failure(status: int, error: str, description: str) -> JSONResponse:
    described = {"error_description": description} if description else {}
    return JSONResponse({"error": error, **described}, status_code=status)


async def handle_api_error(request: Request, error: Exception) -> Response:
    failure = cast("ApiError", error)
    return api_failure(failure.status, failure.code, str(failure))


async def handle_limited(request: Request, error: Exception) -> Response:
    failure = cast("RateLimited", error)
    return rate_limited_response(failure.retry_after, is_global=failure.is_global)
