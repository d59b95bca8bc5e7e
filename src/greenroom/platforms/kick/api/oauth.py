"""Kick's dialect of the code flow: PKCE and a client secret, and a new refresh token each time."""

from collections.abc import Iterable
from urllib.parse import urlencode

import msgspec

from greenroom.kernel.clock import Clock
from greenroom.kernel.http.client import Answer, HttpClient
from greenroom.platforms.kick.api.answers import Enveloped, call, oauth_refusal, read, refuse_failure
from greenroom.platforms.kick.api.payloads import Channel
from greenroom.platforms.kick.settings import KickSettings
from greenroom.tenancy.platforms import AuthExpired, Identity, PlatformUnavailable, Tokens, ends_at

LOOPBACK = "127.0.0.1"


class TokenAnswer(msgspec.Struct):
    access_token: str
    refresh_token: str | None = None
    expires_in: int | None = None
    scope: str | None = None


class User(msgspec.Struct):
    user_id: int
    name: str
    profile_picture: str | None = None


class KickOAuth:
    uses_pkce = True

    def __init__(self, settings: KickSettings, http: HttpClient, clock: Clock) -> None:
        self._settings = settings
        self._http = http
        self._clock = clock

    def authorize_url(self, *, redirect_uri: str, state: str, scopes: Iterable[str], code_challenge: str | None) -> str:
        query = {
            "response_type": "code",
            "client_id": self._settings.client_id,
            "redirect_uri": redirect_uri,
            "scope": " ".join(scopes),
            "state": state,
            "code_challenge": code_challenge or "",
            "code_challenge_method": "S256",
        }
        # Kick's page turns the first 127.0.0.1 of its address into localhost: this one is there to be turned.
        sacrifice = {"redirect": LOOPBACK} if LOOPBACK in redirect_uri else {}
        return f"{self._settings.oauth_url}/authorize?{urlencode(sacrifice | query)}"

    async def exchange(self, *, code: str, redirect_uri: str, code_verifier: str | None) -> Tokens:
        return await self._grant(
            grant_type="authorization_code", code=code, redirect_uri=redirect_uri, code_verifier=code_verifier or ""
        )

    async def refresh(self, refresh_token: str) -> Tokens:
        return await self._grant(grant_type="refresh_token", refresh_token=refresh_token)

    async def revoke(self, access_token: str) -> None:
        # Kick reads these from the address and from nowhere else.
        params = [("token", access_token), ("token_hint_type", "access_token")]
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        answer = await call(self._http, "POST", f"{self._settings.oauth_url}/revoke", params=params, headers=headers)
        # A token that Kick does not know needs no revoking.
        if answer.status_code not in {400, 401}:
            refuse_failure(answer)

    async def identify(self, access_token: str) -> Identity:
        users = read(await self._get("/v1/users", access_token), Enveloped[list[User]]).data
        if not users:
            raise PlatformUnavailable("Kick did not say whose permission this is")
        user = users[0]
        slug = await self._slug(access_token) or _usual_slug(user.name)
        return Identity(str(user.user_id), slug, user.name, user.profile_picture or "")

    async def _slug(self, access_token: str) -> str | None:
        """The name in addresses, which a permission to sign in does not show."""
        answer = await self._answer("/v1/channels", access_token)
        if answer.status_code in {401, 403}:
            return None
        refuse_failure(answer)
        channels = read(answer, Enveloped[list[Channel]]).data
        return channels[0].slug if channels else None

    async def _get(self, path: str, access_token: str) -> Answer:
        answer = await self._answer(path, access_token)
        refuse_failure(answer)
        return answer

    async def _answer(self, path: str, access_token: str) -> Answer:
        headers = {"Authorization": f"Bearer {access_token}"}
        return await call(self._http, "GET", f"{self._settings.api_url}{path}", headers=headers)

    async def _grant(self, **parameters: str) -> Tokens:
        form = {
            "client_id": self._settings.client_id,
            "client_secret": self._settings.client_secret.get_secret_value(),
            **parameters,
        }
        answer = await call(self._http, "POST", f"{self._settings.oauth_url}/token", data=form)
        _refuse_grant(answer)
        refuse_failure(answer)
        return self._tokens(read(answer, TokenAnswer))

    def _tokens(self, answer: TokenAnswer) -> Tokens:
        expires_at = ends_at(self._clock(), answer.expires_in)
        granted = None if answer.scope is None else frozenset(answer.scope.split())
        return Tokens(answer.access_token, answer.refresh_token, expires_at, granted)


def _usual_slug(name: str) -> str:
    return name.lower().replace("_", "-")


def _refuse_grant(answer: Answer) -> None:
    """Raises for what Kick itself refuses; what a proxy says in its place must cost nobody their permission."""
    words = oauth_refusal(answer)
    if answer.status_code not in {400, 401, 403} or words is None:
        return
    if answer.status_code == 403:
        raise PlatformUnavailable("Kick does not let this server ask for permissions right now")
    if answer.status_code == 401 or "client" in words.lower():
        raise PlatformUnavailable("Kick refused the client ID or the client secret in the settings")
    raise AuthExpired(words)
