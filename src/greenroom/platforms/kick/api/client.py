"""Client of Kick's public API with one account's token."""

from collections.abc import Iterable
from typing import Unpack

import msgspec

from greenroom.chat.protocol.platform import TokenSource
from greenroom.kernel.http.client import HttpClient, HttpResponse, RequestParts
from greenroom.platforms.kick.api.answers import Enveloped, call, raise_for_status, read
from greenroom.platforms.kick.api.oauth import User
from greenroom.platforms.kick.api.payloads import Category, Channel
from greenroom.platforms.kick.settings import KickSettings

MAX_CATEGORIES = "25"


class Subscription(msgspec.Struct):
    id: str
    event: str
    version: int = 1
    method: str = "webhook"


class Subscribed(msgspec.Struct):
    """Result of subscribing to one event, which may fail although the call for all events succeeds."""

    name: str
    subscription_id: str | None = None
    error: str | None = None


class Sent(msgspec.Struct):
    is_sent: bool = True
    message_id: str | None = None


class KickApi:
    def __init__(self, settings: KickSettings, http: HttpClient, token: TokenSource) -> None:
        self._settings = settings
        self._http = http
        self._token = token

    @property
    def emotes_url(self) -> str:
        return self._settings.emotes_url

    async def channel(self, broadcaster_id: str) -> Channel | None:
        answer = await self._call("GET", "/v1/channels", params=[("broadcaster_user_id", broadcaster_id)])
        return next(iter(read(answer, Enveloped[list[Channel]]).data), None)

    async def user(self, user_id: str) -> User | None:
        answer = await self._call("GET", "/v1/users", params=[("id", user_id)])
        return next(iter(read(answer, Enveloped[list[User]]).data), None)

    async def subscriptions(self, broadcaster_id: str) -> list[Subscription]:
        answer = await self._call("GET", "/v1/events/subscriptions", params=[("broadcaster_user_id", broadcaster_id)])
        return read(answer, Enveloped[list[Subscription]]).data

    async def subscribe(self, broadcaster_id: str, events: Iterable[str]) -> list[Subscribed]:
        body = {
            "broadcaster_user_id": int(broadcaster_id),
            "method": "webhook",
            "events": [{"name": name, "version": 1} for name in events],
        }
        answer = await self._call("POST", "/v1/events/subscriptions", json=body)
        return read(answer, Enveloped[list[Subscribed]]).data

    async def unsubscribe(self, subscription_ids: Iterable[str]) -> None:
        params = [("id", one) for one in subscription_ids]
        await self._call("DELETE", "/v1/events/subscriptions", params=params)

    async def categories(self, name: str) -> list[Category]:
        # One name per call, because the format for several names is ambiguous.
        answer = await self._call("GET", "/v2/categories", params=[("name", name), ("limit", MAX_CATEGORIES)])
        return read(answer, Enveloped[list[Category]]).data

    async def send_message(self, message: dict[str, object]) -> HttpResponse:
        return await self.request("POST", "/v1/chat", json=message)

    async def _call(self, method: str, path: str, **parts: Unpack[RequestParts]) -> HttpResponse:
        answer = await self.request(method, path, **parts)
        raise_for_status(answer)
        return answer

    async def request(self, method: str, path: str, **parts: Unpack[RequestParts]) -> HttpResponse:
        """Returns any response; retries once with a new token if the token was refused."""
        token = await self._token()
        answer = await self._send(method, path, token, parts)
        if answer.status_code == 401:
            answer = await self._send(method, path, await self._token(rejected=token), parts)
        return answer

    async def _send(self, method: str, path: str, token: str, parts: RequestParts) -> HttpResponse:
        headers = {"Authorization": f"Bearer {token}"}
        return await call(self._http, method, f"{self._settings.api_url}{path}", **{**parts, "headers": headers})
