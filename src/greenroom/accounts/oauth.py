"""Base of the platforms' clients: HTTP calls that raise `PlatformFailure`, and the OAuth authorization code flow."""

from abc import ABC, abstractmethod
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import ClassVar, TypeVar, Unpack
from urllib.parse import urlencode

import msgspec
from msgspec import Struct, field
from pydantic import SecretStr

from greenroom.accounts.platforms import AppRefused, PlatformUnavailable, RateLimited, Tokens, Unanswered, token_expiry
from greenroom.kernel.clock import Clock
from greenroom.kernel.http.client import HttpClient, HttpResponse, NoResponse, NotSent, RequestParts
from greenroom.kernel.http.parse_errors import UNREADABLE
from greenroom.kernel.logs import get_logger

log = get_logger(__name__)

TOO_MANY_REQUESTS, FIRST_SERVER_ERROR = 429, 500
# Pause of the probes after a platform rate-limited one.
PROBE_PAUSE_SECONDS = 60.0

T = TypeVar("T")


class PlatformApi(Struct, frozen=True):
    """HTTP calls to one platform; a missing or unreadable response becomes `PlatformUnavailable`.

    An error status is a response like any other: callers raise `failure` for it.
    """

    name: str
    # False for a platform that sends numbers as strings.
    strict: bool = True
    headers: Mapping[str, str] = field(default_factory=dict[str, str])

    async def call(self, http: HttpClient, method: str, url: str, **parts: Unpack[RequestParts]) -> HttpResponse:
        headers = {**self.headers, **parts.get("headers", {})}
        try:
            return await http.request(method, url, **{**parts, "headers": headers})
        except NotSent as error:
            raise PlatformUnavailable(f"{self.name} is not responding") from error
        except NoResponse as error:
            raise Unanswered(f"{self.name} is not responding") from error

    async def probe(self, http: HttpClient, url: str, **parts: Unpack[RequestParts]) -> datetime | None:
        """Sends one request without retries; raises for a missing response, a server error or a rate limit.

        Returns the time of the platform's clock, None if the response does not contain it.
        """
        headers = {**self.headers, **parts.get("headers", {})}
        try:
            answer = await http.request_once("GET", url, **{**parts, "headers": headers})
        except NoResponse as error:
            raise PlatformUnavailable(f"{self.name} is not responding") from error
        if answer.status_code >= FIRST_SERVER_ERROR:
            raise PlatformUnavailable(f"{self.name} is not responding (error {answer.status_code})")
        if answer.status_code == TOO_MANY_REQUESTS:
            raise RateLimited(PROBE_PAUSE_SECONDS)
        return _time_of(answer)

    def read(self, answer: HttpResponse, kind: type[T]) -> T:
        try:
            return msgspec.json.decode(answer.content, type=kind, strict=self.strict)
        except UNREADABLE as error:
            log.warning("platform_response_unreadable", platform=self.name, path=answer.path, error=str(error))
            raise PlatformUnavailable(f"{self.name} sent an unreadable response") from error

    def failure(self, answer: HttpResponse, message: str | None = None) -> PlatformUnavailable:
        """Logs an error status with the platform's own message; returns the error to raise."""
        status, message = answer.status_code, (message or "")[:200]
        log.warning("platform_call_failed", platform=self.name, path=answer.path, status=status, message=message)
        if status >= FIRST_SERVER_ERROR:
            return PlatformUnavailable(f"{self.name} is not responding (error {status})")
        return PlatformUnavailable(f"{self.name} answered with error {status}")

    def client_refused(self) -> AppRefused:
        return AppRefused(f"{self.name} refused the client ID or the client secret in the settings")


def _time_of(answer: HttpResponse) -> datetime | None:
    from email.utils import parsedate_to_datetime  # noqa: PLC0415  # not needed at the start of the server

    try:
        time = parsedate_to_datetime(answer.headers.get("Date", ""))
    except ValueError:
        return None
    return time if time.tzinfo else time.replace(tzinfo=UTC)


class TokenResponse(msgspec.Struct):
    access_token: str
    # Some platforms issue a new one with each refresh; without one the old one stays valid.
    refresh_token: str | None = None
    expires_in: int | None = None
    # One page of Twitch's documentation shows a plain string; real responses have a list. TikTok separates by commas.
    scope: list[str] | str | None = None


class OAuthApp(Struct, frozen=True):
    """The app registered at the platform, and the platform's OAuth endpoints."""

    client_id: str
    client_secret: SecretStr
    page_url: str
    token_url: str
    uses_pkce: bool = False


class CodeFlow(ABC):
    """Authorization code flow; a platform adds its consent page parameters, `check_grant`, `revoke` and `identify`."""

    api: ClassVar[PlatformApi]
    id_parameter: ClassVar[str] = "client_id"
    scope_separator: ClassVar[str] = " "

    def __init__(self, app: OAuthApp, http: HttpClient, clock: Clock) -> None:
        self._app = app
        self._http = http
        self._clock = clock
        self.uses_pkce = app.uses_pkce

    def authorize_url(self, *, redirect_uri: str, state: str, scopes: Iterable[str], code_challenge: str | None) -> str:
        wanted = list(scopes)
        query = {
            **self.page_parameters(wanted, redirect_uri),
            self.id_parameter: self._app.client_id,
            "redirect_uri": redirect_uri,
            "response_type": "code",
            "scope": self.scope_separator.join(wanted),
            "state": state,
        }
        if code_challenge is not None:
            query |= {"code_challenge": code_challenge, "code_challenge_method": "S256"}
        return f"{self._app.page_url}?{urlencode(query)}"

    @abstractmethod
    def page_parameters(self, scopes: Sequence[str], redirect_uri: str) -> dict[str, str]:
        """Parameters that only this platform has in the URL of its consent page."""

    async def exchange(self, *, code: str, redirect_uri: str, code_verifier: str | None) -> Tokens:
        verifier = {} if code_verifier is None else {"code_verifier": code_verifier}
        return await self.grant(grant_type="authorization_code", code=code, redirect_uri=redirect_uri, **verifier)

    async def refresh(self, refresh_token: str) -> Tokens:
        return await self.grant(grant_type="refresh_token", refresh_token=refresh_token)

    async def grant(self, **form: str) -> Tokens:
        answer = await self.post(self._app.token_url, form)
        self.check_grant(answer)
        found = self.api.read(answer, TokenResponse)
        scopes = found.scope.replace(",", " ").split() if isinstance(found.scope, str) else found.scope
        granted = None if scopes is None else frozenset(scopes)
        return Tokens(found.access_token, found.refresh_token, token_expiry(self._clock(), found.expires_in), granted)

    @abstractmethod
    def check_grant(self, answer: HttpResponse) -> None:
        """Raises unless tokens were issued; AuthExpired only if the platform refused, not for a proxy's error page."""

    async def post(self, url: str, form: Mapping[str, str]) -> HttpResponse:
        """Sends a form with the app's credentials."""
        app = {self.id_parameter: self._app.client_id, "client_secret": self._app.client_secret.get_secret_value()}
        return await self.api.call(self._http, "POST", url, data={**app, **form})

    def basic_auth(self) -> str:
        pair = f"{self._app.client_id}:{self._app.client_secret.get_secret_value()}"
        return f"Basic {b64encode(pair.encode()).decode()}"
