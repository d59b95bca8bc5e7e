"""Clients of the Helix API: with the token of one account, or of the app."""

import asyncio
from copy import copy
from typing import Generic, Self, TypeVar, Unpack

import msgspec
from msgspec import Struct

from greenroom.accounts.platforms import AuthExpired, PlatformUnavailable, RateLimited
from greenroom.chat.protocol.platform import TokenSource
from greenroom.kernel.clock import Clock
from greenroom.kernel.http.client import HttpClient, HttpResponse, RequestParts
from greenroom.platforms.twitch.api.answers import (
    call,
    is_bucket_empty,
    lacks_scope,
    raise_for_status,
    read,
    seconds_until_reset,
)
from greenroom.platforms.twitch.normalize.context import Timestamp
from greenroom.platforms.twitch.settings import TwitchSettings

T = TypeVar("T")


class Stream(msgspec.Struct):
    id: str
    started_at: Timestamp
    viewer_count: int = 0


class Channel(msgspec.Struct):
    title: str = ""
    game_name: str = ""
    game_id: str = ""


class Page(msgspec.Struct):
    cursor: str = ""


class Listed(msgspec.Struct, Generic[T]):
    data: list[T]
    pagination: Page | None = None

    @property
    def cursor(self) -> str:
        """Cursor of the next page; empty on the last one."""
        return "" if self.pagination is None else self.pagination.cursor


class Bucket(Struct):
    """Rate limit bucket of one account, shared by its clients."""

    paused_until: float = 0.0


class TokenReadOnce:
    """Reads the token for the first of several calls, and again only after the platform has rejected it."""

    def __init__(self, read_token: TokenSource) -> None:
        self._read_token = read_token
        self._lock = asyncio.Lock()
        self._token: str | None = None

    async def __call__(self, rejected: str | None = None) -> str:
        async with self._lock:
            if self._token is None or self._token == rejected:
                self._token = await self._read_token(rejected)
            return self._token


class Helix:
    def __init__(
        self, settings: TwitchSettings, http: HttpClient, clock: Clock, token: TokenSource, bucket: Bucket | None = None
    ) -> None:
        self._settings = settings
        self._http = http
        self._clock = clock
        self._token = token
        self._bucket = bucket or Bucket()

    def for_many_calls(self) -> Self:
        """The same client for calls in quick succession: the token is read from the database once."""
        client = copy(self)
        client._token = TokenReadOnce(self._token)
        return client

    async def stream(self, broadcaster_id: str) -> Stream | None:
        """The running stream, which Twitch may list only minutes after its start; None if none is listed."""
        answer = await self.call("GET", "/streams", params=[("user_id", broadcaster_id)])
        return next(iter(read(answer, Listed[Stream]).data), None)

    async def channel(self, broadcaster_id: str) -> Channel | None:
        answer = await self.call("GET", "/channels", params=[("broadcaster_id", broadcaster_id)])
        return next(iter(read(answer, Listed[Channel]).data), None)

    async def call(self, method: str, path: str, **parts: Unpack[RequestParts]) -> HttpResponse:
        """A successful response; raises for any failure."""
        answer = await self.request(method, path, **parts)
        self.raise_for_status(answer)
        return answer

    def raise_for_status(self, answer: HttpResponse) -> None:
        raise_for_status(answer, self._clock)

    async def request(self, method: str, path: str, **parts: Unpack[RequestParts]) -> HttpResponse:
        """Returns any response; retries once with a new token if the token was refused."""
        token = await self._token()
        answer = await self._send(method, path, token, parts)
        if answer.status_code == 401 and not lacks_scope(answer):
            answer = await self._send(method, path, await self._token(rejected=token), parts)
        return answer

    async def _send(self, method: str, path: str, token: str, parts: RequestParts) -> HttpResponse:
        now = self._clock().timestamp()
        if now < self._bucket.paused_until:
            raise RateLimited(self._bucket.paused_until - now)
        headers = {"Authorization": f"Bearer {token}", "Client-Id": self._settings.client_id}
        answer = await call(self._http, method, f"{self._settings.api_url}{path}", **{**parts, "headers": headers})
        if is_bucket_empty(answer):
            self._bucket.paused_until = now + seconds_until_reset(answer, self._clock)
        return answer


class AppHelix(Helix):
    """Client with the app's token; a refused token raises PlatformUnavailable, as no user has to reconnect."""

    def raise_for_status(self, answer: HttpResponse) -> None:
        try:
            super().raise_for_status(answer)
        except AuthExpired as error:
            raise PlatformUnavailable(f"Twitch refused the app of this installation ({error})") from error
