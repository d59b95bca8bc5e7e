"""Probes are rare unless a channel is live or open on a screen; whoever opens one gets a probe at once."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from typing import cast

from greenroom.chat.connections.outages import OutageWatch
from greenroom.chat.connections.rules import Timings, longest_detection_seconds
from greenroom.chat.protocol.platform import Platform
from greenroom.kernel.ids import new_id
from greenroom.kernel.tasks.background import BackgroundTasks
from greenroom.tenancy.platforms import PlatformUnavailable, RateLimited
from support.pipeline import FAKE_PLATFORM
from support.probe_pauses import ProbePauses
from support.waiting import MAX_WAIT_SECONDS

TIMINGS = Timings()
SOON, RARELY = TIMINGS.probe_seconds, TIMINGS.idle_probe_seconds
CHANNEL, CONNECTION = new_id(), new_id()


class ProbedPlatform:
    info = FAKE_PLATFORM

    def __init__(self) -> None:
        self.probes = 0
        self.failure: Exception | None = None

    async def probe(self) -> None:
        self.probes += 1
        if self.failure is not None:
            raise self.failure


class Watched:
    """One connection to a platform, and the clock of its probes."""

    def __init__(self) -> None:
        self.platform = ProbedPlatform()
        self.pauses = ProbePauses()
        self.seconds = 0.0
        self.watch = OutageWatch(cast("Platform", self.platform), TIMINGS, self.pauses, lambda: self.seconds)


@contextlib.asynccontextmanager
async def watched() -> AsyncGenerator[Watched]:
    one, tasks = Watched(), BackgroundTasks()
    with one.watch.watching(CONNECTION, CHANNEL):
        tasks.start(one.watch.run(), name="outages")
        await one.pauses.until_paused(RARELY)
        yield one
        await tasks.stop()


async def test_channel_that_no_one_looks_at_is_probed_rarely() -> None:
    async with watched() as one:
        await one.pauses.end(RARELY)
        await one.pauses.until_paused(RARELY)
        assert one.platform.probes == 1


async def test_first_screen_gets_a_probe_at_once_and_then_often() -> None:
    async with watched() as one:
        one.platform.failure = PlatformUnavailable("down")
        one.watch.screens_open([CHANNEL])
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            await one.watch.until_down()
        await one.pauses.until_paused(SOON)
        assert one.platform.probes == TIMINGS.probe_attempts


async def test_further_reports_of_screens_cause_no_further_probe() -> None:
    async with watched() as one:
        for _ in range(3):
            one.watch.screens_open([CHANNEL])
            await one.pauses.until_paused(SOON)
        assert one.platform.probes == 1


async def test_screen_of_a_channel_without_this_platform_does_not_matter() -> None:
    async with watched() as one:
        one.watch.screens_open([new_id()])
        await one.pauses.end(RARELY)
        await one.pauses.until_paused(RARELY)


async def test_probes_are_rare_again_when_the_screen_is_closed() -> None:
    async with watched() as one:
        one.watch.screens_open([CHANNEL])
        await one.pauses.until_paused(SOON)
        one.seconds = TIMINGS.screen_seconds
        await one.pauses.end(SOON)
        await one.pauses.until_paused(RARELY)


async def test_live_channel_is_probed_often_until_the_stream_ends() -> None:
    async with watched() as one:
        one.watch.set_live(CONNECTION, is_live=True)
        await one.pauses.end(SOON)
        await one.pauses.until_paused(SOON)
        one.watch.set_live(CONNECTION, is_live=False)
        await one.pauses.end(SOON)
        await one.pauses.until_paused(RARELY)


async def test_connection_of_a_channel_that_is_open_on_a_screen_is_probed_at_once() -> None:
    async with watched() as one:
        other = new_id()
        one.watch.screens_open([other])
        with one.watch.watching(new_id(), other):
            await one.pauses.until_paused(SOON)


async def test_pause_that_the_platform_asked_for_is_not_cut_short() -> None:
    async with watched() as one:
        one.platform.failure = RateLimited(after_seconds=30)
        await one.pauses.end(RARELY)
        await one.pauses.until_paused(RARELY)
        one.watch.screens_open([CHANNEL])
        for _ in range(5):
            await asyncio.sleep(0)
        assert one.platform.probes == 1


def test_whoever_opens_a_screen_sees_an_outage_within_ten_seconds() -> None:
    assert longest_detection_seconds(TIMINGS) <= 10
