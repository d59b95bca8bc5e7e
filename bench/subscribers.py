"""Browsers that only listen: connects as told on the first line of its input, says `ready`, and reads for ever."""

import asyncio
import json
import sys
from typing import Any, cast

from websockets.asyncio.client import connect

PROTOCOL = "greenroom.v1"


async def listen(url: str, token: str, topic: str, ready: asyncio.Event) -> None:
    offered = cast("Any", [PROTOCOL, f"bearer.{token}"])  # a new type around str
    async with connect(url, subprotocols=offered, compression=None) as socket:
        await socket.send(json.dumps({"type": "subscribe", "topic": topic}))
        await socket.recv()
        ready.set()
        async for _ in socket:
            pass


async def main() -> None:
    order = json.loads(sys.stdin.readline())
    events = [asyncio.Event() for _ in range(order["count"])]
    async with asyncio.TaskGroup() as group:
        for event in events:
            group.create_task(listen(order["url"], order["token"], order["topic"], event))
        for event in events:
            await event.wait()
        print("ready", flush=True)


if __name__ == "__main__":
    asyncio.run(main())
