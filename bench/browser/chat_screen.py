"""Latency of the chat page, and its frames and heap at a high message rate."""

import asyncio
import contextlib
import statistics
from collections.abc import AsyncGenerator

import uvloop

from bench.browser.driven_page import DrivenPage, Json, driven_page
from bench.figures import Figure, Figures, NoFigure
from bench.live_channel import LiveChannel, live_channel
from bench.sustained_rate import SustainedRate

MEGABYTE = 1_000_000
LATENCY_MESSAGE_RATE, FRAMES_MESSAGE_RATE = 200, 500
LATENCY_ROUNDS = 9
LATENCY_SECONDS, FRAME_SECONDS = 5, 60
# Time for a new page to compile its scripts and for its heap to reach the usual size; a round needs only a moment.
WARM_UP_SECONDS, ROUND_WARM_UP_SECONDS = 10, 1


class ChatPage:
    """The chat page of a channel."""

    def __init__(self, channel: LiveChannel, page: DrivenPage) -> None:
        self._channel = channel
        self.run = page.run

    async def open(self, per_second: float) -> None:
        """Opens the page while messages arrive, because without messages it shows no list."""
        await self._channel.set_rate(per_second)
        url = f"{self._channel.origin}/channels/{self._channel.channel_id}/chat"
        await self.run("open", url=url, token=self._channel.token)
        await asyncio.sleep(WARM_UP_SECONDS)

    async def measure(self, seconds: float) -> Json:
        measured = await self.run("measure", seconds=seconds)
        if not measured["lines"]:
            raise NoFigure(f"The chat page painted no line in {seconds} s.")
        return measured


def measure_chat_screen() -> Figures:
    return uvloop.run(_measure_latency()) | uvloop.run(_measure_frames())


@contextlib.asynccontextmanager
async def _chat_page() -> AsyncGenerator[tuple[LiveChannel, ChatPage]]:
    async with live_channel() as channel, driven_page("measure/chat.mjs") as page:
        yield channel, ChatPage(channel, page)


async def _measure_latency() -> dict[str, Figure]:
    rate = SustainedRate(LATENCY_MESSAGE_RATE)
    async with _chat_page() as (channel, page):
        await page.open(LATENCY_MESSAGE_RATE)
        rounds = [
            await rate.run(lambda per_second: _latency_round(channel, page, per_second)) for _ in range(LATENCY_ROUNDS)
        ]
    ratio = statistics.median(greenroom["latency_p99"] / alone["latency_p99"] for greenroom, alone in rounds)
    greenroom, alone = (statistics.median(one[part]["latency_p99"] for one in rounds) for part in (0, 1))
    p50 = statistics.median(measured["latency_p50"] for measured, _ in rounds)
    details = (
        f"{greenroom:.0f} ms (half within {p50:.0f} ms), the page alone {alone:.0f} ms, at {rate.per_second:.0f}/s"
    )
    return {"latency": Figure(ratio, (details,)), "latency-page": Figure(alone)}


async def _latency_round(channel: LiveChannel, page: ChatPage, per_second: float) -> tuple[Json, Json]:
    """Measures the page with lines from Greenroom, then with the same lines from a bare socket."""
    await channel.set_rate(per_second)
    await asyncio.sleep(ROUND_WARM_UP_SECONDS)
    greenroom = await page.measure(LATENCY_SECONDS)
    await channel.drain()
    await page.run("startFeed", per_second=per_second)
    await asyncio.sleep(ROUND_WARM_UP_SECONDS)
    alone = await page.measure(LATENCY_SECONDS)
    await page.run("stopFeed")
    return greenroom, alone


async def _measure_frames() -> dict[str, Figure]:
    async with _chat_page() as (channel, page):
        await page.open(FRAMES_MESSAGE_RATE)
        before = (await page.run("heap"))["bytes"] / MEGABYTE
        measured = await page.measure(FRAME_SECONDS)
        after = (await page.run("heap"))["bytes"] / MEGABYTE
        await channel.set_rate(0)
    frames = measured["frames"] + measured["dropped"]
    return {
        "chat-frame": Figure(measured["frame_p50"], (f"{measured['frames']} frames, {measured['lines']} lines",)),
        "chat-frame-p99": Figure(measured["frame_p99"]),
        "chat-dropped": Figure(measured["dropped"] / frames * 100),
        "chat-behind": Figure(measured["worst_behind"] / 1000),
        "chat-heap": Figure(after - before, (f"{before:.0f} MB, then {after:.0f} MB",)),
    }
