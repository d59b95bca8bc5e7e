"""A channel whose timers are edited through the API, and the events of their runs."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import cast

import httpx
from msgspec.structs import replace

from greenroom.chat.protocol.platform import Platform
from greenroom.chat.sending.sender import Sender
from greenroom.features.timers.scheduler import TimerScheduler
from greenroom.kernel.clock import Clock
from greenroom.kernel.db.database import Database
from greenroom.responses.variables import VariableRegistry
from support.greenroom_server import ApiClient, GreenroomServer, Json
from support.moderation import LiveEvents, ModeratedChannel
from support.sending import recorded_events

# Twitch's endpoint for sending messages.
SEND_MESSAGE_PATH = "/twitch/helix/chat/messages"


def timer_body(*texts: str, **changes: object) -> Json:
    """A timer that posts every ten minutes, live or not, without a minimum of chat messages."""
    messages = [{"text": text} for text in texts or ("Drink some water",)]
    defaults: Json = {"interval_minutes": 10, "min_chat_messages": 0, "active_mode": "always"}
    return {"name": "Water", "messages": messages, **defaults, **changes}


@dataclass
class TimerChannel(ModeratedChannel):
    @property
    def timers_path(self) -> str:
        return f"{self.path}/timers"

    async def post(self, *texts: str, **changes: object) -> httpx.Response:
        return await self.client.ask("POST", self.timers_path, json=timer_body(*texts, **changes))

    async def make(self, *texts: str, **changes: object) -> Json:
        response = await self.post(*texts, **changes)
        assert response.status_code == 201, response.text
        return response.json()

    async def save(self, saved: Json, *, revision: int | None = None, **changes: object) -> httpx.Response:
        fields = set(timer_body()) | {"spread_minutes", "pick", "response_type", "enabled"}
        body = {name: value for name, value in saved.items() if name in fields} | changes
        query = {} if revision is None else {"revision": revision}
        return await self.client.ask("PUT", f"{self.timers_path}/{saved['id']}", json=body, params=query)

    async def switch(self, saved: Json, *, enabled: bool) -> httpx.Response:
        return await self.client.ask(
            "PUT", f"{self.timers_path}/enabled", json={"ids": [saved["id"]], "enabled": enabled}
        )

    async def run(self, saved: Json) -> httpx.Response:
        return await self.client.ask("POST", f"{self.timers_path}/{saved['id']}/run")

    async def get(self, saved: Json) -> Json:
        return await self.client.get(f"{self.timers_path}/{saved['id']}")

    async def list_timers(self) -> list[Json]:
        return (await self.client.get(self.timers_path))["records"]

    async def connect_without_running(self, provider: str) -> None:
        """Connects the account on a server without a supervisor, where no connection ever runs."""
        response = await self.client.connect("junoplays", channel_id=self.channel_id, provider=provider)
        self.connections[provider] = response["channel_provider_id"]

    async def on_restarted_server(self, greenroom: GreenroomServer) -> "TimerChannel":
        client = ApiClient(greenroom, (await greenroom.client()).http, self.client.token)
        return TimerChannel(greenroom, client, self.channel_id, self.connections)

    async def count_sent_messages(self) -> int:
        """Number of messages that were sent on Twitch through its API."""
        return len(await recorded_events(self.greenroom, "chat_sent"))

    @asynccontextmanager
    async def timer_events(self) -> AsyncGenerator["TimerEvents"]:
        async with self.client.socket("/live") as socket:
            await socket.subscribe(self.channel_id, "timers")
            yield TimerEvents(socket)


class TimerEvents(LiveEvents):
    async def wait_for_run(self, saved: Json, *states: str, position: int = 0) -> Json:
        """Waits for a run that posted the message at `position` with results in these states; returns the timer."""

        def fits(event: Json) -> bool:
            if event["type"] != "timer_ran" or event["timer"]["id"] != saved["id"] or event["timer"]["is_running"]:
                return False
            timer = event["timer"]
            return timer["last_position"] == position and [one["state"] for one in timer["last_results"]] == [*states]

        return (await self.until(fits))["timer"]

    async def wait_for_skip(self, saved: Json) -> str:
        def fits(event: Json) -> bool:
            return event["type"] == "timer_ran" and event["timer"]["id"] == saved["id"] and event["timer"]["last_skip"]

        return (await self.until(fits))["timer"]["last_skip"]["reason"]


@asynccontextmanager
async def running_scheduler(greenroom: GreenroomServer, clock: Clock | None = None) -> AsyncGenerator[TimerScheduler]:
    """The scheduler of another process on the same timers; it polls only when the test calls `poll`."""
    url = greenroom.kernel.database.engine.url.render_as_string(hide_password=False)
    database = Database(url, greenroom.kernel.bus.publish)
    kernel = replace(greenroom.kernel, owner="another", database=database, clock=clock or greenroom.kernel.clock)
    installed = {one.info.provider: cast("Platform", one) for one in greenroom.platforms}
    sender = Sender(kernel, greenroom.platforms, installed)
    scheduler = TimerScheduler(kernel, greenroom.platforms, sender, VariableRegistry())
    try:
        yield scheduler
    finally:
        await scheduler.stop()
        await sender.stop()
        await kernel.database.close()
