"""Twitch's responses, and the platform failures they stand for."""

import msgspec

from greenroom.kernel.clock import Clock
from greenroom.kernel.http.client import HttpResponse
from greenroom.kernel.http.parse_errors import UNREADABLE
from greenroom.tenancy.oauth.client import PlatformApi
from greenroom.tenancy.platforms import AuthExpired, RateLimited

# For limits other than the bucket's, whose length Twitch does not report.
DEFAULT_WAIT_SECONDS = 5.0
# The bucket refills within a minute; anything longer means a wrong clock.
MAX_WAIT_SECONDS = 60.0
# More digits are no valid time.
MAX_DIGITS = 12

TWITCH = PlatformApi("Twitch")
call, read = TWITCH.call, TWITCH.read


class Refusal(msgspec.Struct):
    """The part of an error body that Helix and the OAuth host share."""

    message: str = ""


def refusal(answer: HttpResponse) -> str | None:
    """Twitch's error message; None when a proxy answered in its place."""
    try:
        return msgspec.json.decode(answer.content, type=Refusal).message
    except UNREADABLE:
        return None


def lacks_scope(answer: HttpResponse) -> bool:
    """A 401 for a missing scope, which a fresh token would not fix."""
    return answer.status_code == 401 and "scope" in (refusal(answer) or "").lower()


def raise_for_status(answer: HttpResponse, clock: Clock) -> None:
    """Raises unless the call succeeded; the caller handles 400 first."""
    if answer.is_success:
        return
    words = refusal(answer)
    # Without Twitch's message it was a proxy, which must not end a permission.
    if answer.status_code == 401 and words is not None:
        raise AuthExpired(words or "Twitch refused the token")
    if answer.status_code == 429:
        raise RateLimited(seconds_until_reset(answer, clock))
    raise TWITCH.failure(answer, words)


def is_bucket_empty(answer: HttpResponse) -> bool:
    return answer.headers.get("Ratelimit-Remaining") == "0"


def seconds_until_reset(answer: HttpResponse, clock: Clock) -> float:
    """Seconds until the rate limit resets; at least 1 s."""
    reset = answer.headers.get("Ratelimit-Reset", "")
    is_number = reset.isascii() and reset.isdecimal() and len(reset) <= MAX_DIGITS
    if answer.headers.get("Ratelimit-Remaining", "0") != "0" or not is_number:
        return DEFAULT_WAIT_SECONDS
    return min(max(int(reset) - clock().timestamp(), 1.0), MAX_WAIT_SECONDS)
