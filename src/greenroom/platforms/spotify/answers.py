"""Reads Spotify's responses, and raises platform failures for errors."""

from email.utils import parsedate_to_datetime

import msgspec

from greenroom.accounts.oauth import PlatformApi
from greenroom.accounts.platforms import AuthExpired, RateLimited
from greenroom.kernel.clock import Clock
from greenroom.kernel.http.client import HttpResponse
from greenroom.kernel.http.parse_errors import UNREADABLE
from greenroom.kernel.logs import get_logger

log = get_logger(__name__)

# Wait after a rate limit without Retry-After: Spotify counts requests over a rolling window of 30 s.
DEFAULT_WAIT_SECONDS = 30.0
# Spotify has asked for waits of 80,000 s; a wait of more than a day means a wrong clock.
MAX_WAIT_SECONDS = 86_400.0
# Part of an error that Spotify sends as plain text; all other errors are JSON.
USER_NOT_REGISTERED = "not registered in the developer dashboard"
SCOPE_MISSING = "insufficient client scope"

SPOTIFY = PlatformApi("Spotify")
call, read = SPOTIFY.call, SPOTIFY.read


class ApiError(msgspec.Struct):
    message: str = ""
    reason: str = ""


class ErrorBody(msgspec.Struct):
    """Spotify's error: an object in responses of the Web API, a code in those of the accounts service."""

    error: ApiError | str = ""
    error_description: str = ""


def read_error(answer: HttpResponse) -> ErrorBody | None:
    """Spotify's error; None if there is none, as in the response of a proxy."""
    try:
        found = msgspec.json.decode(answer.content, type=ErrorBody)
    except UNREADABLE:
        return None
    return found if found.error else None


def error_text(answer: HttpResponse) -> str:
    """Spotify's error message, or the start of a body that is not Spotify's JSON."""
    found = read_error(answer)
    if found is None:
        return answer.content[:200].decode("utf-8", "replace")
    return found.error.message if isinstance(found.error, ApiError) else found.error_description or found.error


def error_reason(answer: HttpResponse) -> str:
    """Spotify's code of a refused player command, such as NO_ACTIVE_DEVICE; empty if there is none."""
    found = None if answer.is_success else read_error(answer)
    return found.error.reason if found is not None and isinstance(found.error, ApiError) else ""


def raise_for_status(answer: HttpResponse, clock: Clock) -> None:
    if answer.is_success:
        return
    message = error_text(answer)
    if answer.status_code == 401:
        raise AuthExpired(message or "Spotify refused the token")
    if answer.status_code == 403 and any(reason in message.lower() for reason in (USER_NOT_REGISTERED, SCOPE_MISSING)):
        log.warning("spotify_access_refused", path=answer.path, message=message[:200])
        raise AuthExpired(message)
    if answer.status_code == 429:
        raise RateLimited(seconds_to_wait(answer, clock))
    raise SPOTIFY.failure(answer, message)


def seconds_to_wait(answer: HttpResponse, clock: Clock) -> float:
    """Seconds to wait, from Retry-After (a number of seconds or a date); at least 1."""
    text = answer.headers.get("Retry-After", "").strip()
    if text.isascii() and text.isdecimal():
        seconds = float(text)
    else:
        try:
            seconds = parsedate_to_datetime(text).timestamp() - clock().timestamp()
        except ValueError:
            return DEFAULT_WAIT_SECONDS
    return min(max(seconds, 1.0), MAX_WAIT_SECONDS)
