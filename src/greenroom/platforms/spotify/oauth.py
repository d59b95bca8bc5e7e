"""OAuth client of Spotify: with the app's secret if there is one, else with PKCE."""

from collections.abc import Mapping, Sequence

from greenroom.accounts.oauth import CodeFlow, OAuthApp
from greenroom.accounts.platforms import AuthExpired, Identity, PlatformUnavailable
from greenroom.kernel.clock import Clock
from greenroom.kernel.http.client import HttpClient, HttpResponse
from greenroom.platforms.spotify.answers import SPOTIFY, ErrorBody, call, raise_for_status, read_error
from greenroom.platforms.spotify.api import SpotifyApi
from greenroom.platforms.spotify.settings import SpotifySettings


class SpotifyOAuth(CodeFlow):
    api = SPOTIFY

    def __init__(self, settings: SpotifySettings, http: HttpClient, clock: Clock, api: SpotifyApi) -> None:
        url, secret = settings.accounts_url, settings.client_secret
        uses_pkce = not secret.get_secret_value()
        app = OAuthApp(settings.client_id, secret, f"{url}/authorize", f"{url}/api/token", uses_pkce)
        super().__init__(app, http, clock)
        self._api = api

    def page_parameters(self, scopes: Sequence[str], redirect_uri: str) -> dict[str, str]:
        # Shows the consent page each time: the browser may be signed in with another account than the one to connect.
        return {"show_dialog": "true"}

    async def revoke(self, access_token: str) -> None:
        """Does nothing, because Spotify has no such call: users remove the app at https://www.spotify.com/account/apps."""

    async def identify(self, access_token: str) -> Identity:
        profile = await self._api.profile(access_token)
        picture = profile.images[0].url if profile.images else ""
        name = profile.display_name or profile.id
        return Identity(profile.account_id or profile.id, profile.id, name, picture)

    async def post(self, url: str, form: Mapping[str, str]) -> HttpResponse:
        if self.uses_pkce:
            return await call(self._http, "POST", url, data={**form, "client_id": self._app.client_id})
        return await call(self._http, "POST", url, data=form, headers={"Authorization": self.basic_auth()})

    def check_grant(self, answer: HttpResponse) -> None:
        error = read_error(answer) if answer.status_code in {400, 401} else None
        match error:
            case ErrorBody(error="invalid_grant"):
                raise AuthExpired(error.error_description or "Spotify refused the permission")
            case ErrorBody(error="invalid_client" | "unauthorized_client"):
                raise SPOTIFY.client_refused()
            case _ if answer.status_code in {400, 401}:
                raise PlatformUnavailable(f"Spotify answered with error {answer.status_code}")
            case _:
                raise_for_status(answer, self._clock)
