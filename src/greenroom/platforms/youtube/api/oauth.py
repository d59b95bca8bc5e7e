"""OAuth client of Google."""

from collections.abc import Mapping, Sequence

import msgspec

from greenroom.accounts.oauth import CodeFlow, OAuthApp
from greenroom.accounts.platforms import AppRefused, AuthExpired, Gone, Identity, PlatformUnavailable
from greenroom.kernel.clock import Clock
from greenroom.kernel.http.client import HttpClient, HttpResponse
from greenroom.kernel.http.parse_errors import UNREADABLE
from greenroom.kernel.logs import get_logger
from greenroom.platforms.youtube.api.answers import NO_CHANNEL, YOUTUBE, call, read
from greenroom.platforms.youtube.api.client import Api
from greenroom.platforms.youtube.api.resources import Channel, Listed
from greenroom.platforms.youtube.info import SIGN_IN
from greenroom.platforms.youtube.quota.governor import QuotaGovernor, Use
from greenroom.platforms.youtube.settings import YouTubeSettings

log = get_logger(__name__)

BAD_CLIENT = "Google refused the client: check GREENROOM_YOUTUBE__CLIENT_ID and GREENROOM_YOUTUBE__CLIENT_SECRET"
BAD_REDIRECT = (
    "Google does not accept the redirect address: "
    "add GREENROOM_PUBLIC_URL followed by /oauth/youtube to the OAuth client"
)
CLIENT_ERRORS: Mapping[str, str] = {
    "invalid_client": BAD_CLIENT,
    "unauthorized_client": BAD_CLIENT,
    "redirect_uri_mismatch": BAD_REDIRECT,
}


class TokenError(msgspec.Struct):
    error: str = ""
    error_description: str = ""


class YouTubeOAuth(CodeFlow):
    api = YOUTUBE
    # Revoking one token of an account revokes every other token that the account gave this app.
    revokes_whole_account = True

    def __init__(self, settings: YouTubeSettings, http: HttpClient, clock: Clock, governor: QuotaGovernor) -> None:
        secret, page_url = settings.client_secret, settings.auth_url
        super().__init__(
            OAuthApp(settings.client_id, secret, page_url, settings.token_url, uses_pkce=True), http, clock
        )
        self._settings = settings
        self._governor = governor

    def page_parameters(self, scopes: Sequence[str], redirect_uri: str) -> dict[str, str]:
        return {
            "access_type": "offline",
            # Connecting needs the consent screen, without which Google issues no refresh token. Signing in needs no
            # refresh token, only the choice of the account.
            "prompt": "select_account" if set(scopes) <= set(SIGN_IN) else "consent select_account",
            # Signing in must not remove the scopes that were granted for a channel.
            "include_granted_scopes": "true",
        }

    async def revoke(self, access_token: str) -> None:
        answer = await call(self._http, "POST", self._settings.revoke_url, data={"token": access_token})
        # `invalid_token`: there is nothing to revoke.
        if not answer.is_success and _error(answer).error != "invalid_token":
            raise PlatformUnavailable(f"Google answered with error {answer.status_code}")

    async def identify(self, access_token: str) -> Identity:
        """The channel that the user chose: one Google account can have several."""

        async def single_token(rejected: str | None = None) -> str:
            if rejected is not None:
                raise AuthExpired("Google does not accept a token it has just issued")
            return access_token

        api = Api(self._settings, self._http, self._governor, single_token)
        params = [("part", "id,snippet"), ("mine", "true")]
        cost = self._settings.quota_costs.channel_list
        answer = await api.call("GET", "/channels", cost=cost, use=Use.ACT, params=params)
        channels = read(answer, Listed[Channel]).items
        if not channels:
            raise Gone(NO_CHANNEL)
        channel = channels[0]
        login = channel.snippet.custom_url.removeprefix("@")
        return Identity(channel.id, login, channel.snippet.title, channel.snippet.avatar_url)

    def check_grant(self, answer: HttpResponse) -> None:
        if answer.is_success:
            return
        error = _error(answer)
        log.warning("google_grant_refused", status=answer.status_code, error=error.error[:100])
        if error.error == "invalid_grant":
            # Final: the token was revoked, unused for half a year, or seven days old while the app is in testing.
            raise AuthExpired(error.error_description or "Google refused the permission")
        if error.error in CLIENT_ERRORS:
            raise AppRefused(CLIENT_ERRORS[error.error])
        raise PlatformUnavailable(f"Google answered with error {answer.status_code}")


def _error(answer: HttpResponse) -> TokenError:
    """Google's error; empty if the response comes from a proxy."""
    try:
        return msgspec.json.decode(answer.content, type=TokenError)
    except UNREADABLE:
        return TokenError()
