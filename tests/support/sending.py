"""The API of the composer, through which staff send a message to several platforms."""

import asyncio
from dataclasses import dataclass, field
from uuid import uuid4

import httpx

from support.greenroom_server import ApiClient, GreenroomServer, Json, LiveSocket
from support.tls import TLS
from support.waiting import MAX_WAIT_SECONDS

WRITABLE = ("twitch", "youtube", "kick")


@dataclass
class Composer:
    client: ApiClient
    channel_id: str
    # Provider → id of the connection.
    connections: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def path(self) -> str:
        return f"/channels/{self.channel_id}/sent-messages"

    async def connect(self, *providers: str, login: str = "junoplays") -> None:
        for provider in providers:
            response = await self.client.connect(login, channel_id=self.channel_id, provider=provider)
            self.connections[provider] = response["channel_provider_id"]

    def targets(self, *providers: str) -> list[str]:
        return [self.connections[provider] for provider in providers or self.connections]

    def body(self, text: str = "Hello, chat", *providers: str, **changes: object) -> Json:
        defaults = {"id": str(uuid4()), "text": text, "targets": self.targets(*providers), "speaker": "bot"}
        return {**defaults, **changes}

    async def post(self, body: Json) -> httpx.Response:
        return await self.client.ask("POST", self.path, json=body)

    async def send(self, text: str = "Hello, chat", *providers: str, **changes: object) -> Json:
        """Sends a message; returns it when all its receipts are final."""
        async with self.client.socket("/live") as socket:
            await socket.subscribe(self.channel_id, "chat")
            response = await self.post(self.body(text, *providers, **changes))
            assert response.status_code == 202, response.text
            return await wait_for_receipts(socket, response.json()["id"])

    async def retry(self, sent: Json, provider: str) -> httpx.Response:
        body = {"connection_id": self.connections[provider]}
        return await self.client.ask("POST", f"{self.path}/{sent['id']}/retry", json=body)

    async def send_again(self, sent: Json, provider: str) -> Json:
        async with self.client.socket("/live") as socket:
            await socket.subscribe(self.channel_id, "chat")
            response = await self.retry(sent, provider)
            assert response.status_code == 202, response.text
            return await wait_for_receipts(socket, sent["id"])

    async def list_sent(self, **query: str | int) -> list[Json]:
        return (await self.client.get(self.path, **query))["records"]


async def until_connected(client: ApiClient, channel_id: str) -> None:
    async with asyncio.timeout(MAX_WAIT_SECONDS), client.socket(f"/channels/{channel_id}/providers-ws") as socket:
        shown = {one["id"]: one for one in await client.get(f"/channels/{channel_id}/providers")}
        while any(one["connection"]["state"] != "connected" for one in shown.values()):
            data = (await socket.receive())["data"]
            shown[data["id"]] = data


async def next_sent(socket: LiveSocket) -> list[Json]:
    frame = await socket.receive()
    return [event["sent"] for event in frame.get("events", []) if event["type"] == "sent"]


async def wait_for_receipts(socket: LiveSocket, sent_id: str) -> Json:
    while True:
        for sent in await next_sent(socket):
            if sent["id"] == sent_id and all(receipt["state"] != "pending" for receipt in sent["receipts"]):
                return sent


def receipt_of(sent: Json, provider: str = "twitch") -> Json:
    return next(receipt for receipt in sent["receipts"] if receipt["provider"] == provider)


def receipt_states(sent: Json) -> dict[str, str]:
    return {receipt["provider"]: receipt["state"] for receipt in sent["receipts"]}


async def recorded_events(greenroom: GreenroomServer, event: str) -> list[Json]:
    """Facts of all events of this name that the rehearsal has recorded, in order."""
    async with httpx.AsyncClient(
        base_url=greenroom.rehearsal_state.base_url, trust_env=False, verify=TLS, timeout=MAX_WAIT_SECONDS
    ) as client:
        records = (await client.get("/control/events")).json()["records"]
    return [record["facts"] for record in records if record["event"] == event]


async def sending_accounts(greenroom: GreenroomServer) -> dict[str, str]:
    """Message id → the account that sent the message, as the rehearsal has recorded it."""
    sent = [*await recorded_events(greenroom, "chat_sent"), *await recorded_events(greenroom, "message_sent")]
    return {one["message_id"]: one.get("sender") or one["by"] for one in sent}
