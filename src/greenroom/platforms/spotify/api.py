"""Client of Spotify's Web API. After a rate limit all accounts pause, because the limit is per app."""

from typing import Unpack

import msgspec

from greenroom.accounts.platforms import PlatformUnavailable, RateLimited, Unanswered
from greenroom.chat.protocol.platform import TokenSource
from greenroom.kernel.clock import Clock
from greenroom.kernel.http.client import HttpClient, HttpResponse, RequestParts
from greenroom.platforms.spotify.answers import call, raise_for_status, read, seconds_to_wait
from greenroom.platforms.spotify.settings import SpotifySettings


class Image(msgspec.Struct):
    url: str


class Profile(msgspec.Struct):
    id: str
    # Never changes, unlike `id`; missing in older responses.
    account_id: str | None = None
    display_name: str | None = None
    images: list[Image] | None = None


class SpotifyApi:
    def __init__(self, settings: SpotifySettings, http: HttpClient, clock: Clock) -> None:
        self._settings = settings
        self._http = http
        self._clock = clock
        self._paused_until = 0.0

    async def profile(self, access_token: str) -> Profile:
        answer = await self._send("GET", "/me", access_token, {})
        raise_for_status(answer, self._clock)
        return read(answer, Profile)

    async def check(self, token: TokenSource) -> None:
        """Raises AuthExpired if the user has revoked the authorization."""
        await self.call("GET", "/me", token)

    async def call(self, method: str, path: str, token: TokenSource, **parts: Unpack[RequestParts]) -> HttpResponse:
        """Returns a successful response; retries once with a new token if the token was refused."""
        answer = await self.try_call(method, path, token, **parts)
        raise_for_status(answer, self._clock)
        return answer

    async def try_call(self, method: str, path: str, token: TokenSource, **parts: Unpack[RequestParts]) -> HttpResponse:
        """Returns any response, for callers that handle some errors themselves."""
        access_token = await _token(token)
        answer = await self._send(method, path, access_token, parts)
        if answer.status_code == 401:
            answer = await self._send(method, path, await _token(token, access_token), parts)
        return answer

    def check_status(self, answer: HttpResponse) -> None:
        raise_for_status(answer, self._clock)

    async def _send(self, method: str, path: str, access_token: str, parts: RequestParts) -> HttpResponse:
        now = self._clock().timestamp()
        if now < self._paused_until:
            raise RateLimited(self._paused_until - now)
        headers = {"Authorization": f"Bearer {access_token}"}
        answer = await call(self._http, method, f"{self._settings.api_url}{path}", **{**parts, "headers": headers})
        if answer.status_code == 429:
            self._paused_until = now + seconds_to_wait(answer, self._clock)
        return answer


async def _token(token: TokenSource, rejected: str | None = None) -> str:
    """Gets the token; an unanswered refresh raises PlatformUnavailable, not `Unanswered`: the call was not sent."""
    try:
        return await token(rejected=rejected)
    except Unanswered as error:
        raise PlatformUnavailable(str(error)) from error
