"""Errors shown to users; every one becomes a response {type, message, errors?}."""

from collections.abc import Sequence
from typing import ClassVar

from greenroom.kernel.schema import Schema


class FieldError(Schema):
    field: str
    message: str


class ErrorBody(Schema):
    """The body of every error response."""

    type: str
    message: str
    errors: list[FieldError] | None = None


class AppError(Exception):
    """An expected error; its message tells the user what is wrong and, where possible, what to do."""

    status: ClassVar[int] = 400
    type: str = "bad_request"
    # Browsers hide why a handshake was refused, so the socket is accepted and closed with this code.
    close_code: ClassVar[int] = 4400
    # Set by errors that always have the same message.
    message: str = ""
    # Sent as the header Retry-After.
    retry_after_seconds: int | None = None

    def __init__(self, message: str = "", errors: Sequence[FieldError] = ()) -> None:
        self.message = message or self.message
        super().__init__(self.message)
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


class NameTaken(Conflict):
    """Another item of the same kind has this name."""

    type = "name_taken"

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} already exists.", [FieldError(field="name", message="already exists")])


class Unavailable(AppError):
    status = 503
    type = "unavailable"


class Invalid(AppError):
    """A field of the request has an invalid value."""

    status = 422
    type = "invalid"

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message, [FieldError(field=field, message=message)])
