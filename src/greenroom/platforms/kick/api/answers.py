"""Reads Kick's responses, and raises platform failures for errors."""

from typing import Generic, TypeVar

import msgspec

from greenroom.accounts.oauth import PlatformApi
from greenroom.accounts.platforms import AuthExpired, RateLimited
from greenroom.kernel.http.client import HttpResponse
from greenroom.kernel.http.parse_errors import UNREADABLE

# Wait after a rate limit without Retry-After, which Kick rarely sends.
DEFAULT_WAIT_SECONDS = 10.0
MAX_WAIT_SECONDS = 600.0

T = TypeVar("T")

# Kick's edge blocks requests that do not look like those of an API client.
KICK = PlatformApi("Kick", strict=False, headers={"Accept": "application/json"})
call, read = KICK.call, KICK.read


class Enveloped(msgspec.Struct, Generic[T]):
    data: T


class ErrorBody(msgspec.Struct):
    """An error of Kick; `data` is its reason as a string, an empty object, or missing."""

    data: msgspec.Raw = msgspec.Raw(b"null")
    message: str | None = None
    error: str | None = None
    error_description: str | None = None


def error_message(answer: HttpResponse) -> str | None:
    """Kick's error message; None if the response comes from a proxy."""
    try:
        found = msgspec.json.decode(answer.content, type=ErrorBody)
        detail = msgspec.json.decode(found.data)
    except UNREADABLE:
        return None
    if found.message is not None:
        return detail if isinstance(detail, str) and detail else found.message
    return None


def oauth_error_message(answer: HttpResponse) -> str | None:
    """Error message of the OAuth host, whose errors have another format; None if the response comes from a proxy."""
    try:
        found = msgspec.json.decode(answer.content, type=ErrorBody)
    except UNREADABLE:
        return None
    return found.error_description or found.error or found.message


def raise_for_status(answer: HttpResponse) -> None:
    """Raises unless the call succeeded; a caller that expects a refusal handles 400, 403 and 404 first."""
    if answer.is_success:
        return
    message = error_message(answer)
    # A response without Kick's message comes from a proxy, which must not end the authorization.
    if answer.status_code == 401 and message is not None:
        raise AuthExpired(message or "Kick refused the token")
    if answer.status_code == 429:
        raise RateLimited(wait_seconds(answer))
    raise KICK.failure(answer, message)


def wait_seconds(answer: HttpResponse) -> float:
    retry_after = answer.headers.get("Retry-After", "")
    # Longer numbers are not plausible.
    if not retry_after.isascii() or not retry_after.isdecimal() or len(retry_after) > 9:
        return DEFAULT_WAIT_SECONDS
    return min(max(float(retry_after), 1.0), MAX_WAIT_SECONDS)
