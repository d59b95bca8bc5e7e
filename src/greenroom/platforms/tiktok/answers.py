"""Reads responses of TikTok and of the sign server, and raises platform failures for errors."""

from greenroom.accounts.oauth import PlatformApi
from greenroom.accounts.platforms import RateLimited
from greenroom.kernel.http.client import HttpResponse

DEFAULT_WAIT_SECONDS = 60.0
MAX_WAIT_SECONDS = 3600.0
# In the header RateLimit-Reset numbers from this one on are Unix times, smaller numbers are durations in seconds.
MIN_TIMESTAMP = 1_000_000_000

TIKTOK = PlatformApi("TikTok", strict=False)
SIGN_SERVER = PlatformApi("The sign server")
call, read = TIKTOK.call, TIKTOK.read


def raise_for_status(answer: HttpResponse, api: PlatformApi = TIKTOK) -> None:
    if answer.is_success:
        return
    if answer.status_code == 429:
        raise RateLimited(DEFAULT_WAIT_SECONDS)
    raise api.failure(answer)


def seconds_until_reset(answer: HttpResponse, now: float) -> float:
    """Seconds to wait, at least 1; the header RateLimit-Reset contains a duration or a Unix time."""
    reset = answer.headers.get("RateLimit-Reset", "")
    if not reset.isascii() or not reset.isdecimal() or len(reset) > 12:
        return DEFAULT_WAIT_SECONDS
    seconds = int(reset) - now if int(reset) >= MIN_TIMESTAMP else float(reset)
    return min(max(seconds, 1.0), MAX_WAIT_SECONDS)
