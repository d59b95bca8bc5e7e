"""What Kick's answers mean: every failure becomes one that the rest of Greenroom understands."""

from typing import Generic, TypeVar

import msgspec

from greenroom.kernel.http.client import Answer
from greenroom.kernel.http.parse_errors import UNREADABLE
from greenroom.tenancy.oauth.client import PlatformApi
from greenroom.tenancy.platforms import AuthExpired, RateLimited

# Kick says that it was too much, and rarely for how long.
UNKNOWN_WAIT_SECONDS = 10.0
MAX_WAIT_SECONDS = 600.0

T = TypeVar("T")

# Kick's edge blocks requests that do not look like those of an API client.
KICK = PlatformApi("Kick", strict=False, headers={"Accept": "application/json"})
call, read = KICK.call, KICK.read


class Enveloped(msgspec.Struct, Generic[T]):
    data: T


class Refusal(msgspec.Struct):
    """The reason is in `data` when that is a text; it may as well be an empty object or nothing."""

    data: msgspec.Raw = msgspec.Raw(b"null")
    message: str | None = None
    error: str | None = None
    error_description: str | None = None


def refusal(answer: Answer) -> str | None:
    """Kick's own words for a failure; None when somebody on the way answered in its place."""
    try:
        found = msgspec.json.decode(answer.content, type=Refusal)
        detail = msgspec.json.decode(found.data)
    except UNREADABLE:
        return None
    if found.message is not None:
        return detail if isinstance(detail, str) and detail else found.message
    return None


def oauth_refusal(answer: Answer) -> str | None:
    """The same for the OAuth host, which speaks differently."""
    try:
        found = msgspec.json.decode(answer.content, type=Refusal)
    except UNREADABLE:
        return None
    return found.error_description or found.error or found.message


def refuse_failure(answer: Answer) -> None:
    """Raises unless the call was a success; what 400, 403 and 404 mean only the caller knows."""
    if answer.is_success:
        return
    words = refusal(answer)
    # Without Kick's words it was somebody in between, who must cost nobody a permission.
    if answer.status_code == 401 and words is not None:
        raise AuthExpired(words or "Kick refused the token")
    if answer.status_code == 429:
        raise RateLimited(wait_seconds(answer))
    raise KICK.failure(answer, words)


def wait_seconds(answer: Answer) -> float:
    said = answer.headers.get("Retry-After", "")
    # Nine digits are longer than anybody waits, and more would not fit any number of seconds.
    if not said.isascii() or not said.isdecimal() or len(said) > 9:
        return UNKNOWN_WAIT_SECONDS
    return min(max(float(said), 1.0), MAX_WAIT_SECONDS)
