"""Client of Kick: API calls, consent and a webhook receiver."""

import asyncio
import base64
import hashlib
import json
from dataclasses import dataclass, field
from typing import ClassVar

import httpx
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from oauth_client import OAuthClient
from pydantic import JsonValue

from rehearsal.platforms.kick.scopes import SCOPES
from support.waiting import MAX_WAIT_SECONDS

REDIRECT_URI = "http://localhost:8000/oauth/kick"
VERIFIER = "a-verifier-of-more-than-forty-three-characters-1"
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()
ALL_SCOPES = " ".join(SCOPES)

Json = dict[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Webhook:
    """A received webhook."""

    headers: dict[str, str]
    body: bytes

    @property
    def event(self) -> Json:
        return json.loads(self.body)

    @property
    def kind(self) -> str:
        return self.headers["kick-event-type"]

    @property
    def id(self) -> str:
        return self.headers["kick-event-message-id"]


@dataclass(slots=True)
class WebhookReceiver:
    """An HTTP server that records POST requests and responds with `status`."""

    status: int = 200
    received: asyncio.Queue[Webhook] = field(default_factory=asyncio.Queue[Webhook])
    _server: asyncio.Server | None = None

    async def __aenter__(self) -> "WebhookReceiver":
        self._server = await asyncio.start_server(self._handle, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()

    @property
    def url(self) -> str:
        assert self._server is not None
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/webhooks/kick"

    async def next(self) -> Webhook:
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            return await self.received.get()

    async def _handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")[1:-2]
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head)}
        body = await reader.readexactly(int(headers["content-length"]))
        self.received.put_nowait(Webhook(headers, body))
        writer.write(f"HTTP/1.1 {self.status} OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
        await writer.drain()
        writer.close()
        await writer.wait_closed()


@dataclass(slots=True)
class KickClient(OAuthClient):
    key: ClassVar[str] = "kick"
    authorize_path: ClassVar[str] = "/kick/oauth/authorize"
    token_path: ClassVar[str] = "/kick/oauth/token"
    redirect_uri: ClassVar[str] = REDIRECT_URI

    def authorize_parameters(self) -> dict[str, str]:
        return {"scope": ALL_SCOPES, "code_challenge": CHALLENGE, "code_challenge_method": "S256"}

    def exchange_parameters(self) -> dict[str, str]:
        return {"code_verifier": VERIFIER}

    def user_id(self, login: str) -> int:
        viewer = self.rehearsal.world.viewer(login=login)
        assert viewer is not None
        return int(viewer.id)

    def viewer_login(self, number: int = 0) -> str:
        return [each for each in self.rehearsal.world.viewers_on("kick") if not each.is_moderator][number].login

    async def token(self, login: str, scope: str = ALL_SCOPES) -> str:
        return str((await self.tokens(login, scope=scope))["access_token"])

    async def call(
        self, method: str, path: str, token: str, *, body: object = None, **query: str | int | list[str]
    ) -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}"}
        return await self.http.request(method, f"/kick/public{path}", params=query, json=body, headers=headers)

    async def subscribe(self, token: str, *names: str, **more: JsonValue) -> httpx.Response:
        events: list[JsonValue] = [{"name": name, "version": 1} for name in names]
        body: Json = {"method": "webhook", "events": events, **more}
        return await self.call("POST", "/v1/events/subscriptions", token, body=body)

    async def is_signed(self, webhook: Webhook) -> bool:
        """Checks the signature with the currently published key."""
        pem = (await self.http.get("/kick/public/v1/public-key")).json()["data"]["public_key"]
        key = serialization.load_pem_public_key(pem.encode())
        assert isinstance(key, rsa.RSAPublicKey)
        signature, timestamp = webhook.headers["kick-event-signature"], webhook.headers["kick-event-message-timestamp"]
        signed = f"{webhook.id}.{timestamp}.".encode() + webhook.body
        try:
            key.verify(base64.b64decode(signature), signed, padding.PKCS1v15(), hashes.SHA256())
        except InvalidSignature:
            return False
        return True
