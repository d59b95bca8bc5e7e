"""Clients of Spotify and Discord."""

from base64 import b64encode
from dataclasses import dataclass
from typing import ClassVar

import httpx
from oauth_client import OAuthClient

USER_AGENT = "DiscordBot (https://program.example, 1.0)"


@dataclass(slots=True)
class AccountClient(OAuthClient):
    """An OAuth client that sends the client secret in a Basic header."""

    redirect_uri: ClassVar[str] = "http://127.0.0.1:8000/oauth/somewhere"
    api_path: ClassVar[str]
    scopes: ClassVar[str]

    @property
    def auth(self) -> dict[str, str]:
        return {"Authorization": f"Basic {b64encode(f'{self.client_id}:{self.secret}'.encode()).decode()}"}

    def authorize_parameters(self) -> dict[str, str]:
        return {"scope": self.scopes}

    async def token_call(self, **form: str) -> httpx.Response:
        return await self.http.post(self.token_path, data=form, headers=self.auth)

    async def token_call_without_secret(self, **form: str) -> httpx.Response:
        return await self.http.post(self.token_path, data=form)

    async def sign_in(self, login: str = "junoplays", **changes: str) -> str:
        return (await self.tokens(login, **changes))["access_token"]

    async def call(self, method: str, path: str, token: str, json: object = None, **query: str | int) -> httpx.Response:
        headers = {"User-Agent": USER_AGENT, **({"Authorization": f"Bearer {token}"} if token else {})}
        return await self.http.request(method, f"{self.api_path}{path}", params=query, json=json, headers=headers)


@dataclass(slots=True)
class SpotifyClient(AccountClient):
    key: ClassVar[str] = "spotify"
    authorize_path: ClassVar[str] = "/spotify/accounts/authorize"
    token_path: ClassVar[str] = "/spotify/accounts/api/token"
    api_path: ClassVar[str] = "/spotify/v1"
    scopes: ClassVar[str] = (
        "user-read-currently-playing user-read-playback-state user-modify-playback-state user-read-recently-played "
        "playlist-read-private"
    )


@dataclass(slots=True)
class DiscordClient(AccountClient):
    key: ClassVar[str] = "discord"
    authorize_path: ClassVar[str] = "/discord/oauth2/authorize"
    token_path: ClassVar[str] = "/discord/api/v10/oauth2/token"
    api_path: ClassVar[str] = "/discord/api/v10"
    scopes: ClassVar[str] = "identify guilds"
