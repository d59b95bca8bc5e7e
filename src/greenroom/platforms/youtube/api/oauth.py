"""Google's dialect of the code flow."""

from collections.abc import Iterable
from urllib.parse import urlencode

import msgspec

from greenroom.kernel.clock import Clock
from greenroom.kernel.http.client import Answer, HttpClient
from greenroom.kernel.http.parse_errors import UNREADABLE
from greenroom.kernel.logs import get_logger
from greenroom.platforms.youtube.api.answers import NO_CHANNEL, call, read
from greenroom.platforms.youtube.api.client import Api
from greenroom.platforms.youtube.api.resources import Channel, Listed
from greenroom.platforms.youtube.info import SIGN_IN
from greenroom.platforms.youtube.quota.governor import Governor, Use
from greenroom.platforms.youtube.settings import YouTubeSettings
from greenroom.tenancy.platforms import AuthExpired, Gone, Identity, PlatformUnavailable, Tokens, ends_at

log = get_logger(__name__)


class TokenAnswer(msgspec.Struct):
    access_token: str
    # Only a code brings one, not a refresh: the old one stays.
    refresh_token: str | None = None
    expires_in: int | None = None
    # What was really granted: people can untick single boxes.
    scope: str | None = None


class TokenError(msgspec.Struct):
    error: str = ""
    error_description: str = ""


class YouTubeOAuth:
    uses_pkce = True
    # To revoke one token of an account takes every other token that it gave this app as well.
    revokes_whole_account = True

    def __init__(self, settings: YouTubeSettings, http: HttpClient, clock: Clock, governor: Governor) -> None:
        self._settings = settings
        self._http = http
        self._clock = clock
        self._governor = governor

    def authorize_url(self, *, redirect_uri: str, state: str, scopes: Iterable[str], code_challenge: str | None) -> str:
        wanted = list(scopes)
        query = {
            "client_id": self._settings.client_id,
            "redirect_uri": redirect_uri,
            "response_type": "code",
            "scope": " ".join(wanted),
            "state": state,
            "access_type": "offline",
            # Google gives a refresh token only with the screen, and whoever connects may want another account or
            # channel; whoever only signs in wants no extra screen.
            "prompt": "select_account" if set(wanted) <= set(SIGN_IN) else "consent select_account",
            # Signing in must not take away what was granted for a channel.
            "include_granted_scopes": "true",
        }
        if code_challenge is not None:
            query |= {"code_challenge": code_challenge, "code_challenge_method": "S256"}
        return f"{self._settings.auth_url}?{urlencode(query)}"

    async def exchange(self, *, code: str, redirect_uri: str, code_verifier: str | None) -> Tokens:
        verifier = {} if code_verifier is None else {"code_verifier": code_verifier}
        return await self._grant(grant_type="authorization_code", code=code, redirect_uri=redirect_uri, **verifier)

    async def refresh(self, refresh_token: str) -> Tokens:
        return await self._grant(grant_type="refresh_token", refresh_token=refresh_token)

    async def revoke(self, access_token: str) -> None:
        answer = await call(self._http, "POST", self._settings.revoke_url, data={"token": access_token})
        # A token that Google does not know needs no revoking.
        if not answer.is_success and _error(answer).error != "invalid_token":
            raise PlatformUnavailable(f"Google answered with error {answer.status_code}")

    async def identify(self, access_token: str) -> Identity:
        """The channel that the person chose: one Google account can have several."""

        async def only(rejected: str | None = None) -> str:
            if rejected is not None:
                raise AuthExpired("Google does not accept a token it has just issued")
            return access_token

        api = Api(self._settings, self._http, self._governor, only)
        params = [("part", "id,snippet"), ("mine", "true")]
        price = self._settings.prices.channel_list
        answer = await api.call("GET", "/channels", price=price, use=Use.ACT, params=params)
        channels = read(answer, Listed[Channel]).items
        if not channels:
            raise Gone(NO_CHANNEL)
        channel = channels[0]
        login = channel.snippet.custom_url.removeprefix("@")
        return Identity(channel.id, login, channel.snippet.title, channel.snippet.avatar_url)

    async def _grant(self, **parameters: str) -> Tokens:
        form = {
            "client_id": self._settings.client_id,
            "client_secret": self._settings.client_secret.get_secret_value(),
            **parameters,
        }
        answer = await call(self._http, "POST", self._settings.token_url, data=form)
        if not answer.is_success:
            raise _grant_failure(answer)
        return self._tokens(read(answer, TokenAnswer))

    def _tokens(self, answer: TokenAnswer) -> Tokens:
        expires_at = ends_at(self._clock(), answer.expires_in)
        granted = None if answer.scope is None else frozenset(answer.scope.split())
        return Tokens(answer.access_token, answer.refresh_token, expires_at, granted)


def _error(answer: Answer) -> TokenError:
    """Empty when somebody on the way answered in Google's place."""
    try:
        return msgspec.json.decode(answer.content, type=TokenError)
    except UNREADABLE:
        return TokenError()


def _grant_failure(answer: Answer) -> AuthExpired | PlatformUnavailable:
    error = _error(answer)
    log.warning("google_refused_grant", status=answer.status_code, error=error.error[:100])
    match error.error:
        case "invalid_grant":
            # Final: revoked, unused for half a year, or seven days old when the app is in testing.
            return AuthExpired(error.error_description or "Google refused the permission")
        case "invalid_client" | "unauthorized_client":
            return PlatformUnavailable(
                "Google refused the client: check GREENROOM_YOUTUBE__CLIENT_ID and GREENROOM_YOUTUBE__CLIENT_SECRET"
            )
        case "redirect_uri_mismatch":
            return PlatformUnavailable(
                "Google does not know the address people are sent back to: "
                "add GREENROOM_PUBLIC_URL followed by /oauth/youtube to the OAuth client"
            )
        case _:
            return PlatformUnavailable(f"Google answered with error {answer.status_code}")
