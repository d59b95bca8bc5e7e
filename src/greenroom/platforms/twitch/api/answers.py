"""What Twitch's answers mean: every failure becomes one that the rest of Greenroom understands."""

import msgspec

from greenroom.kernel.clock import Clock
from greenroom.kernel.http.client import Answer
from greenroom.kernel.http.parse_errors import UNREADABLE
from greenroom.tenancy.oauth.client import PlatformApi
from greenroom.tenancy.platforms import AuthExpired, RateLimited

# For a limit that is not the bucket's: Twitch does not say how long it lasts.
UNKNOWN_WAIT_SECONDS = 5.0
# The bucket is full again within a minute; anything longer is a clock that is wrong, theirs or ours.
MAX_WAIT_SECONDS = 60.0
# More digits are no time that anybody could mean.
MAX_DIGITS = 12

TWITCH = PlatformApi("Twitch")
call, read = TWITCH.call, TWITCH.read


class Refusal(msgspec.Struct):
    """Helix and the OAuth host agree on this much of an error."""

    message: str = ""


def refusal(answer: Answer) -> str | None:
    """Twitch's own words for a failure; None when somebody on the way answered in its place."""
    try:
        return msgspec.json.decode(answer.content, type=Refusal).message
    except UNREADABLE:
        return None


def lacks_scope(answer: Answer) -> bool:
    """Helix says 401 for this too, and a fresh token would change nothing."""
    return answer.status_code == 401 and "scope" in (refusal(answer) or "").lower()


def refuse_failure(answer: Answer, clock: Clock) -> None:
    """Raises unless the call was a success; what 400 means only the caller knows."""
    if answer.is_success:
        return
    words = refusal(answer)
    # Without Twitch's words it was somebody in between, who must cost nobody a permission.
    if answer.status_code == 401 and words is not None:
        raise AuthExpired(words or "Twitch refused the token")
    if answer.status_code == 429:
        raise RateLimited(seconds_until_reset(answer, clock))
    raise TWITCH.failure(answer, words)


def is_bucket_empty(answer: Answer) -> bool:
    return answer.headers.get("Ratelimit-Remaining") == "0"


def seconds_until_reset(answer: Answer, clock: Clock) -> float:
    """How long to leave Twitch alone; 1 s at least, so that nobody asks again at once."""
    reset = answer.headers.get("Ratelimit-Reset", "")
    is_number = reset.isascii() and reset.isdecimal() and len(reset) <= MAX_DIGITS
    if answer.headers.get("Ratelimit-Remaining", "0") != "0" or not is_number:
        return UNKNOWN_WAIT_SECONDS
    return min(max(int(reset) - clock().timestamp(), 1.0), MAX_WAIT_SECONDS)
