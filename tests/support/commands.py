"""A channel whose commands are edited through the API and used in chat."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import httpx

from support.greenroom_server import ApiClient, Json
from support.moderation import PLAIN_VIEWER, LiveEvents, ModeratedChannel, is_line
from support.waiting import wait_until


def command_body(name: str = "!hello", text: str = "Hello there", **changes: object) -> Json:
    return {"cmds": [name], "responses": [{"text": text}], **changes}


class CommandChannel(ModeratedChannel):
    async def send(self, method: str, path: str, *, by: ApiClient | None = None, **body: Any) -> httpx.Response:  # noqa: ANN401  # JSON
        return await (by or self.client).ask(method, f"{self.path}{path}", json=body)

    async def make(self, name: str = "!hello", text: str = "Hello there", **changes: Any) -> Json:  # noqa: ANN401  # JSON
        response = await self.send("POST", "/commands", **command_body(name, text, **changes))
        assert response.status_code == 201, response.text
        return response.json()

    async def save(self, saved: Json, revision: int | None = None, **changes: Any) -> httpx.Response:  # noqa: ANN401  # JSON
        editable = set(command_body()) | {
            *("patterns", "description", "pick", "response_type", "access_level", "providers", "global_cooldown"),
            *("chatter_cooldown", "mods_skip_cooldown", "active_mode", "group", "enabled", "public"),
        }
        body = {name: value for name, value in saved.items() if name in editable}
        query = "" if revision is None else f"?revision={revision}"
        return await self.send("PUT", f"/commands/{saved['id']}{query}", **(body | changes))

    async def list_commands(self, **query: str | int) -> list[Json]:
        return (await self.client.get(f"{self.path}/commands", **query))["records"]

    async def command(self, saved: Json) -> Json:
        return await self.client.get(f"{self.path}/commands/{saved['id']}")

    async def explain(self, line: Json) -> list[tuple[str, str, str]]:
        path = f"{self.path}/chat-messages/{line['connection_id']}/{line['message_id']}/why"
        records = (await self.client.get(path))["records"]
        return [(one["name"], one["verdict"], one["reason"]) for one in records if one["kind"] == "command"]

    @asynccontextmanager
    async def command_events(self) -> AsyncGenerator[LiveEvents]:
        """Live events of the chat and the commands."""
        async with self.client.socket("/live") as socket:
            await socket.subscribe(self.channel_id, "chat", "commands")
            yield LiveEvents(socket)

    async def send_and_await_response(
        self, text: str, response: str, provider: str = "twitch", viewer: str = PLAIN_VIEWER
    ) -> Json:
        """Sends a message and returns it once the response is in chat."""
        chat = await self.chat_from_now_on()
        await self.greenroom.control(f"/{provider}/say", login="junoplays", text=text, viewer=viewer)
        sent = await chat.until(is_line(text, provider))
        await chat.until(is_line(response, provider))
        return sent["line"]

    async def reason_without_response(self, text: str, provider: str = "twitch", viewer: str = PLAIN_VIEWER) -> str:
        """Sends a message and returns why there was no response."""
        line = await self.send_chat(text, provider, viewer)
        ((_, verdict, reason),) = await self.explain(line)
        assert verdict == "skipped"
        return reason.partition("; would have responded")[0]

    async def wait_for_results(self, line: Json) -> list[tuple[str, str, str]]:
        """Waits until every command use in the database has a result; returns the explanation of the line."""
        await self.wait_for_all_results()
        return await self.explain(line)

    async def wait_for_all_results(self) -> None:
        """Waits until every command use in the database has a result."""

        async def are_stored() -> bool:
            return not await self.greenroom.rows("SELECT id FROM command_uses WHERE verdict = 'asked' LIMIT 1")

        await wait_until(are_stored)
