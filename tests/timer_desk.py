"""Somebody who keeps the timers of a channel, and hears what they say."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import cast

import httpx

from greenroom.chat.extensions import Registry
from greenroom.chat.platform import Platform
from greenroom.chat.sender import Sender
from greenroom.features.timers.running import Runner
from greenroom.features.timers.wording import Wording
from greenroom.kernel.db import Database
from house import House, Json, Visitor
from moderation_desk import Crew, Ears
from sending_desk import happened

# Where Twitch takes messages.
CHAT = "/twitch/helix/chat/messages"


def timer_body(*texts: str, **changes: object) -> Json:
    """Says it every ten minutes, however quiet the chat is."""
    messages = [{"text": text} for text in texts or ("Drink some water",)]
    return {"name": "Water", "messages": messages, "interval_minutes": 10, "min_chat_messages": 0, **changes}


@dataclass
class TimerDesk(Crew):
    @property
    def timers(self) -> str:
        return f"{self.path}/timers"

    async def post(self, *texts: str, **changes: object) -> httpx.Response:
        return await self.visitor.ask("POST", self.timers, json=timer_body(*texts, **changes))

    async def make(self, *texts: str, **changes: object) -> Json:
        answer = await self.post(*texts, **changes)
        assert answer.status_code == 201, answer.text
        return answer.json()

    async def save(self, saved: Json, *, revision: int | None = None, **changes: object) -> httpx.Response:
        fields = set(timer_body()) | {"spread_minutes", "pick", "active_mode", "response_type", "enabled"}
        body = {name: value for name, value in saved.items() if name in fields} | changes
        query = {} if revision is None else {"revision": revision}
        return await self.visitor.ask("PUT", f"{self.timers}/{saved['id']}", json=body, params=query)

    async def switch(self, saved: Json, *, enabled: bool) -> httpx.Response:
        return await self.visitor.ask("PUT", f"{self.timers}/enabled", json={"ids": [saved["id"]], "enabled": enabled})

    async def run(self, saved: Json) -> httpx.Response:
        return await self.visitor.ask("POST", f"{self.timers}/{saved['id']}/run")

    async def get(self, saved: Json) -> Json:
        return await self.visitor.get(f"{self.timers}/{saved['id']}")

    async def listed(self) -> list[Json]:
        return (await self.visitor.get(self.timers))["records"]

    async def connect_quietly(self, provider: str) -> None:
        """Without anybody who listens there."""
        answer = await self.visitor.connect("junoplays", channel_id=self.channel_id, provider=provider)
        self.connections[provider] = answer["channel_provider_id"]

    async def in_house(self, house: House) -> "TimerDesk":
        """The same person after the server was started again."""
        visitor = Visitor(house, (await house.visitor()).http, self.visitor.token)
        return TimerDesk(house, visitor, self.channel_id, self.connections)

    async def said(self) -> int:
        """How often the bot has written at Twitch."""
        return len(await happened(self.house, "chat_sent"))

    @asynccontextmanager
    async def hearing(self) -> AsyncGenerator["TimerEars"]:
        async with self.visitor.socket("/live") as line:
            await line.say({"type": "subscribe", "topic": f"{self.channel_id}:timers"})
            while (await line.hear())["type"] != "subscribed":
                pass
            yield TimerEars(line)


class TimerEars(Ears):
    async def ran(self, saved: Json, *states: str, position: int = 0) -> Json:
        """The timer, once the last run said that message and has these results, in this order."""

        def fits(event: Json) -> bool:
            if event["type"] != "timer_ran" or event["timer"]["id"] != saved["id"] or event["timer"]["is_running"]:
                return False
            timer = event["timer"]
            return timer["last_position"] == position and [one["state"] for one in timer["last_results"]] == [*states]

        return (await self.until(fits))["timer"]

    async def skipped(self, saved: Json) -> str:
        def fits(event: Json) -> bool:
            return event["type"] == "timer_ran" and event["timer"]["id"] == saved["id"] and event["timer"]["last_skip"]

        return (await self.until(fits))["timer"]["last_skip"]["reason"]


@asynccontextmanager
async def clockwork(house: House) -> AsyncGenerator[Runner]:
    """Another process that works on the same timers, and looks when it is told to."""
    url = house.kernel.database.engine.url.render_as_string(hide_password=False)
    kernel = replace(house.kernel, owner="another", database=Database(url, house.kernel.bus.publish))
    installed = {one.info.provider: cast("Platform", one) for one in house.platforms}
    sender = Sender(kernel, house.platforms, installed)
    runner = Runner(kernel, house.platforms, sender, Wording(Registry(())))
    try:
        yield runner
    finally:
        await runner.stop()
        await sender.stop()
        await kernel.database.close()
