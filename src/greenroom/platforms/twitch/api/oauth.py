"""OAuth client of Twitch."""

from collections.abc import Sequence

import msgspec

from greenroom.accounts.oauth import CodeFlow, OAuthApp
from greenroom.accounts.platforms import AuthExpired, Identity, PlatformUnavailable, Tokens
from greenroom.kernel.clock import Clock
from greenroom.kernel.http.client import HttpClient, HttpResponse
from greenroom.platforms.twitch.api.answers import TWITCH, call, error_message, raise_for_status, read
from greenroom.platforms.twitch.settings import TwitchSettings


class Validity(msgspec.Struct):
    scopes: list[str] | None = None


class User(msgspec.Struct):
    id: str
    login: str
    display_name: str
    profile_image_url: str = ""


class Users(msgspec.Struct):
    data: list[User]


class TwitchOAuth(CodeFlow):
    api = TWITCH

    def __init__(self, settings: TwitchSettings, http: HttpClient, clock: Clock) -> None:
        url = settings.oauth_url
        app = OAuthApp(settings.client_id, settings.client_secret, f"{url}/authorize", f"{url}/token")
        super().__init__(app, http, clock)
        self._settings = settings

    def page_parameters(self, scopes: Sequence[str], redirect_uri: str) -> dict[str, str]:
        # When connecting, the user may choose another account than the one in the browser, for example a bot;
        # signing in needs no extra click.
        return {"force_verify": "true" if scopes else "false"}

    async def revoke(self, access_token: str) -> None:
        form = {"client_id": self._settings.client_id, "token": access_token}
        answer = await call(self._http, "POST", f"{self._settings.oauth_url}/revoke", data=form)
        # 400: Twitch does not know the token, so there is nothing to revoke.
        if answer.status_code != 400:
            raise_for_status(answer, self._clock)

    async def identify(self, access_token: str) -> Identity:
        headers = {"Authorization": f"Bearer {access_token}", "Client-Id": self._settings.client_id}
        answer = await call(self._http, "GET", f"{self._settings.api_url}/users", headers=headers)
        raise_for_status(answer, self._clock)
        users = read(answer, Users).data
        if not users:
            raise PlatformUnavailable("Twitch did not return the account of this token")
        user = users[0]
        return Identity(user.id, user.login, user.display_name, user.profile_image_url)

    async def granted_scopes(self, access_token: str) -> frozenset[str] | None:
        """Scopes of a token, None if it is no longer valid; Twitch requires an hourly validation."""
        headers = {"Authorization": f"OAuth {access_token}"}
        answer = await call(self._http, "GET", f"{self._settings.oauth_url}/validate", headers=headers)
        if answer.status_code == 401 and error_message(answer) is not None:
            return None
        raise_for_status(answer, self._clock)
        return frozenset(read(answer, Validity).scopes or ())

    async def app_tokens(self) -> Tokens:
        """App access token: needs no user's consent and cannot be refreshed."""
        return await self.grant(grant_type="client_credentials")

    def check_grant(self, answer: HttpResponse) -> None:
        message = error_message(answer)
        if answer.status_code in {400, 403} and message is not None:
            if answer.status_code == 403 or "client" in message.lower():
                raise TWITCH.client_refused()
            raise AuthExpired(message or "Twitch refused the permission")
        raise_for_status(answer, self._clock)
