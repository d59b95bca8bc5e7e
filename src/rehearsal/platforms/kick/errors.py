"""Error responses of Kick's API, OAuth host and firewall."""

import secrets
from http import HTTPStatus
from typing import Literal, cast

from pydantic import JsonValue
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

MESSAGES = {400: "Bad request", 500: "Internal server error"}

# Formats of the field `data` in Kick's errors; "natural" is the reason, or an empty object without one.
ErrorDataFormat = Literal["natural", "object", "null", "string"]


class KickError(Exception):
    """A failing API request; the reason is empty where Kick shows none."""

    def __init__(self, status: int, reason: str = "") -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason


class Blocked(Exception):
    """The firewall refused the request."""


def api_failure(status: int, reason: str = "", data_format: ErrorDataFormat = "natural") -> JSONResponse:
    message = MESSAGES.get(status) or HTTPStatus(status).phrase
    return JSONResponse({"data": _data(reason, message, data_format), "message": message}, status_code=status)


def _data(reason: str, message: str, data_format: ErrorDataFormat) -> JsonValue:
    match data_format:
        case "natural":
            return reason or {}
        case "object":
            return {}
        case "null":
            return None
        case "string":
            return reason or message


def oauth_failure(status: int, error: str, description: str) -> JSONResponse:
    return JSONResponse({"error": error, "error_description": description}, status_code=status)


def firewall_failure() -> JSONResponse:
    body = {"error": "Request blocked by security policy.", "reference": secrets.token_hex(8)}
    return JSONResponse(body, status_code=403)


async def handle_kick_error(request: Request, error: Exception) -> Response:
    failure = cast("KickError", error)
    data_format = cast("ErrorDataFormat", request.app.state.rehearsal.platforms["kick"].error_data_format)
    return api_failure(failure.status, failure.reason, data_format)


async def handle_blocked(request: Request, error: Exception) -> Response:
    return firewall_failure()
