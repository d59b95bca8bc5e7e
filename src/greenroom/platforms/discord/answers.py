"""Discord's responses, and the platform failures they stand for."""

import msgspec

from greenroom.kernel.http.client import HttpResponse
from greenroom.kernel.http.parse_errors import UNREADABLE
from greenroom.tenancy.oauth.client import PlatformApi
from greenroom.tenancy.platforms import AuthExpired, RateLimited

# A 429 without rate limit headers is a temporary ban of our IP address; more requests prolong it.
BAN_WAIT_SECONDS = 600.0
MAX_WAIT_SECONDS = 3600.0

DISCORD = PlatformApi("Discord")
call, read = DISCORD.call, DISCORD.read


class Refusal(msgspec.Struct):
    """The API sends a code and a message, the OAuth endpoint an error and perhaps a description."""

    code: int = 0
    message: str = ""
    error: str = ""
    error_description: str = ""
    retry_after: float | None = None

    @property
    def words(self) -> str:
        return self.message or self.error_description or self.error


def refusal(answer: HttpResponse) -> Refusal | None:
    """None when a proxy answered in Discord's place."""
    try:
        return msgspec.json.decode(answer.content, type=Refusal)
    except UNREADABLE:
        return None


def refuse_failure(answer: HttpResponse) -> None:
    """Raises unless the call succeeded."""
    if answer.is_success:
        return
    refused = refusal(answer)
    words = refused.words[:200] if refused else ""
    if answer.status_code == 401:
        raise AuthExpired(words or "Discord refused the token")
    if answer.status_code == 429:
        raise RateLimited(seconds_to_wait(answer))
    raise DISCORD.failure(answer, words)


def seconds_to_wait(answer: HttpResponse) -> float:
    """From the header that has decimals, else the body, else the plain header; 1 s at least."""
    refused = refusal(answer)
    waits = [answer.headers.get("X-RateLimit-Reset-After"), refused.retry_after if refused else None]
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
