"""WebSocket subscribers: a program that reads its configuration as JSON, prints `ready`, and receives until killed."""

import asyncio
import json
import sys
from typing import Any, cast

from websockets.asyncio.client import connect

PROTOCOL = "greenroom.v1"


async def subscribe(url: str, token: str, topic: str, ready: asyncio.Event) -> None:
    offered = cast("Any", [PROTOCOL, f"bearer.{token}"])  # the library has a NewType for it
    async with connect(url, subprotocols=offered, compression=None, open_timeout=None, ping_timeout=None) as socket:
        await socket.send(json.dumps({"type": "subscribe", "topic": topic}))
        await socket.recv()
        ready.set()
        async for _ in socket:
            pass


async def main() -> None:
    config = json.loads(sys.stdin.readline())
    events = [asyncio.Event() for _ in range(config["count"])]
    async with asyncio.TaskGroup() as group:
        for event in events:
            group.create_task(subscribe(config["url"], config["token"], config["topic"], event))
        for event in events:
            await event.wait()
        print("ready", flush=True)


if __name__ == "__main__":
    asyncio.run(main())
