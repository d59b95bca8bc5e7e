"""Discord's dialect of the code flow."""

from base64 import b64encode
from collections.abc import Iterable
from urllib.parse import urlencode

import msgspec

from greenroom.kernel.clock import Clock
from greenroom.kernel.http.client import Answer
from greenroom.platforms.discord.answers import read, refusal, refuse_failure
from greenroom.platforms.discord.api import DiscordApi
from greenroom.platforms.discord.settings import DiscordSettings
from greenroom.tenancy.platforms import AuthExpired, Identity, PlatformUnavailable, Tokens, ends_at


class TokenAnswer(msgspec.Struct):
    access_token: str
    refresh_token: str | None = None
    expires_in: int | None = None
    scope: str | None = None


class DiscordOAuth:
    uses_pkce = False

    def __init__(self, settings: DiscordSettings, clock: Clock, api: DiscordApi) -> None:
        self._settings = settings
        self._clock = clock
        self._api = api

    def authorize_url(self, *, redirect_uri: str, state: str, scopes: Iterable[str], code_challenge: str | None) -> str:
        query = {
            "response_type": "code",
            "client_id": self._settings.client_id,
            "scope": " ".join(scopes),
            "state": state,
            "redirect_uri": redirect_uri,
            # The browser may be signed in with another account than the one that is meant.
            "prompt": "consent",
        }
        return f"{self._settings.authorize_url}?{urlencode(query)}"

    async def exchange(self, *, code: str, redirect_uri: str, code_verifier: str | None) -> Tokens:
        return await self._grant(grant_type="authorization_code", code=code, redirect_uri=redirect_uri)

    async def refresh(self, refresh_token: str) -> Tokens:
        return await self._grant(grant_type="refresh_token", refresh_token=refresh_token)

    async def revoke(self, access_token: str) -> None:
        """Ends every token of the same permission."""
        answer = await self._post("/oauth2/token/revoke", {"token": access_token, "token_type_hint": "access_token"})
        # A token that Discord does not know needs no revoking.
        if answer.status_code != 400:
            refuse_failure(answer)

    async def identify(self, access_token: str) -> Identity:
        user = await self._api.user(access_token)
        picture = f"{self._settings.cdn_url}/avatars/{user.id}/{user.avatar}.png" if user.avatar else ""
        return Identity(user.id, user.username, user.global_name or user.username, picture)

    async def _grant(self, **form: str) -> Tokens:
        answer = await self._post("/oauth2/token", form)
        _refuse_grant(answer)
        refuse_failure(answer)
        return self._tokens(read(answer, TokenAnswer))

    async def _post(self, path: str, form: dict[str, str]) -> Answer:
        pair = f"{self._settings.client_id}:{self._settings.client_secret.get_secret_value()}"
        return await self._api.send("POST", path, f"Basic {b64encode(pair.encode()).decode()}", data=form)

    def _tokens(self, answer: TokenAnswer) -> Tokens:
        expires_at = ends_at(self._clock(), answer.expires_in)
        scopes = None if answer.scope is None else frozenset(answer.scope.split())
        return Tokens(answer.access_token, answer.refresh_token, expires_at, scopes)


def _refuse_grant(answer: Answer) -> None:
    """Raises for what Discord itself refuses; what a proxy says in its place must cost nobody their permission."""
    if answer.status_code not in {400, 401}:
        return
    said = refusal(answer)
    if said is not None and said.error == "invalid_grant":
        raise AuthExpired(said.words)
    if said is not None and said.error == "invalid_client":
        raise PlatformUnavailable("Discord refused the client ID or the client secret in the settings")
    raise PlatformUnavailable(f"Discord answered with error {answer.status_code}")
