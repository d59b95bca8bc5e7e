"""Processes that run connections get reports of the channels that are open on a screen, at once and repeatedly."""

import asyncio

from greenroom.accounts.topics import SCREENS_OPEN
from greenroom.chat.connections.screen_reports import MIN_REPORT_SECONDS, REPORT_SECONDS, ScreenReports
from greenroom.kernel.bus.bus import Bus, MemoryBus
from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer
from support.waiting import MAX_WAIT_SECONDS, wait_until


class ReceivedReports:
    def __init__(self, bus: Bus) -> None:
        self.queue: asyncio.Queue[str] = asyncio.Queue()
        bus.subscribe(lambda _, payload: self.queue.put_nowait(payload.decode()), SCREENS_OPEN)

    async def next(self) -> str:
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            return await self.queue.get()


async def test_opening_a_screen_of_a_channel_is_reported_at_once(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    reports = ReceivedReports(greenroom.kernel.bus)
    async with owner.socket(f"/channels/{channel_id}/providers-ws"):
        assert await reports.next() == channel_id


async def test_open_screen_is_reported_again_and_a_closed_one_is_not(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, clock: FrozenClock
) -> None:
    bus, intervals = MemoryBus(), asyncio.Queue[asyncio.Event]()
    reports = ReceivedReports(bus)

    async def sleep(seconds: float) -> None:
        assert seconds == REPORT_SECONDS
        over = asyncio.Event()
        intervals.put_nowait(over)
        await over.wait()

    screen_reports = ScreenReports(greenroom.kernel.hub, bus, sleep, lambda: clock().timestamp())
    async with owner.socket(f"/channels/{channel_id}/providers-ws"):
        assert await reports.next() == channel_id
        screen_reports.start()
        clock.advance(REPORT_SECONDS)
        (await intervals.get()).set()
        assert await reports.next() == channel_id
    await wait_until(lambda: not greenroom.kernel.hub.counts.sockets)
    clock.advance(REPORT_SECONDS)
    (await intervals.get()).set()
    await intervals.get()
    assert reports.queue.empty()
    await screen_reports.stop()


async def test_channel_is_reported_once_in_the_minimum_time_however_often_its_screen_subscribes(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, clock: FrozenClock
) -> None:
    other_id, bus = await owner.create_channel("Side Stage"), MemoryBus()
    reports = ReceivedReports(bus)
    screen_reports = ScreenReports(greenroom.kernel.hub, bus, now=lambda: clock().timestamp())
    async with owner.socket("/live") as socket:

        async def subscribe(*channel_ids: str) -> None:
            for one in channel_ids:
                await socket.send({"type": "subscribe", "topic": f"{one}:providers"})
                await socket.receive()

        await subscribe(channel_id, channel_id, channel_id, other_id)
        assert [await reports.next(), await reports.next()] == [channel_id, other_id]
        clock.advance(MIN_REPORT_SECONDS)
        await subscribe(channel_id)
        assert await reports.next() == channel_id
    await screen_reports.stop()
