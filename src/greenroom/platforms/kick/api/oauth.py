"""OAuth client of Kick, which requires both PKCE and a client secret."""

from collections.abc import Sequence

import msgspec

from greenroom.accounts.oauth import CodeFlow, OAuthApp
from greenroom.accounts.platforms import AuthExpired, Identity, PlatformUnavailable
from greenroom.kernel.clock import Clock
from greenroom.kernel.http.client import HttpClient, HttpResponse
from greenroom.platforms.kick.api.answers import KICK, Enveloped, call, oauth_error_message, raise_for_status, read
from greenroom.platforms.kick.api.payloads import Channel
from greenroom.platforms.kick.settings import KickSettings

LOOPBACK = "127.0.0.1"


class User(msgspec.Struct):
    user_id: int
    name: str
    profile_picture: str | None = None


class KickOAuth(CodeFlow):
    api = KICK

    def __init__(self, settings: KickSettings, http: HttpClient, clock: Clock) -> None:
        url, secret = settings.oauth_url, settings.client_secret
        app = OAuthApp(settings.client_id, secret, f"{url}/authorize", f"{url}/token", uses_pkce=True)
        super().__init__(app, http, clock)
        self._settings = settings

    def page_parameters(self, scopes: Sequence[str], redirect_uri: str) -> dict[str, str]:
        # Kick's page replaces the first 127.0.0.1 in its URL by localhost; this one saves `redirect_uri` from that.
        return {"redirect": LOOPBACK} if LOOPBACK in redirect_uri else {}

    async def revoke(self, access_token: str) -> None:
        # Kick reads these parameters from the query only, not from a body.
        params = [("token", access_token), ("token_hint_type", "access_token")]
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        answer = await call(self._http, "POST", f"{self._settings.oauth_url}/revoke", params=params, headers=headers)
        # 400, 401: Kick does not know the token, so there is nothing to revoke.
        if answer.status_code not in {400, 401}:
            raise_for_status(answer)

    async def identify(self, access_token: str) -> Identity:
        answer = await self._get("/v1/users", access_token)
        raise_for_status(answer)
        users = read(answer, Enveloped[list[User]]).data
        if not users:
            raise PlatformUnavailable("Kick did not return the account of this token")
        user = users[0]
        slug = await self._slug(access_token) or _default_slug(user.name)
        return Identity(str(user.user_id), slug, user.name, user.profile_picture or "")

    async def _slug(self, access_token: str) -> str | None:
        """Name in the channel's URL; None if the token may not read the channel, or there is none."""
        answer = await self._get("/v1/channels", access_token)
        if answer.status_code in {401, 403}:
            return None
        raise_for_status(answer)
        channels = read(answer, Enveloped[list[Channel]]).data
        return channels[0].slug if channels else None

    async def _get(self, path: str, access_token: str) -> HttpResponse:
        headers = {"Authorization": f"Bearer {access_token}"}
        return await call(self._http, "GET", f"{self._settings.api_url}{path}", headers=headers)

    def check_grant(self, answer: HttpResponse) -> None:
        message = oauth_error_message(answer)
        if answer.status_code in {400, 401, 403} and message is not None:
            if answer.status_code == 403:
                raise PlatformUnavailable("Kick refuses token requests from this server right now")
            if answer.status_code == 401 or "client" in message.lower():
                raise KICK.client_refused()
            raise AuthExpired(message)
        raise_for_status(answer)


def _default_slug(name: str) -> str:
    return name.lower().replace("_", "-")
