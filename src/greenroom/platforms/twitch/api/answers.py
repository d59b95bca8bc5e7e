"""Reads Twitch's responses, and raises platform failures for errors."""

import msgspec

from greenroom.accounts.oauth import PlatformApi
from greenroom.accounts.platforms import AuthExpired, RateLimited
from greenroom.kernel.clock import Clock
from greenroom.kernel.http.client import HttpResponse
from greenroom.kernel.http.parse_errors import UNREADABLE

# Wait after the rate limit of one kind of call: Twitch reports only when its general limit, the bucket, resets.
DEFAULT_WAIT_SECONDS = 5.0
# The bucket refills within a minute; anything longer means a wrong clock.
MAX_WAIT_SECONDS = 60.0
# Longer numbers are not valid times.
MAX_DIGITS = 12

TWITCH = PlatformApi("Twitch")
call, read = TWITCH.call, TWITCH.read


class ErrorBody(msgspec.Struct):
    """The part of an error body that Helix and the OAuth host share."""

    message: str = ""


def error_message(answer: HttpResponse) -> str | None:
    """Twitch's error message; None if the response comes from a proxy."""
    try:
        return msgspec.json.decode(answer.content, type=ErrorBody).message
    except UNREADABLE:
        return None


def lacks_scope(answer: HttpResponse) -> bool:
    """Whether this is a 401 for a missing scope, which a new token would not have either."""
    return answer.status_code == 401 and "scope" in (error_message(answer) or "").lower()


def raise_for_status(answer: HttpResponse, clock: Clock) -> None:
    """Raises unless the call succeeded; a caller that expects a refusal handles it first."""
    if answer.is_success:
        return
    message = error_message(answer)
    # A response without Twitch's message comes from a proxy, which must not end the authorization.
    if answer.status_code == 401 and message is not None:
        raise AuthExpired(message or "Twitch refused the token")
    if answer.status_code == 429:
        raise RateLimited(seconds_until_reset(answer, clock))
    raise TWITCH.failure(answer, message)


def is_bucket_empty(answer: HttpResponse) -> bool:
    return answer.headers.get("Ratelimit-Remaining") == "0"


def seconds_until_reset(answer: HttpResponse, clock: Clock) -> float:
    """Seconds until the bucket refills, at least 1; DEFAULT_WAIT_SECONDS if it is not the bucket that is empty."""
    reset = answer.headers.get("Ratelimit-Reset", "")
    is_number = reset.isascii() and reset.isdecimal() and len(reset) <= MAX_DIGITS
    if answer.headers.get("Ratelimit-Remaining", "0") != "0" or not is_number:
        return DEFAULT_WAIT_SECONDS
    return min(max(int(reset) - clock().timestamp(), 1.0), MAX_WAIT_SECONDS)
