"""Calls to Discord's HTTP API."""

from typing import Unpack

import msgspec

from greenroom import __version__
from greenroom.chat.protocol.platform import TokenSource
from greenroom.kernel.clock import Clock
from greenroom.kernel.http.client import HttpClient, HttpResponse, RequestParts
from greenroom.platforms.discord.answers import call, read, refuse_failure, seconds_to_wait
from greenroom.platforms.discord.settings import DiscordSettings
from greenroom.tenancy.platforms import RateLimited


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
        self._silent_until = 0.0

    async def user(self, access_token: str) -> User:
        answer = await self.send("GET", "/users/@me", f"Bearer {access_token}")
        refuse_failure(answer)
        return read(answer, User)

    async def check(self, token: TokenSource) -> None:
        """Raises AuthExpired when the permission was revoked."""
        held = await token()
        answer = await self.send("GET", "/users/@me", f"Bearer {held}")
        if answer.status_code == 401:
            renewed = await token(rejected=held)
            answer = await self.send("GET", "/users/@me", f"Bearer {renewed}")
        refuse_failure(answer)

    async def send(self, method: str, path: str, authorization: str, **parts: Unpack[RequestParts]) -> HttpResponse:
        """Any response; after a 429 no request is sent, because too many refusals ban our IP address."""
        now = self._clock().timestamp()
        if now < self._silent_until:
            raise RateLimited(self._silent_until - now)
        headers = {"Authorization": authorization, "User-Agent": self._user_agent}
        answer = await call(self._http, method, f"{self._settings.api_url}{path}", **{**parts, "headers": headers})
        if answer.status_code == 429:
            self._silent_until = now + seconds_to_wait(answer)
        return answer
