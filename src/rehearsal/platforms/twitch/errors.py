"""Error responses of Helix and the OAuth host."""

from http import HTTPStatus
from typing import cast

from starlette.requests import Request
from starlette.responses import JSONResponse, Response


class HelixError(Exception):
    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


def helix_failure(status: int, message: str) -> JSONResponse:
    body = {"error": HTTPStatus(status).phrase, "status": status, "message": message}
    return JSONResponse(body, status_code=status)


def oauth_failure(status: int, message: str) -> JSONResponse:
    return JSONResponse({"status": status, "message": message}, status_code=status)


async def handle_helix_error(request: Request, error: Exception) -> Response:
    failure = cast("HelixError", error)
    return helix_failure(failure.status, str(failure))
