"""CPU time of the screen of a queue with a thousand viewers: while it scrolls, and when an entry is moved by key."""

import asyncio
from uuid import UUID

import uvloop

from bench.browser.driven_page import driven_page
from bench.figures import Figure, Figures
from bench.live_channel import LiveChannel, live_channel
from greenroom.features.queues.chat.admission import JoinRequest, join
from greenroom.kernel.tasks.background import spawn

VIEWERS = 1_000
SCROLL_SECONDS = 10
# Viewers of a raid join while the list is scrolled.
JOINS_PER_SECOND = 20
MOVES = 20
FRAMES_PER_SECOND = 60


def measure_queue_screen() -> Figures:
    return uvloop.run(_measure())


async def _measure() -> Figures:
    async with live_channel() as channel, driven_page("measure/queue.mjs") as page:
        queue_id = await _open_queue(channel)
        await _join(channel, queue_id, range(VIEWERS))
        url = f"{channel.origin}/channels/{channel.channel_id}/queues/{queue_id}"
        await page.run("open", url=url, token=channel.token)
        joining = spawn(_keep_joining(channel, queue_id), name="viewers_join")
        scrolled = (await page.run("scroll", seconds=SCROLL_SECONDS))["cpu_ms"]
        joining.cancel()
        moved = (await page.run("move", times=MOVES))["cpu_ms"]
    return {
        "queue-frame": Figure(scrolled / (SCROLL_SECONDS * FRAMES_PER_SECOND)),
        "queue-move": Figure(moved / MOVES),
    }


async def _open_queue(channel: LiveChannel) -> UUID:
    path = f"/channels/{channel.channel_id}/queues"
    queue = await channel.call("POST", path, json={"name": "Bench"})
    await channel.call("PUT", f"{path}/{queue['id']}/open", json={"open": True})
    return UUID(queue["id"])


async def _join(channel: LiveChannel, queue_id: UUID, numbers: range) -> None:
    kernel = channel.kernel
    async with kernel.database.write() as session:
        for number in numbers:
            name = f"viewer{number}"
            viewer = JoinRequest(
                ("twitch", str(number)), name, name, is_subscriber=False, text="a note", message_ref=None
            )
            await join(session, UUID(channel.channel_id), queue_id, viewer, kernel.clock())


async def _keep_joining(channel: LiveChannel, queue_id: UUID) -> None:
    number = VIEWERS
    while True:
        await _join(channel, queue_id, range(number, number + 1))
        number += 1
        await asyncio.sleep(1 / JOINS_PER_SECOND)
