"""The page of a widget: its JavaScript, its frames with a busy chat, and the time from an event to its alert."""

import asyncio
import statistics
import time

import uvloop

from bench.browser.driven_page import DrivenPage, Json, driven_page
from bench.browser.first_load import KILOBYTE
from bench.figures import Figure, Figures
from bench.live_channel import STREAMER, LiveChannel, live_channel
from greenroom.kernel.tasks.background import spawn

MESSAGE_RATE = 200
WARM_UP_SECONDS, FRAME_SECONDS = 5, 20
ALERTS = 50
# Viewers of the first raid; raids of the rehearsal's audience are smaller.
FIRST_RAID = 10_000


def measure_widget_page() -> Figures:
    return uvloop.run(_measure())


async def _measure() -> Figures:
    async with live_channel() as channel, driven_page("measure/widget.mjs") as page:
        await channel.set_rate(MESSAGE_RATE)
        await page.run("open", url=await _new_widget_url(channel, "chat", {}), selector=".chat-line")
        javascript = (await page.run("javascript"))["gzip"]
        await asyncio.sleep(WARM_UP_SECONDS)
        frames = (await page.run("frames", seconds=FRAME_SECONDS))["frames"]
        latencies = sorted(await _alert_latencies(channel, page))
        await channel.set_rate(0)
    return {
        "widget-javascript": Figure(javascript / KILOBYTE),
        "widget-frame": Figure(statistics.median(frames)),
        "alert": Figure(latencies[int(len(latencies) * 0.99)], (f"median {statistics.median(latencies):.0f} ms",)),
    }


async def _new_widget_url(channel: LiveChannel, type_name: str, settings: Json) -> str:
    body = {"name": f"Bench {type_name}", "type": type_name, "settings": settings}
    widget = await channel.call("POST", f"/channels/{channel.channel_id}/widgets", json=body)
    key = await channel.call("GET", f"/channels/{channel.channel_id}/widgets/{widget['id']}/key")
    return f"{channel.origin}{key['path']}"


async def _alert_latencies(channel: LiveChannel, page: DrivenPage) -> list[float]:
    """Milliseconds from the platform's event to the paint of each alert, while the chat is busy."""
    variants = [{"text": "{count}", "duration_seconds": 2}]
    rules = [{"name": "Raids", "kinds": ["raid"], "min_count": FIRST_RAID, "variants": variants}]
    url = await _new_widget_url(channel, "alerts", {"rules": rules, "gap_seconds": 0})
    await page.run("open", url=url, selector=".alerts")
    widget_id = url.partition("#")[0].rpartition("/")[2]
    latencies: list[float] = []
    for number in range(FIRST_RAID, FIRST_RAID + ALERTS):
        painted = spawn(page.run("alert", text=f"{number:,}"), name="alert")
        sent_at = time.time() * 1_000
        await channel.control("/twitch/raid", login=STREAMER, viewer="odalys_", viewers=number)
        latencies.append((await painted)["painted_at"] - sent_at)
        await channel.call("POST", f"/channels/{channel.channel_id}/widgets/{widget_id}/alerts/skip")
    return latencies
