"""What the answers of TikTok and of the sign server mean."""

from typing import TypeVar, Unpack

import msgspec

from greenroom.kernel.http.client import Answer, HttpClient, NoAnswer, Parts
from greenroom.kernel.http.parse_errors import UNREADABLE
from greenroom.kernel.logs import get_logger
from greenroom.tenancy.platforms import PlatformUnavailable, RateLimited

log = get_logger(__name__)

UNKNOWN_WAIT_SECONDS = 60.0
LONGEST_WAIT_SECONDS = 3600.0
# No number of seconds is as large as any time of this century.
FIRST_TIMESTAMP = 1_000_000_000

T = TypeVar("T")


async def call(http: HttpClient, method: str, url: str, name: str = "TikTok", **parts: Unpack[Parts]) -> Answer:
    try:
        return await http.request(method, url, **parts)
    except NoAnswer as error:
        raise PlatformUnavailable(f"{name} does not answer") from error


def read(answer: Answer, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(answer.content, type=kind, strict=False)
    except UNREADABLE as error:
        log.warning("tiktok_answer_unreadable", path=answer.path, error=str(error))
        raise PlatformUnavailable("TikTok gave an answer that makes no sense") from error


def refuse_failure(answer: Answer, name: str = "TikTok") -> None:
    if answer.is_success:
        return
    if answer.status_code == 429:
        raise RateLimited(UNKNOWN_WAIT_SECONDS)
    log.warning("tiktok_refused", path=answer.path, status=answer.status_code)
    raise PlatformUnavailable(f"{name} answered with error {answer.status_code}")


def seconds_until_reset(answer: Answer, now: float) -> float:
    """Said in seconds or as a time, nobody documents which."""
    said = answer.headers.get("RateLimit-Reset", "")
    if not said.isascii() or not said.isdecimal() or len(said) > 12:
        return UNKNOWN_WAIT_SECONDS
    seconds = int(said) - now if int(said) >= FIRST_TIMESTAMP else float(said)
    return min(max(seconds, 1.0), LONGEST_WAIT_SECONDS)
