"""Converts every error to one response body: {type, message, errors?}."""

from http import HTTPStatus

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.websockets import WebSocket

from greenroom.kernel.errors import AppError, Conflict, ErrorBody, Unavailable
from greenroom.kernel.live.frames import PROTOCOL
from greenroom.kernel.logs import get_logger

log = get_logger(__name__)


def error_response(error: AppError) -> JSONResponse:
    headers = None if error.retry_after_seconds is None else {"Retry-After": str(error.retry_after_seconds)}
    return JSONResponse(error.body().model_dump(exclude_none=True), status_code=error.status, headers=headers)


def install_error_handlers(app: Starlette) -> None:
    app.add_exception_handler(AppError, _on_app_error)  # pyright: ignore[reportArgumentType]  # one handler for requests and sockets
    app.add_exception_handler(HTTPException, _on_http_exception)
    app.add_exception_handler(IntegrityError, _on_race)
    app.add_exception_handler(DBAPIError, _on_database_failure)
    app.add_exception_handler(ClientDisconnect, _on_client_disconnect)
    app.add_exception_handler(Exception, _on_unexpected_error)


async def _on_app_error(connection: HTTPConnection, error: Exception) -> JSONResponse | None:
    assert isinstance(error, AppError)
    if isinstance(connection, WebSocket):
        await close_with_error(connection, error)
        return None
    return error_response(error)


async def close_with_error(socket: WebSocket, error: AppError) -> None:
    # Not the first sub-protocol offered: that may be the token.
    await socket.accept(PROTOCOL if PROTOCOL in socket.scope.get("subprotocols", []) else None)
    await socket.close(error.close_code, error.type)


HTTP_TYPES = {404: "not_found", 405: "method_not_allowed", 413: "too_large", 429: "too_many_requests"}


async def _on_http_exception(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    body = ErrorBody(type=HTTP_TYPES.get(error.status_code, "bad_request"), message=str(error.detail))
    return JSONResponse(body.model_dump(exclude_none=True), status_code=error.status_code, headers=error.headers)


async def _on_race(request: Request, error: Exception) -> JSONResponse:
    """Answers a violated constraint, which happens only when two requests race: rules are checked before."""
    log.warning("write_raced", path=request.url.path, method=request.method, exc_info=error)
    return error_response(Conflict("This was changed at the same moment. Nothing was written; try again."))


async def _on_database_failure(request: Request, error: Exception) -> JSONResponse:
    if isinstance(error, ProgrammingError | DataError):
        return await _on_unexpected_error(request, error)
    log.error("database_failed", path=request.url.path, method=request.method, exc_info=error)
    return error_response(Unavailable("The database does not answer. Nothing was changed; try again in a moment."))


async def _on_client_disconnect(_: Request, __: Exception) -> Response:
    """The client disconnected while sending its body: no response is needed, and this is no error."""
    return Response(status_code=HTTPStatus.BAD_REQUEST)


async def _on_unexpected_error(request: Request, error: Exception) -> JSONResponse:
    log.error("request_failed", path=request.url.path, method=request.method, exc_info=error)
    body = ErrorBody(
        type="internal", message="Something broke on the server. Nothing was changed; the log has the details."
    )
    return JSONResponse(body.model_dump(exclude_none=True), status_code=500)
