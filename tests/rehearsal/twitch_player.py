"""A program and a person as Twitch sees them: the program's calls, and the person's browser."""

import json
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlsplit

import httpx
from pydantic import JsonValue
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosedError

from rehearsal.stage import Stage

REDIRECT_URI = "http://127.0.0.1:8000/oauth/twitch"

Json = dict[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Tokens:
    """What a token call answers."""

    access: str
    refresh: str


@dataclass(slots=True)
class TwitchPlayer:
    """Talks to the rehearsal over real HTTP and WebSockets."""

    stage: Stage
    http: httpx.AsyncClient
    environment: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self.environment = self.stage.environment()

    @property
    def client_id(self) -> str:
        return self.environment["GREENROOM_TWITCH__CLIENT_ID"]

    @property
    def secret(self) -> str:
        return self.environment["GREENROOM_TWITCH__CLIENT_SECRET"]

    def ask(self, **changes: str) -> dict[str, str]:
        """The query of a correct authorize request, with the test's changes."""
        asked = {"client_id": self.client_id, "redirect_uri": REDIRECT_URI, "response_type": "code", "state": "s1"}
        return {**asked, **changes}

    async def see_consent(self, **changes: str) -> httpx.Response:
        return await self.http.get("/twitch/oauth2/authorize", params=self.ask(**changes))

    async def decide(self, login: str, decision: str = "authorize", **changes: str) -> httpx.Response:
        body = {"login": login, "decision": decision}
        return await self.http.post("/twitch/oauth2/authorize", params=self.ask(**changes), data=body)

    async def get_code(self, login: str, scope: str = "") -> str:
        return returned(await self.decide(login, scope=scope))["code"]

    async def token_call(self, **form: str) -> httpx.Response:
        credentials = {"client_id": self.client_id, "client_secret": self.secret}
        return await self.http.post("/twitch/oauth2/token", data={**credentials, **form})

    async def redeem(self, code: str, redirect_uri: str = REDIRECT_URI) -> httpx.Response:
        return await self.token_call(grant_type="authorization_code", code=code, redirect_uri=redirect_uri)

    async def refresh(self, refresh_token: str) -> httpx.Response:
        return await self.token_call(grant_type="refresh_token", refresh_token=refresh_token)

    async def sign_in(self, login: str, scope: str = "") -> Tokens:
        return tokens_in(await self.redeem(await self.get_code(login, scope)))

    async def app_token(self) -> str:
        answer = await self.token_call(grant_type="client_credentials")
        return str(answer.json()["access_token"])

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

    def id_of(self, login: str) -> str:
        return self.stage.world.person(login).id

    def listen(self, query: str = "") -> connect:
        """A new EventSub socket; `async with` it."""
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

    async def command(self, path: str, **body: JsonValue) -> Json:
        """A control call that has to work."""
        answer = await self.http.post(f"/control{path}", json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def happens(self, event: str, **query: str | int) -> Json:
        answer = await self.http.get("/control/wait", params={"event": event, **query})
        assert answer.status_code == 200, answer.text
        return answer.json()


def returned(answer: httpx.Response) -> dict[str, str]:
    """The query with which the browser was sent back."""
    query = parse_qs(urlsplit(answer.headers["location"]).query, keep_blank_values=True)
    return {name: values[0] for name, values in query.items()}


def tokens_in(answer: httpx.Response) -> Tokens:
    assert answer.status_code == 200, answer.text
    return Tokens(answer.json()["access_token"], answer.json()["refresh_token"])


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


async def welcomed(socket: ClientConnection) -> str:
    """The session id of the welcome, which has to come first."""
    frame = await next_frame(socket)
    assert frame.kind == "session_welcome"
    return str(frame.session["id"])


async def closing(socket: ClientConnection) -> tuple[int | None, str | None]:
    """How the socket ends, whatever is still said before."""
    with suppress(ConnectionClosedError):
        async for _ in socket:
            pass
    return socket.close_code, socket.close_reason
