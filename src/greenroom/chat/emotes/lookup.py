"""Requests lists from emote services, which need no key and answer 404 for an unknown channel."""

from typing import TypeVar
from urllib.parse import urljoin

import msgspec

from greenroom.accounts.platforms import PlatformUnavailable, RateLimited
from greenroom.kernel.http.client import HttpClient, HttpResponse, NoResponse
from greenroom.kernel.http.parse_errors import UNREADABLE
from greenroom.kernel.logs import get_logger
from greenroom.kernel.text import web_address

log = get_logger(__name__)

DEFAULT_WAIT_SECONDS = 60.0
MAX_WAIT_SECONDS = 3600.0

T = TypeVar("T")


async def look_up(http: HttpClient, name: str, url: str, kind: type[T]) -> T | None:
    """Returns the parsed response, or None if it is a 404; raises a PlatformFailure for any other failure."""
    try:
        response = await http.request("GET", url)
    except NoResponse as error:
        raise PlatformUnavailable(f"{name} is not responding") from error
    if response.status_code == 404:
        return None
    _raise_for_status(response, name)
    try:
        return msgspec.json.decode(response.content, type=kind)
    except UNREADABLE as error:
        log.warning("emotes_unreadable", source=name, path=response.path, error=str(error))
        raise PlatformUnavailable(f"{name} sent an unreadable response") from error


def must_exist(found: T | None, name: str) -> T:
    """Returns `found`; raises if the service answered 404 for a list that it always has, such as its global emotes."""
    if found is None:
        raise PlatformUnavailable(f"{name} answered with error 404")
    return found


def picture_url(api_url: str, address: str) -> str:
    """Returns a picture's absolute URL; empty if it is malformed, too long, or neither http nor https."""
    try:
        return web_address(urljoin(api_url, address)) if address else ""
    except ValueError:
        return ""


def _raise_for_status(response: HttpResponse, name: str) -> None:
    if response.is_success:
        return
    if response.status_code == 429:
        after = response.headers.get("Retry-After", "")
        is_number = after.isascii() and after.isdecimal()
        raise RateLimited(min(float(after), MAX_WAIT_SECONDS) if is_number else DEFAULT_WAIT_SECONDS)
    raise PlatformUnavailable(f"{name} answered with error {response.status_code}")
