"""Client of Twitch: Helix calls, EventSub sockets and consent."""

import json
from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar

import httpx
from oauth_client import OAuthClient, Tokens
from pydantic import JsonValue
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosedError

from rehearsal.platforms.twitch.eventsub.subscription_types import TYPES
from rehearsal.platforms.twitch.scopes import SCOPES
from rehearsal.simulation.viewers import Viewer

REDIRECT_URI = "http://127.0.0.1:8000/oauth/twitch"

Json = dict[str, JsonValue]


@dataclass(slots=True)
class TwitchClient(OAuthClient):
    key: ClassVar[str] = "twitch"
    authorize_path: ClassVar[str] = "/twitch/oauth2/authorize"
    token_path: ClassVar[str] = "/twitch/oauth2/token"
    redirect_uri: ClassVar[str] = REDIRECT_URI

    @property
    def control_path(self) -> str:
        """The path of all control routes: tests call those of other platforms with this client too."""
        return "/control"

    async def sign_in(self, login: str, scope: str = "") -> Tokens:
        return tokens_in(await self.redeem(await self.get_code(login, scope=scope)))

    async def validate(self, access_token: str, scheme: str = "OAuth") -> httpx.Response:
        return await self.http.get("/twitch/oauth2/validate", headers={"Authorization": f"{scheme} {access_token}"})

    def headers(self, access_token: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {access_token}", "Client-Id": self.client_id}

    async def helix(self, path: str, access_token: str, **query: str | list[str]) -> httpx.Response:
        return await self.http.get(f"/twitch/helix{path}", params=query, headers=self.headers(access_token))

    async def change_channel(self, access_token: str, broadcaster_id: str, body: Json) -> httpx.Response:
        return await self.http.patch(
            "/twitch/helix/channels",
            params={"broadcaster_id": broadcaster_id},
            json=body,
            headers=self.headers(access_token),
        )

    async def call(
        self, method: str, path: str, access_token: str, body: object = None, **query: str | list[str]
    ) -> httpx.Response:
        headers = self.headers(access_token)
        content = None if body is None else json.dumps(body).encode()
        if content is not None:
            headers["Content-Type"] = "application/json"
        url = f"/twitch/helix{path}"
        return await self.http.request(method, url, params=query or None, content=content, headers=headers)

    async def full_access(self, login: str = "junoplays") -> tuple[str, str]:
        """Access token and id of an account that granted every scope."""
        return (await self.sign_in(login, " ".join(SCOPES))).access, self.id_of(login)

    async def send(self, access_token: str, broadcaster_id: str, sender_id: str, text: str, **more: str) -> Json:
        """Sends a chat message that Helix must accept; returns the result, with `is_sent` and `message_id`."""
        body = {"broadcaster_id": broadcaster_id, "sender_id": sender_id, "message": text, **more}
        response = await self.call("POST", "/chat/messages", access_token, body)
        assert response.status_code == 200, response.text
        return response.json()["data"][0]

    async def subscribe_to_channel(
        self, socket: ClientConnection, access_token: str, broadcaster_id: str, *kinds: str
    ) -> None:
        """Reads the welcome, then subscribes to events of the channel as the owner of the token."""
        session_id = await receive_welcome(socket)
        reader = str((await self.helix("/users", access_token)).json()["data"][0]["id"])
        for kind in kinds:
            version = next(each for name, each in TYPES if name == kind)
            row = TYPES[kind, version]
            channel = dict.fromkeys(("broadcaster_user_id", "to_broadcaster_user_id"), broadcaster_id)
            values = dict.fromkeys(row.condition, reader) | channel
            condition = {name: values[name] for name in row.condition}
            body = {
                "type": kind,
                "version": version,
                "condition": condition,
                "transport": {"method": "websocket", "session_id": session_id},
            }
            response = await self.post_subscription(access_token, body)
            assert response.status_code == 202, response.text

    def id_of(self, login: str) -> str:
        return self.rehearsal.world.person(login).id

    def viewer(self, number: int = 20) -> Viewer:
        """The viewer with this number among those who are neither moderator, VIP nor subscriber."""
        plain = [each for each in self.rehearsal.world.viewers_on("twitch") if not (each.is_moderator or each.is_vip)]
        return [each for each in plain if not each.sub_months][number]

    def listen(self, query: str = "") -> connect:
        """A new EventSub socket, which `async with` opens."""
        return connect(f"{self.environment['GREENROOM_TWITCH__EVENTSUB_URL']}{query}")

    async def subscribe(
        self,
        access_token: str,
        session_id: str,
        broadcaster_id: str,
        *,
        kind: str = "stream.online",
        version: str = "1",
        **condition: str,
    ) -> httpx.Response:
        body = {
            "type": kind,
            "version": version,
            "condition": {"broadcaster_user_id": broadcaster_id, **condition},
            "transport": {"method": "websocket", "session_id": session_id},
        }
        return await self.post_subscription(access_token, body)

    async def post_subscription(self, access_token: str, body: object) -> httpx.Response:
        path = "/twitch/helix/eventsub/subscriptions"
        return await self.http.post(path, json=body, headers=self.headers(access_token))


def tokens_in(response: httpx.Response) -> Tokens:
    assert response.status_code == 200, response.text
    return Tokens(response.json()["access_token"], response.json()["refresh_token"])


@dataclass(frozen=True, slots=True)
class Frame:
    """One EventSub message."""

    kind: str
    metadata: dict[str, str]
    payload: Json

    @property
    def event(self) -> Json:
        return as_object(self.payload["event"])

    @property
    def subscription(self) -> Json:
        return as_object(self.payload["subscription"])

    @property
    def session(self) -> Json:
        return as_object(self.payload["session"])


def as_object(value: JsonValue) -> Json:
    assert isinstance(value, dict)
    return value


async def next_frame(socket: ClientConnection) -> Frame:
    message = json.loads(await socket.recv())
    return Frame(message["metadata"]["message_type"], message["metadata"], message["payload"])


async def receive_welcome(socket: ClientConnection) -> str:
    """The session id of the welcome, which has to come first."""
    frame = await next_frame(socket)
    assert frame.kind == "session_welcome"
    return str(frame.session["id"])


async def receive_close(socket: ClientConnection) -> tuple[int | None, str | None]:
    """Waits for the close, ignoring frames before it; returns close code and reason."""
    with suppress(ConnectionClosedError):
        async for _ in socket:
            pass
    return socket.close_code, socket.close_reason


async def next_events(socket: ClientConnection, count: int) -> list[tuple[str, Json]]:
    """The next `count` notifications, each as type and event."""
    frames = [await next_frame(socket) for _ in range(count)]
    return [(str(frame.subscription["type"]), frame.event) for frame in frames]
