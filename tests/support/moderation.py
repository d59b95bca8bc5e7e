"""A channel on the platforms of the rehearsal, moderated through the API, and its live events."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from uuid import UUID

import httpx

from greenroom.chat.moderation.models import ModerationEntry
from greenroom.kernel.ids import new_id
from support.greenroom_server import ApiClient, GreenroomServer, Json, LiveSocket
from support.waiting import MAX_WAIT_SECONDS

# A viewer without any role.
PLAIN_VIEWER = "brisket99"


def is_line(text: str, provider: str = "") -> Callable[[Json], bool]:
    def fits(event: Json) -> bool:
        return (
            event["type"] == "line"
            and event["line"]["text"] == text
            and (not provider or event["line"]["provider"] == provider)
        )

    return fits


@dataclass
class LiveEvents:
    """Collects the events of a live socket."""

    socket: LiveSocket
    received: list[Json] = field(default_factory=list[Json])

    async def until(self, fits: Callable[[Json], bool]) -> Json:
        """Returns the first event that `fits` accepts, and waits for it if it has not been received yet."""
        seen = 0
        while True:
            for event in self.received[seen:]:
                seen += 1
                if fits(event):
                    return event
            self.received += (await self.socket.receive()).get("events", [])

    async def wait_for_entry(self, **fields: object) -> Json:
        def fits(event: Json) -> bool:
            return event["type"] == "entry" and all(event["entry"][name] == value for name, value in fields.items())

        return (await self.until(fits))["entry"]

    async def wait_for_line(self, text: str, provider: str = "") -> Json:
        return (await self.until(is_line(text, provider)))["line"]

    async def clear(self) -> None:
        """Drops all events that were sent to the socket so far."""
        await self.socket.drain()
        self.received.clear()

    async def all_of(self, kind: str) -> list[Json]:
        """All events of this kind that were sent to this socket so far, since the last `clear`."""
        for frame in await self.socket.drain():
            self.received += frame.get("events", [])
        return [event for event in self.received if event["type"] == kind]


@dataclass
class ModeratedChannel:
    greenroom: GreenroomServer
    client: ApiClient
    channel_id: str
    # Provider → id of the connection.
    connections: dict[str, str] = field(default_factory=dict[str, str])
    # Opened by the first `chat_from_now_on`.
    _chat: LiveEvents | None = field(default=None, repr=False)

    @property
    def path(self) -> str:
        return f"/channels/{self.channel_id}"

    def provider_path(self, provider: str) -> str:
        return f"{self.path}/{provider}/{self.connections[provider]}"

    async def connect(self, *providers: str, login: str = "junoplays", goes_live: bool = True) -> None:
        """Goes live on each platform, if `goes_live`, and connects it; returns when all are shown as connected."""
        if "kick" in providers:
            await self.greenroom.control("/kick/webhook-url", url=f"{self.greenroom.url}/webhooks/kick")
        for provider in providers:
            if goes_live:
                await self.greenroom.control(f"/{provider}/go-live", login=login)
            self.connections[provider] = await self._connect(provider, login)
        for provider in providers:
            await self._until_connected(provider)

    async def prove(self, provider: str, login: str = "junoplays") -> None:
        """Proves by a code in the profile who owns the account; public pages name only accounts with proof."""
        records = await self.client.get(f"{self.path}/providers")
        code = next(one["proof_code"] for one in records if one["id"] == self.connections[provider])
        await self.greenroom.control(f"/{provider}/biography", login=login, text=code)
        response = await self.client.ask("POST", f"{self.path}/providers/{self.connections[provider]}/proof")
        assert response.status_code == 200, response.text

    async def _connect(self, provider: str, login: str) -> str:
        if provider != "tiktok":
            response = await self.client.connect(login, channel_id=self.channel_id, provider=provider)
            return response["channel_provider_id"]
        response = await self.client.ask("POST", f"{self.path}/providers", json={"provider": provider, "handle": login})
        return response.json()["id"]

    async def _until_connected(self, provider: str) -> None:
        async with asyncio.timeout(MAX_WAIT_SECONDS), self.client.socket(f"{self.path}/providers-ws") as socket:
            records = await self.client.get(f"{self.path}/providers")
            shown = next(one for one in records if one["provider"] == provider)
            while shown["connection"]["state"] != "connected":
                data = (await socket.receive())["data"]
                shown = data if data["provider"] == provider else shown

    @asynccontextmanager
    async def moderation_events(self) -> AsyncGenerator[LiveEvents]:
        async with self.client.socket("/live") as socket:
            await socket.subscribe(self.channel_id, "chat", "moderation")
            yield LiveEvents(socket)

    async def chat_from_now_on(self) -> LiveEvents:
        """Live events of the chat from now on. Each call returns the same object and drops its earlier events."""
        if self._chat is None:
            socket = await self.greenroom.keep_open(self.client.socket("/live"))
            await socket.subscribe(self.channel_id, "chat")
            self._chat = LiveEvents(socket)
        await self._chat.clear()
        return self._chat

    async def send_chat(
        self, text: str = "Hello there", provider: str = "twitch", viewer: str = PLAIN_VIEWER, login: str = "junoplays"
    ) -> Json:
        """Sends a chat message; returns its line once it is stored."""
        chat = await self.chat_from_now_on()
        await self.greenroom.control(f"/{provider}/say", login=login, text=text, viewer=viewer)
        return await chat.wait_for_line(text, provider)

    async def request_ban(self, line: Json, by: ApiClient | None = None, **fields: object) -> httpx.Response:
        body = {"provider_viewer_id": line["author"]["id"], **fields}
        return await (by or self.client).ask("POST", f"{self.provider_path(line['provider'])}/ban", json=body)

    async def ban(self, line: Json, **fields: object) -> Json:
        response = await self.request_ban(line, None, **fields)
        assert response.status_code == 200, response.text
        return response.json()

    async def unban(self, line: Json) -> httpx.Response:
        query = {"provider_viewer_id": line["author"]["id"]}
        return await self.client.ask("DELETE", f"{self.provider_path(line['provider'])}/ban", params=query)

    async def delete(self, line: Json, by: ApiClient | None = None) -> httpx.Response:
        path = f"{self.provider_path(line['provider'])}/chat-messages/{line['message_id']}"
        return await (by or self.client).ask("DELETE", path)

    async def undo(self, entry: Json) -> httpx.Response:
        return await self.client.ask("POST", f"{self.path}/moderation-log/{entry['id']}/undo")

    async def log(self, **query: str | int) -> list[Json]:
        """Entries of the moderation log, newest first."""
        return (await self.client.get(f"{self.path}/moderation-log", **query))["records"]

    async def card(self, line: Json) -> Json:
        return await self.client.get(f"{self.path}/viewers/{line['provider']}/{line['author']['id']}")

    async def removals(self) -> dict[str, Json | None]:
        """Text of each stored line → its removal; None if it is not removed."""
        stored = await self.greenroom.rows("SELECT text, removed_at, removal FROM chat_messages")
        return {row["text"]: _read(row["removal"] if row["removed_at"] else None) for row in stored}


def chat_event(viewer_id: str, name: str, text: str, **more: object) -> Json:
    """A `channel.chat.message` event of Twitch with this author and text."""
    return {
        "broadcaster_user_id": "0",
        "chatter_user_id": viewer_id,
        "chatter_user_login": name.lower(),
        "chatter_user_name": name,
        "message_id": f"made-up-{text[:40]}",
        "message_type": "text",
        "message": {"text": text, "fragments": [{"type": "text", "text": text}]},
        "badges": [],
        "color": "",
        **more,
    }


def _read(removal: bytes | None) -> Json | None:
    return None if removal is None else json.loads(removal)


def action_summaries(entries: list[Json]) -> list[tuple[str, str, str]]:
    """Action, actor and outcome of each entry."""
    return [(entry["action"], entry["actor"]["name"], entry["outcome"]) for entry in entries]


async def store_entry(channel: ModeratedChannel, line: Json, **fields: object) -> UUID:
    """Stores a moderation entry about a line's author, by default a ban that the platform has not answered."""
    defaults: dict[str, object] = {
        "action": "ban",
        "seconds": None,
        "reason": "",
        "actor_kind": "user",
        "actor_name": "JunoPlays",
        "message_id": "",
        "message_text": "",
        "outcome": "asked",
        "undo_of": None,
    }
    entry = ModerationEntry(
        id=new_id(),
        channel_id=UUID(channel.channel_id),
        connection_id=UUID(line["connection_id"]),
        provider=line["provider"],
        viewer_id=line["author"]["id"],
        viewer_name=line["author"]["name"],
        actor_id=None,
        detail="",
        is_in_doubt=False,
        is_confirmed=False,
        created_at=channel.greenroom.kernel.clock(),
        undone_at=None,
        **(defaults | fields),
    )
    async with channel.greenroom.kernel.database.write() as session:
        session.add(entry)
    return entry.id
