"""Calls to Helix in the name of one account."""

from datetime import datetime
from typing import Generic, TypeVar, Unpack

import msgspec

from greenroom.chat.platform import TokenSource
from greenroom.kernel.clock import Clock
from greenroom.kernel.http import Answer, HttpClient, Parts
from greenroom.platforms.twitch.answers import call, read, refusal, refuse_failure, seconds_until_reset
from greenroom.platforms.twitch.settings import TwitchSettings
from greenroom.tenancy.platforms import AuthExpired, RateLimited

ALREADY_SUBSCRIBED = 409

T = TypeVar("T")


class Stream(msgspec.Struct):
    id: str
    started_at: datetime


class Channel(msgspec.Struct):
    title: str = ""
    game_name: str = ""


class Listed(msgspec.Struct, Generic[T]):
    data: list[T]


class Helix:
    def __init__(self, settings: TwitchSettings, http: HttpClient, clock: Clock, token: TokenSource) -> None:
        self._settings = settings
        self._http = http
        self._clock = clock
        self._token = token
        self._silent_until = 0.0

    async def stream(self, broadcaster_id: str) -> Stream | None:
        """The stream that runs now; Twitch lists one only some minutes after it began."""
        answer = await self._call("GET", "/streams", params=[("user_id", broadcaster_id)])
        return next(iter(read(answer, Listed[Stream]).data), None)

    async def channel(self, broadcaster_id: str) -> Channel | None:
        answer = await self._call("GET", "/channels", params=[("broadcaster_id", broadcaster_id)])
        return next(iter(read(answer, Listed[Channel]).data), None)

    async def subscribe(self, kind: str, version: str, broadcaster_id: str, session_id: str) -> None:
        body = {
            "type": kind,
            "version": version,
            "condition": {"broadcaster_user_id": broadcaster_id},
            "transport": {"method": "websocket", "session_id": session_id},
        }
        answer = await self._ask("POST", "/eventsub/subscriptions", json=body)
        # EventSub says 403 where the rest of Helix says 401; without Twitch's words it was somebody in between.
        if answer.status_code == 403 and (words := refusal(answer)):
            raise AuthExpired(words)
        if answer.status_code != ALREADY_SUBSCRIBED:
            refuse_failure(answer, self._clock)

    async def _call(self, method: str, path: str, **parts: Unpack[Parts]) -> Answer:
        answer = await self._ask(method, path, **parts)
        refuse_failure(answer, self._clock)
        return answer

    async def _ask(self, method: str, path: str, **parts: Unpack[Parts]) -> Answer:
        """Any answer to the call, asked a second time if only the token was old."""
        token = await self._token()
        answer = await self._send(method, path, token, parts)
        if answer.status_code == 401:
            answer = await self._send(method, path, await self._token(rejected=token), parts)
        return answer

    async def _send(self, method: str, path: str, token: str, parts: Parts) -> Answer:
        now = self._clock().timestamp()
        if now < self._silent_until:
            raise RateLimited(self._silent_until - now)
        headers = {"Authorization": f"Bearer {token}", "Client-Id": self._settings.client_id}
        answer = await call(self._http, method, f"{self._settings.api_url}{path}", **{**parts, "headers": headers})
        if answer.headers.get("Ratelimit-Remaining") == "0":
            self._silent_until = now + seconds_until_reset(answer, self._clock)
        return answer
