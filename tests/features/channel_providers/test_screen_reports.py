"""Processes that run connections are told which channels are open on a screen, at once and again and again."""

import asyncio

from greenroom.chat.connections.screen_reports import REPORT_SECONDS, ScreenReports
from greenroom.tenancy.topics import SCREENS_OPEN
from support.greenroom_server import ApiClient, GreenroomServer
from support.waiting import MAX_WAIT_SECONDS


class Reports:
    def __init__(self, greenroom: GreenroomServer) -> None:
        self.queue: asyncio.Queue[str] = asyncio.Queue()
        greenroom.kernel.bus.subscribe(lambda _, payload: self.queue.put_nowait(payload.decode()), SCREENS_OPEN)

    async def next(self) -> str:
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            return await self.queue.get()


async def test_opening_a_screen_of_a_channel_is_reported_at_once(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    reports = Reports(greenroom)
    async with owner.socket(f"/channels/{channel_id}/providers-ws"):
        assert await reports.next() == channel_id


async def test_open_screen_is_reported_again_and_a_closed_one_is_not(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    reports, intervals = Reports(greenroom), asyncio.Queue[asyncio.Event]()

    async def sleep(seconds: float) -> None:
        assert seconds == REPORT_SECONDS
        over = asyncio.Event()
        intervals.put_nowait(over)
        await over.wait()

    repeating = ScreenReports(greenroom.kernel.hub, greenroom.kernel.bus, sleep)
    async with owner.socket(f"/channels/{channel_id}/providers-ws"):
        # From the server's own reports, and from these.
        assert {await reports.next(), await reports.next()} == {channel_id}
        repeating.start()
        (await intervals.get()).set()
        assert await reports.next() == channel_id
    async with asyncio.timeout(MAX_WAIT_SECONDS):
        while greenroom.kernel.hub.counts.sockets:  # noqa: ASYNC110  # there is no event to await
            await asyncio.sleep(0.001)
    (await intervals.get()).set()
    await intervals.get()
    assert reports.queue.empty()
    await repeating.stop()
