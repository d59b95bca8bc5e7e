"""Twitch's dialect of the code flow."""

from collections.abc import Iterable
from urllib.parse import urlencode

import msgspec

from greenroom.kernel.clock import Clock
from greenroom.kernel.http.client import Answer, HttpClient
from greenroom.platforms.twitch.api.answers import call, read, refusal, refuse_failure
from greenroom.platforms.twitch.settings import TwitchSettings
from greenroom.tenancy.platforms import AuthExpired, Identity, PlatformUnavailable, Tokens, ends_at


class TokenAnswer(msgspec.Struct):
    access_token: str
    refresh_token: str | None = None
    expires_in: int | None = None
    # One page of Twitch's documentation shows a plain string; real answers have a list.
    scope: list[str] | str | None = None


class Validity(msgspec.Struct):
    scopes: list[str] | None = None


class User(msgspec.Struct):
    id: str
    login: str
    display_name: str
    profile_image_url: str = ""


class Users(msgspec.Struct):
    data: list[User]


class TwitchOAuth:
    uses_pkce = False

    def __init__(self, settings: TwitchSettings, http: HttpClient, clock: Clock) -> None:
        self._settings = settings
        self._http = http
        self._clock = clock

    def authorize_url(self, *, redirect_uri: str, state: str, scopes: Iterable[str], code_challenge: str | None) -> str:
        wanted = " ".join(scopes)
        query = {
            "client_id": self._settings.client_id,
            "redirect_uri": redirect_uri,
            "response_type": "code",
            "scope": wanted,
            "state": state,
            # Whoever connects may want another account than the one the browser is signed in with, a bot's for
            # example; whoever only signs in wants no extra click.
            "force_verify": "true" if wanted else "false",
        }
        return f"{self._settings.oauth_url}/authorize?{urlencode(query)}"

    async def exchange(self, *, code: str, redirect_uri: str, code_verifier: str | None) -> Tokens:
        return await self._grant(grant_type="authorization_code", code=code, redirect_uri=redirect_uri)

    async def refresh(self, refresh_token: str) -> Tokens:
        return await self._grant(grant_type="refresh_token", refresh_token=refresh_token)

    async def revoke(self, access_token: str) -> None:
        form = {"client_id": self._settings.client_id, "token": access_token}
        answer = await call(self._http, "POST", f"{self._settings.oauth_url}/revoke", data=form)
        # A token that Twitch does not know needs no revoking.
        if answer.status_code != 400:
            refuse_failure(answer, self._clock)

    async def identify(self, access_token: str) -> Identity:
        headers = {"Authorization": f"Bearer {access_token}", "Client-Id": self._settings.client_id}
        answer = await call(self._http, "GET", f"{self._settings.api_url}/users", headers=headers)
        refuse_failure(answer, self._clock)
        users = read(answer, Users).data
        if not users:
            raise PlatformUnavailable("Twitch did not say whose permission this is")
        user = users[0]
        return Identity(user.id, user.login, user.display_name, user.profile_image_url)

    async def granted(self, access_token: str) -> frozenset[str] | None:
        """The scopes of a token, None if it is none any more; Twitch demands that this is asked every hour."""
        headers = {"Authorization": f"OAuth {access_token}"}
        answer = await call(self._http, "GET", f"{self._settings.oauth_url}/validate", headers=headers)
        if answer.status_code == 401 and refusal(answer) is not None:
            return None
        refuse_failure(answer, self._clock)
        return frozenset(read(answer, Validity).scopes or ())

    async def app_tokens(self) -> Tokens:
        """In the name of the app itself: nobody is asked, and nothing can be refreshed."""
        return await self._grant(grant_type="client_credentials")

    async def _grant(self, **parameters: str) -> Tokens:
        form = {
            "client_id": self._settings.client_id,
            "client_secret": self._settings.client_secret.get_secret_value(),
            **parameters,
        }
        answer = await call(self._http, "POST", f"{self._settings.oauth_url}/token", data=form)
        _refuse_grant(answer)
        refuse_failure(answer, self._clock)
        return self._tokens(read(answer, TokenAnswer))

    def _tokens(self, answer: TokenAnswer) -> Tokens:
        scopes = answer.scope.split() if isinstance(answer.scope, str) else answer.scope
        expires_at = ends_at(self._clock(), answer.expires_in)
        granted = None if scopes is None else frozenset(scopes)
        return Tokens(answer.access_token, answer.refresh_token, expires_at, granted)


def _refuse_grant(answer: Answer) -> None:
    """Raises for what Twitch itself refuses; what a proxy says in its place must cost nobody their permission."""
    words = refusal(answer)
    if answer.status_code not in {400, 403} or words is None:
        return
    if answer.status_code == 403 or "client" in words.lower():
        raise PlatformUnavailable("Twitch refused the client ID or the client secret in the settings")
    raise AuthExpired(words or "Twitch refused the permission")
