"""What the person in front of the chat gets: how late a line is, and how smooth the screen stays when it is loud."""

import asyncio
import json
import os
from typing import Any

import uvloop

from bench.live_channel import STREAMER, Evening, evening
from bench.figures import Figure, Figures
from bench.browser.first_load import E2E, chromium

MEGABYTE = 1_000_000
CALM, LOUD = 200, 500
CALM_SECONDS, LOUD_SECONDS = 20, 60
# What a browser needs to warm up; the heap is compared from here on.
SETTLE_SECONDS = 10

Seen = dict[str, Any]


def measure_chat_screen() -> Figures:
    calm = uvloop.run(_look(CALM, CALM_SECONDS))
    loud = uvloop.run(_look(LOUD, LOUD_SECONDS))
    frames = loud["frames"] + loud["dropped"]
    grown = (loud["heap_after"] - loud["heap_before"]) / MEGABYTE
    middle = f"half within {calm['latency_p50']:.0f} ms, {calm['lines']} lines"
    heap = f"{loud['heap_before'] / MEGABYTE:.0f} MB, then {loud['heap_after'] / MEGABYTE:.0f} MB"
    return {
        "latency": Figure(calm["latency_p99"], (middle,)),
        "chat-frame": Figure(loud["frame_p50"], (f"{loud['frames']} frames, {loud['lines']} lines",)),
        "chat-frame-p99": Figure(loud["frame_p99"]),
        "chat-dropped": Figure(loud["dropped"] / frames * 100),
        "chat-behind": Figure(loud["worst_behind"] / 1000),
        "chat-heap": Figure(grown, (heap,)),
    }


async def _look(per_second: float, seconds: float) -> Seen:
    async with evening() as one:
        process = await asyncio.create_subprocess_exec(
            "node",
            "measure/chat.mjs",
            cwd=E2E,
            env={**os.environ, "CHROME_PATH": chromium()},
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        try:
            return await _watch(one, process, per_second, seconds)
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()


async def _watch(one: Evening, process: asyncio.subprocess.Process, per_second: float, seconds: float) -> Seen:
    assert process.stdin is not None
    assert process.stdout is not None
    # A chat in which nothing was said shows no list.
    await one.rehearse("/twitch/say", login=STREAMER, text="Good evening")
    url = f"{one.origin}/channels/{one.channel_id}/chat"
    order = {"url": url, "token": one.token, "seconds": seconds, "settle": SETTLE_SECONDS}
    process.stdin.write(json.dumps(order).encode() + b"\n")
    if (await process.stdout.readline()).strip() != b"open":
        raise SystemExit("The chat screen of the bench did not open.")
    await one.rehearse("/twitch/rate", per_second=per_second)
    process.stdin.write(b"begin\n")
    found = await process.stdout.readline()
    await one.rehearse("/twitch/rate", per_second=0)
    return json.loads(found)
