"""Client of the sign server, which issues the ticket that a room's socket needs."""

from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from urllib.parse import urlencode, urlsplit

from google.protobuf.message import DecodeError

from greenroom.accounts.platforms import PlatformUnavailable, RateLimited
from greenroom.kernel.clock import Clock
from greenroom.kernel.http.client import HttpClient, HttpResponse
from greenroom.kernel.logs import get_logger
from greenroom.platforms.tiktok.answers import SIGN_SERVER, raise_for_status, seconds_until_reset
from greenroom.platforms.tiktok.settings import TikTokSettings
from greenroom.platforms.tiktok.webcast_pb2 import FetchResult

log = get_logger(__name__)

QUERY = {"aid": "1988", "app_name": "tiktok_web", "device_platform": "web", "identity": "audience", "live_id": "12"}


@dataclass(frozen=True, slots=True)
class Ticket:
    """Lets a client with this user agent enter a room; valid for about thirty seconds. `first` has earlier messages."""

    user_agent: str
    url: str = field(repr=False)
    cookie: str = field(repr=False)
    first: FetchResult = field(repr=False)


class SignServer:
    def __init__(self, settings: TikTokSettings, http: HttpClient, clock: Clock) -> None:
        self._settings = settings
        self._http = http
        self._clock = clock

    async def ticket(self, room_id: str) -> Ticket:
        answer = await self._fetch(room_id)
        if answer.status_code == 429:
            raise RateLimited(seconds_until_reset(answer, self._clock().timestamp()))
        raise_for_status(answer, SIGN_SERVER)
        first = read_result(answer)
        cookie = cookie_of(answer.headers.get("X-Set-TT-Cookie", ""))
        if not cookie:
            raise PlatformUnavailable(f"{SIGN_SERVER.name} sent no cookie")
        return Ticket(self._settings.user_agent, self.address(first, room_id), cookie, first)

    async def _fetch(self, room_id: str) -> HttpResponse:
        key = self._settings.sign_api_key.get_secret_value()
        params = [
            ("client", self._settings.sign_client),
            ("room_id", room_id),
            ("user_agent", self._settings.user_agent),
            ("platform", "web"),
            ("client_enter", "True"),
        ]
        headers = {"X-Api-Key": key} if key else {}
        url = f"{self._settings.sign_url}/webcast/fetch"
        return await SIGN_SERVER.call(self._http, "GET", url, params=params, headers=headers)

    def address(self, first: FetchResult, room_id: str) -> str:
        server = first.push_server
        # A socket without TLS is accepted only if the sign server has no TLS either, as in the rehearsal.
        schemes = {"wss", "ws"} if self._settings.sign_url.startswith("http://") else {"wss"}
        if _scheme(server) not in schemes or ("ws" not in schemes and _is_private(server)):
            raise PlatformUnavailable(f"{SIGN_SERVER.name} returned an invalid socket address")
        query = {**first.route_params, **QUERY, "room_id": room_id, "compress": "gzip", "version_code": "270000"}
        return f"{server}{'&' if '?' in server else '?'}{urlencode(query)}"


def read_result(answer: HttpResponse) -> FetchResult:
    try:
        first = FetchResult.FromString(answer.content)
    except DecodeError as error:
        log.warning("tiktok_ticket_unreadable", size=len(answer.content))
        raise PlatformUnavailable(f"{SIGN_SERVER.name} sent an unreadable response") from error
    if not first.cursor or not first.push_server or not first.route_params:
        # An empty result means that the sign server has blocked us.
        raise PlatformUnavailable(f"{SIGN_SERVER.name} sent an empty ticket")
    return first


def _is_private(address: str) -> bool:
    """Whether the address is in a local network, into which a remote sign server must not direct us."""
    host = urlsplit(address).hostname or ""
    try:
        return not ip_address(host).is_global
    except ValueError:
        return host in {"", "localhost"} or "." not in host


def _scheme(address: str) -> str:
    try:
        return urlsplit(address).scheme
    except ValueError:
        return ""


def cookie_of(header: str) -> str:
    """Names and values from a Set-Cookie header, as a Cookie header."""
    try:
        cookies = SimpleCookie(header)
    except CookieError:
        return ""
    return "; ".join(f"{name}={cookie.coded_value}" for name, cookie in cookies.items())
