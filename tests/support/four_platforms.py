"""One channel that streams on four platforms, and helpers to read its chat."""

import json
from collections.abc import Callable

from support.greenroom_server import ApiClient, GreenroomServer, Json, LiveSocket
from support.waiting import wait_until

PLATFORMS = ("twitch", "youtube", "kick", "tiktok")
LOGIN = "junoplays"


async def go_live_everywhere(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, platforms: tuple[str, ...] = PLATFORMS
) -> None:
    """Goes live on each platform and connects it; returns when all are shown as live."""
    if "kick" in platforms:
        await greenroom.control("/kick/webhook-url", url=f"{greenroom.url}/webhooks/kick")
    for provider in platforms:
        await greenroom.control(f"/{provider}/go-live", login=LOGIN)
        if provider == "tiktok":
            body = {"provider": provider, "handle": LOGIN}
            assert (await owner.ask("POST", f"/channels/{channel_id}/providers", json=body)).status_code == 201
        else:
            await owner.connect(LOGIN, channel_id=channel_id, provider=provider)

    async def are_live() -> bool:
        return all(one["is_live"] for one in await owner.get(f"/channels/{channel_id}/providers"))

    await wait_until(are_live)


class Listener:
    """The live events of a browser on the chat page."""

    def __init__(self, socket: LiveSocket) -> None:
        self._socket = socket
        self.events: list[Json] = []

    async def subscribe(self, topic: str) -> None:
        await self._socket.send({"type": "subscribe", "topic": topic})
        await self._socket.receive()

    async def until(self, fits: Callable[[Json], bool]) -> Json:
        """Returns the first event that `fits` accepts, and waits for it if it has not been received yet."""
        seen = 0
        while True:
            for event in self.events[seen:]:
                if fits(event):
                    return event
            seen = len(self.events)
            self.events += (await self._socket.receive()).get("events", [])

    async def line(self, text: str) -> Json:
        event = await self.until(lambda event: event["type"] == "line" and text in _full_text(event["line"]))
        return event["line"]

    def lines(self) -> list[Json]:
        return [event["line"] for event in self.events if event["type"] == "line"]


def _full_text(line: Json) -> str:
    return f"{line.get('headline', '')} {line['text']}"


async def stored_lines(greenroom: GreenroomServer) -> list[Json]:
    """Stored lines with their removals, in the order in which they were stored."""
    rows = await greenroom.rows("SELECT payload, removal FROM chat_messages ORDER BY id")
    return [
        {**json.loads(row["payload"]), "removal": json.loads(row["removal"]) if row["removal"] else None}
        for row in rows
    ]
