"""WebSocket subscribers: a program that reads its configuration as JSON, prints `ready`, and receives until killed."""

import asyncio
import json
import re
import sys
import time
from datetime import datetime
from pathlib import Path
from typing import Any, cast

from websockets.asyncio.client import connect

from bench.host_steal import stolen_seconds

PROTOCOL = "greenroom.v1"
SENT_AT = re.compile(r'"sent_at":"([^"]+)"')


class DelayLog:
    """A file with a line for each frame with messages; without a path nothing is written."""

    def __init__(self, path: str) -> None:
        # Each line is written at once, because this process is killed.
        self._file = Path(path).open("w", buffering=1) if path else None  # noqa: SIM115  # open as long as the process
        self._stolen = stolen_seconds()

    def add(self, frame: str) -> None:
        """Writes when the frame was received, and its largest delay in ms, with and without what the host took."""
        if self._file is None:
            return
        now, stolen = time.time(), stolen_seconds()
        if sent := [datetime.fromisoformat(one).timestamp() for one in SENT_AT.findall(frame)]:
            delay = (now - min(sent)) * 1_000
            self._file.write(f"{now},{delay},{max(delay - (stolen - self._stolen) * 1_000, 0)}\n")
        self._stolen = stolen


async def subscribe(url: str, token: str, topic: str, ready: asyncio.Event, log: DelayLog) -> None:
    offered = cast("Any", [PROTOCOL, f"bearer.{token}"])  # the library has a NewType for it
    async with connect(url, subprotocols=offered, compression=None, open_timeout=None, ping_timeout=None) as socket:
        await socket.send(json.dumps({"type": "subscribe", "topic": topic}))
        await socket.recv()
        ready.set()
        async for frame in socket:
            log.add(cast("str", frame))


async def main() -> None:
    config = json.loads(sys.stdin.readline())
    log = DelayLog(config["delays"])
    events = [asyncio.Event() for _ in range(config["count"])]
    async with asyncio.TaskGroup() as group:
        for event in events:
            group.create_task(subscribe(config["url"], config["token"], config["topic"], event, log))
        for event in events:
            await event.wait()
        print("ready", flush=True)


if __name__ == "__main__":
    asyncio.run(main())
