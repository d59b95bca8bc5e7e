"""Calls to Discord's HTTP API."""

from typing import Unpack

import msgspec

from greenroom import __version__
from greenroom.accounts.platforms import RateLimited
from greenroom.chat.protocol.platform import TokenSource
from greenroom.kernel.clock import Clock
from greenroom.kernel.http.client import HttpClient, HttpResponse, RequestParts
from greenroom.platforms.discord.answers import call, raise_for_status, read, seconds_to_wait
from greenroom.platforms.discord.settings import DiscordSettings


class User(msgspec.Struct):
    id: str
    username: str
    global_name: str | None = None
    avatar: str | None = None


class DiscordApi:
    def __init__(self, settings: DiscordSettings, http: HttpClient, clock: Clock, site: str) -> None:
        self._settings = settings
        self._http = http
        self._clock = clock
        # Discord requires a user agent of this form, with a URL.
        self._user_agent = f"DiscordBot ({site}, {__version__}) Greenroom/{__version__}"
        self._paused_until = 0.0

    async def user(self, access_token: str) -> User:
        answer = await self.send("GET", "/users/@me", f"Bearer {access_token}")
        raise_for_status(answer)
        return read(answer, User)

    async def check(self, token: TokenSource) -> None:
        """Raises AuthExpired if the user has revoked the authorization."""
        access_token = await token()
        answer = await self.send("GET", "/users/@me", f"Bearer {access_token}")
        if answer.status_code == 401:
            renewed = await token(rejected=access_token)
            answer = await self.send("GET", "/users/@me", f"Bearer {renewed}")
        raise_for_status(answer)

    async def send(self, method: str, path: str, authorization: str, **parts: Unpack[RequestParts]) -> HttpResponse:
        """Returns any response; while the wait after a 429 lasts, raises RateLimited instead, to avoid an IP ban."""
        now = self._clock().timestamp()
        if now < self._paused_until:
            raise RateLimited(self._paused_until - now)
        headers = {"Authorization": authorization, "User-Agent": self._user_agent}
        answer = await call(self._http, method, f"{self._settings.api_url}{path}", **{**parts, "headers": headers})
        if answer.status_code == 429:
            self._paused_until = now + seconds_to_wait(answer)
        return answer

    async def send_once(self, method: str, path: str, shown_path: str, **parts: Unpack[RequestParts]) -> HttpResponse:
        """Sends a call once, without a token; the log shows `shown_path`, because `path` contains a secret."""
        url = f"{self._settings.api_url}{path}"
        headers = {"User-Agent": self._user_agent}
        return await self._http.request_once(method, url, logged_path=shown_path, **{**parts, "headers": headers})
