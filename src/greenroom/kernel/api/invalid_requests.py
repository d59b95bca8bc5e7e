"""Responses to requests that do not have the declared form: each wrong field with a message."""

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError, WebSocketRequestValidationError
from pydantic_core import ErrorDetails
from starlette.responses import JSONResponse

from greenroom.kernel.errors import ErrorBody, FieldError, Invalid, NotFound
from greenroom.kernel.validation_messages import message_for
from greenroom.kernel.web.error_handlers import close_with_error


def explain_invalid_requests(app: FastAPI) -> None:
    app.add_exception_handler(RequestValidationError, _on_invalid_request)
    app.add_exception_handler(WebSocketRequestValidationError, _on_invalid_socket)


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
    # The first part is the location (body, query, path); users need only the field name.
    name = ".".join(parts[1:]) or (parts[0] if parts else "body")
    return FieldError(field=name, message=message_for(item))
