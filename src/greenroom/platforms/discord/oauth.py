"""OAuth client of Discord."""

from collections.abc import Mapping, Sequence

from greenroom.accounts.oauth import CodeFlow, OAuthApp
from greenroom.accounts.platforms import AuthExpired, Identity, PlatformUnavailable
from greenroom.kernel.clock import Clock
from greenroom.kernel.http.client import HttpClient, HttpResponse
from greenroom.platforms.discord.answers import DISCORD, raise_for_status, read_error
from greenroom.platforms.discord.api import DiscordApi
from greenroom.platforms.discord.settings import DiscordSettings


class DiscordOAuth(CodeFlow):
    api = DISCORD

    def __init__(self, settings: DiscordSettings, http: HttpClient, clock: Clock, api: DiscordApi) -> None:
        # The token URL is only a path here, because `DiscordApi` adds the host.
        app = OAuthApp(settings.client_id, settings.client_secret, settings.authorize_url, "/oauth2/token")
        super().__init__(app, http, clock)
        self._settings = settings
        self._api = api

    def page_parameters(self, scopes: Sequence[str], redirect_uri: str) -> dict[str, str]:
        # Shows the consent page each time: the browser may be signed in with another account than the one to connect.
        return {"prompt": "consent"}

    async def revoke(self, access_token: str) -> None:
        """Revokes the token, and with it all tokens from the same consent."""
        answer = await self.post("/oauth2/token/revoke", {"token": access_token, "token_type_hint": "access_token"})
        # 400: Discord does not know the token, so there is nothing to revoke.
        if answer.status_code != 400:
            raise_for_status(answer)

    async def identify(self, access_token: str) -> Identity:
        user = await self._api.user(access_token)
        picture = f"{self._settings.cdn_url}/avatars/{user.id}/{user.avatar}.png" if user.avatar else ""
        return Identity(user.id, user.username, user.global_name or user.username, picture)

    async def post(self, url: str, form: Mapping[str, str]) -> HttpResponse:
        return await self._api.send("POST", url, self.basic_auth(), data=form)

    def check_grant(self, answer: HttpResponse) -> None:
        if answer.status_code in {400, 401}:
            error = read_error(answer)
            if error is not None and error.error == "invalid_grant":
                raise AuthExpired(error.text)
            if error is not None and error.error == "invalid_client":
                raise DISCORD.client_refused()
            raise PlatformUnavailable(f"Discord answered with error {answer.status_code}")
        raise_for_status(answer)
