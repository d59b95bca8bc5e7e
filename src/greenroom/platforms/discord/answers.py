"""Reads Discord's responses, and raises platform failures for errors."""

import msgspec

from greenroom.accounts.oauth import PlatformApi
from greenroom.accounts.platforms import AuthExpired, RateLimited
from greenroom.kernel.http.client import HttpResponse
from greenroom.kernel.http.parse_errors import UNREADABLE

# A 429 that names no wait is a temporary ban of our IP address, which more requests prolong.
BAN_WAIT_SECONDS = 600.0
MAX_WAIT_SECONDS = 3600.0

DISCORD = PlatformApi("Discord")
call, read = DISCORD.call, DISCORD.read


class ErrorBody(msgspec.Struct):
    """Error of the API (code and message) or of the OAuth endpoint (error, sometimes with a description)."""

    code: int = 0
    message: str = ""
    error: str = ""
    error_description: str = ""
    retry_after: float | None = None

    @property
    def text(self) -> str:
        return self.message or self.error_description or self.error


def read_error(answer: HttpResponse) -> ErrorBody | None:
    """The error in Discord's response; None if the body is unreadable, such as the error page of a proxy."""
    try:
        return msgspec.json.decode(answer.content, type=ErrorBody)
    except UNREADABLE:
        return None


def raise_for_status(answer: HttpResponse) -> None:
    if answer.is_success:
        return
    error = read_error(answer)
    message = error.text[:200] if error else ""
    if answer.status_code == 401:
        raise AuthExpired(message or "Discord refused the token")
    if answer.status_code == 429:
        raise RateLimited(seconds_to_wait(answer))
    raise DISCORD.failure(answer, message)


def seconds_to_wait(answer: HttpResponse) -> float:
    """Seconds to wait after a 429, at least 1; BAN_WAIT_SECONDS if Discord names none."""
    error = read_error(answer)
    waits = [answer.headers.get("X-RateLimit-Reset-After"), error.retry_after if error else None]
    for value in (*waits, answer.headers.get("Retry-After")):
        seconds = _number(value)
        if seconds is not None:
            return min(max(seconds, 1.0), MAX_WAIT_SECONDS)
    return BAN_WAIT_SECONDS


def _number(value: str | float | None) -> float | None:
    try:
        seconds = float(value) if value is not None else None
    except ValueError:
        return None
    # "nan" and "inf" are floats too.
    return seconds if seconds is not None and 0 <= seconds < float("inf") else None
