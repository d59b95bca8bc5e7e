"""Spotify's dialect of the code flow: with the app's secret where there is one, else with PKCE."""

from base64 import b64encode
from collections.abc import Iterable
from urllib.parse import urlencode

import msgspec

from greenroom.kernel.clock import Clock
from greenroom.kernel.http.client import Answer, HttpClient
from greenroom.platforms.spotify.answers import Refusal, call, read, refusal, refuse_failure
from greenroom.platforms.spotify.api import SpotifyApi
from greenroom.platforms.spotify.settings import SpotifySettings
from greenroom.tenancy.platforms import AuthExpired, Identity, PlatformUnavailable, Tokens, ends_at


class TokenAnswer(msgspec.Struct):
    access_token: str
    # With a secret the old one usually stays; with PKCE each refresh brings a new one and ends the old.
    refresh_token: str | None = None
    expires_in: int | None = None
    scope: str | None = None


class SpotifyOAuth:
    def __init__(self, settings: SpotifySettings, http: HttpClient, clock: Clock, api: SpotifyApi) -> None:
        self._settings = settings
        self._http = http
        self._clock = clock
        self._api = api

    @property
    def uses_pkce(self) -> bool:
        return not self._settings.client_secret.get_secret_value()

    def authorize_url(self, *, redirect_uri: str, state: str, scopes: Iterable[str], code_challenge: str | None) -> str:
        query = {
            "client_id": self._settings.client_id,
            "response_type": "code",
            "redirect_uri": redirect_uri,
            "scope": " ".join(scopes),
            "state": state,
            # The browser may be signed in with another account than the one that is meant.
            "show_dialog": "true",
        }
        if code_challenge is not None:
            query |= {"code_challenge_method": "S256", "code_challenge": code_challenge}
        return f"{self._settings.accounts_url}/authorize?{urlencode(query)}"

    async def exchange(self, *, code: str, redirect_uri: str, code_verifier: str | None) -> Tokens:
        proof = {} if code_verifier is None else {"code_verifier": code_verifier}
        return await self._grant(grant_type="authorization_code", code=code, redirect_uri=redirect_uri, **proof)

    async def refresh(self, refresh_token: str) -> Tokens:
        return await self._grant(grant_type="refresh_token", refresh_token=refresh_token)

    async def revoke(self, access_token: str) -> None:
        """Spotify has no such call: people remove the app at https://www.spotify.com/account/apps."""

    async def identify(self, access_token: str) -> Identity:
        profile = await self._api.profile(access_token)
        picture = profile.images[0].url if profile.images else ""
        name = profile.display_name or profile.id
        return Identity(profile.account_id or profile.id, profile.id, name, picture)

    async def _grant(self, **form: str) -> Tokens:
        url = f"{self._settings.accounts_url}/api/token"
        if self.uses_pkce:
            answer = await call(self._http, "POST", url, data={**form, "client_id": self._settings.client_id})
        else:
            answer = await call(self._http, "POST", url, data=form, headers={"Authorization": self._basic()})
        _refuse_grant(answer)
        refuse_failure(answer, self._clock)
        return self._tokens(read(answer, TokenAnswer))

    def _basic(self) -> str:
        pair = f"{self._settings.client_id}:{self._settings.client_secret.get_secret_value()}"
        return f"Basic {b64encode(pair.encode()).decode()}"

    def _tokens(self, answer: TokenAnswer) -> Tokens:
        expires_at = ends_at(self._clock(), answer.expires_in)
        scopes = None if answer.scope is None else frozenset(answer.scope.split())
        return Tokens(answer.access_token, answer.refresh_token, expires_at, scopes)


def _refuse_grant(answer: Answer) -> None:
    """Raises for what Spotify itself refuses; what a proxy says in its place must cost nobody their permission."""
    said = refusal(answer) if answer.status_code in {400, 401} else None
    match said:
        case Refusal(error="invalid_grant"):
            raise AuthExpired(said.error_description or "Spotify refused the permission")
        case Refusal(error="invalid_client" | "unauthorized_client"):
            raise PlatformUnavailable("Spotify refused the client ID or the client secret in the settings")
        case _ if answer.status_code in {400, 401}:
            raise PlatformUnavailable(f"Spotify answered with error {answer.status_code}")
        case _:
            return
