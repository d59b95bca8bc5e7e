"""What Spotify's answers mean: every failure becomes one that the rest of Greenroom understands."""

from email.utils import parsedate_to_datetime
from typing import TypeVar, Unpack

import msgspec

from greenroom.kernel.clock import Clock
from greenroom.kernel.http.client import Answer, HttpClient, NoAnswer, Parts
from greenroom.kernel.http.parse_errors import UNREADABLE
from greenroom.kernel.logs import get_logger
from greenroom.tenancy.platforms import AuthExpired, PlatformUnavailable, RateLimited

log = get_logger(__name__)

# Spotify counts over a rolling window of 30 s.
UNKNOWN_WAIT_SECONDS = 30.0
# Waits of 80,000 s are real; more than a day is a clock that is wrong, theirs or ours.
LONGEST_WAIT_SECONDS = 86_400.0
# Comes as plain text where everything else is JSON.
NOT_ON_THE_LIST = "not registered in the developer dashboard"
NOT_COVERED = "insufficient client scope"

T = TypeVar("T")


class ApiProblem(msgspec.Struct):
    message: str = ""


class Refusal(msgspec.Struct):
    """The Web API has an object in `error`, the accounts host a word."""

    error: ApiProblem | str = ""
    error_description: str = ""


async def call(http: HttpClient, method: str, url: str, **parts: Unpack[Parts]) -> Answer:
    try:
        return await http.request(method, url, **parts)
    except NoAnswer as error:
        raise PlatformUnavailable("Spotify does not answer") from error


def read(answer: Answer, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(answer.content, type=kind)
    except UNREADABLE as error:
        log.warning("spotify_answer_unreadable", path=answer.path, error=str(error))
        raise PlatformUnavailable("Spotify gave an answer that makes no sense") from error


def refusal(answer: Answer) -> Refusal | None:
    """None when somebody on the way answered in Spotify's place."""
    try:
        found = msgspec.json.decode(answer.content, type=Refusal)
    except UNREADABLE:
        return None
    return found if found.error else None


def words(answer: Answer) -> str:
    """Spotify's own for a failure, as far as it has any."""
    found = refusal(answer)
    if found is None:
        return answer.content[:200].decode("utf-8", "replace")
    return found.error.message if isinstance(found.error, ApiProblem) else found.error_description or found.error


def refuse_failure(answer: Answer, clock: Clock) -> None:
    """Raises unless the call was a success."""
    if answer.is_success:
        return
    said = words(answer)
    if answer.status_code == 401:
        raise AuthExpired(said or "Spotify refused the token")
    if answer.status_code == 403 and any(reason in said.lower() for reason in (NOT_ON_THE_LIST, NOT_COVERED)):
        log.warning("spotify_forbidden", path=answer.path, message=said[:200])
        raise AuthExpired(said)
    if answer.status_code == 429:
        raise RateLimited(seconds_to_wait(answer, clock))
    log.warning("spotify_refused", path=answer.path, status=answer.status_code, message=said[:200])
    raise PlatformUnavailable(f"Spotify answered with error {answer.status_code}")


def seconds_to_wait(answer: Answer, clock: Clock) -> float:
    """A number of seconds, or a date; 1 s at least, so that nobody asks again at once."""
    text = answer.headers.get("Retry-After", "").strip()
    if text.isascii() and text.isdecimal():
        seconds = float(text)
    else:
        try:
            seconds = parsedate_to_datetime(text).timestamp() - clock().timestamp()
        except ValueError:
            return UNKNOWN_WAIT_SECONDS
    return min(max(seconds, 1.0), LONGEST_WAIT_SECONDS)
