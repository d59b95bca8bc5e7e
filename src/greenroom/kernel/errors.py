"""Every failure leaves the server in one shape: {type, message, errors?}."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import ClassVar

from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError, WebSocketRequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from pydantic_core import ErrorDetails
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection

from greenroom.kernel.field_words import words_of
from greenroom.kernel.live.frames import PROTOCOL
from greenroom.kernel.logs import get_logger

log = get_logger(__name__)


class FieldError(BaseModel):
    field: str
    message: str


class ErrorBody(BaseModel):
    """The body of every answer that is not a success."""

    type: str
    message: str
    errors: list[FieldError] | None = None


class AppError(Exception):
    """A failure that a person can act on; its message says how."""

    status: ClassVar[int] = 400
    type: ClassVar[str] = "bad_request"
    # Browsers hide why a handshake was refused, so sockets are opened and closed with a code of their own.
    close_code: ClassVar[int] = 4400

    def __init__(self, message: str, errors: Sequence[FieldError] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.errors = list(errors)

    def body(self) -> ErrorBody:
        return ErrorBody(type=self.type, message=self.message, errors=self.errors or None)


class NotFound(AppError):
    status = 404
    type = "not_found"
    close_code = 4404


class Conflict(AppError):
    status = 409
    type = "conflict"


class Unavailable(AppError):
    status = 503
    type = "unavailable"


class Invalid(AppError):
    """The request names a field with a value that cannot be taken."""

    status = 422
    type = "invalid"

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message, [FieldError(field=field, message=message)])


def error_response(error: AppError) -> JSONResponse:
    return JSONResponse(error.body().model_dump(exclude_none=True), status_code=error.status)


def install_error_handlers(app: FastAPI) -> None:
    app.add_exception_handler(AppError, _on_app_error)  # pyright: ignore[reportArgumentType]  # one for both kinds
    app.add_exception_handler(RequestValidationError, _on_invalid_request)
    app.add_exception_handler(WebSocketRequestValidationError, _on_invalid_socket)
    app.add_exception_handler(HTTPException, _on_http_exception)
    app.add_exception_handler(IntegrityError, _on_race)
    app.add_exception_handler(DBAPIError, _on_database_failure)
    app.add_exception_handler(ClientDisconnect, _on_hang_up)
    app.add_exception_handler(Exception, _on_crash)


async def _on_app_error(connection: HTTPConnection, error: Exception) -> JSONResponse | None:
    assert isinstance(error, AppError)
    if isinstance(connection, WebSocket):
        await close_with_error(connection, error)
        return None
    return error_response(error)


async def close_with_error(socket: WebSocket, error: AppError) -> None:
    # Never simply the first that was offered: that may be the token.
    await socket.accept(PROTOCOL if PROTOCOL in socket.scope.get("subprotocols", []) else None)
    await socket.close(error.close_code, error.type)


async def _on_invalid_request(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    fields = [_field_error(item) for item in error.errors()]
    message = "; ".join(f"{item.field}: {item.message}" for item in fields)
    body = ErrorBody(type=Invalid.type, message=message, errors=fields)
    return JSONResponse(body.model_dump(), status_code=Invalid.status)


async def _on_invalid_socket(socket: WebSocket, error: Exception) -> None:
    assert isinstance(error, WebSocketRequestValidationError)
    await close_with_error(socket, NotFound("Not found"))


def _field_error(item: ErrorDetails) -> FieldError:
    if item["type"] == "json_invalid":
        return FieldError(field="body", message="is not valid JSON")
    parts = [str(part) for part in item["loc"]]
    # The first part says where it stood (body, query, path); people only care about the name.
    name = ".".join(parts[1:]) or (parts[0] if parts else "body")
    return FieldError(field=name, message=words_of(item))


HTTP_TYPES = {404: "not_found", 405: "method_not_allowed", 413: "too_large", 429: "too_many_requests"}


async def _on_http_exception(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    body = ErrorBody(type=HTTP_TYPES.get(error.status_code, "bad_request"), message=str(error.detail))
    return JSONResponse(body.model_dump(exclude_none=True), status_code=error.status_code, headers=error.headers)


async def _on_race(request: Request, error: Exception) -> JSONResponse:
    """Rules are checked before writing; only two requests at the same moment get as far as the database's own."""
    log.warning("write_raced", path=request.url.path, method=request.method, exc_info=error)
    return error_response(Conflict("Somebody changed this at the same moment. Nothing was written; try again."))


async def _on_database_failure(request: Request, error: Exception) -> JSONResponse:
    if isinstance(error, ProgrammingError | DataError):
        return await _on_crash(request, error)
    log.error("database_failed", path=request.url.path, method=request.method, exc_info=error)
    return error_response(Unavailable("The database does not answer. Nothing was changed; try again in a moment."))


async def _on_hang_up(_: Request, __: Exception) -> Response:
    """In the middle of what they were sending: nobody is there to hear an answer, and nothing is broken."""
    return Response(status_code=HTTPStatus.BAD_REQUEST)


async def _on_crash(request: Request, error: Exception) -> JSONResponse:
    log.error("request_failed", path=request.url.path, method=request.method, exc_info=error)
    body = ErrorBody(
        type="internal", message="Something broke on the server. Nothing was changed; the log has the details."
    )
    return JSONResponse(body.model_dump(exclude_none=True), status_code=500)
