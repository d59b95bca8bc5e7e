"""Probes are rare unless a channel is live or open on a screen; opening a screen causes a probe at once."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from typing import cast

import pytest

from greenroom.accounts.platforms import PlatformUnavailable, RateLimited
from greenroom.chat.connections.outages import OutageWatch
from greenroom.chat.connections.rules import Timings
from greenroom.chat.protocol.platform import Platform
from greenroom.kernel.ids import new_id
from greenroom.kernel.tasks.background import BackgroundTasks
from support.pipeline import FAKE_PLATFORM
from support.probe_pauses import ProbePauses
from support.virtual_time import run_in_virtual_time
from support.waiting import MAX_WAIT_SECONDS

TIMINGS = Timings()
SHORT_PAUSE, LONG_PAUSE = TIMINGS.probe_seconds, TIMINGS.idle_probe_seconds
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


class WatchedConnection:
    """One connection to a platform, and the clock of its probes."""

    def __init__(self) -> None:
        self.platform = ProbedPlatform()
        self.pauses = ProbePauses()
        self.seconds = 0.0
        self.watch = OutageWatch(cast("Platform", self.platform), TIMINGS, self.pauses, lambda: self.seconds)


@contextlib.asynccontextmanager
async def watched_connection() -> AsyncGenerator[WatchedConnection]:
    connection, tasks = WatchedConnection(), BackgroundTasks()
    with connection.watch.watching(CONNECTION, CHANNEL):
        tasks.start(connection.watch.run(), name="outages")
        await connection.pauses.until_paused(LONG_PAUSE)
        yield connection
        await tasks.stop()


async def test_channel_that_is_open_on_no_screen_is_probed_rarely() -> None:
    async with watched_connection() as connection:
        await connection.pauses.end(LONG_PAUSE)
        await connection.pauses.until_paused(LONG_PAUSE)
        assert connection.platform.probes == 1


async def test_opening_a_screen_in_an_outage_detects_it_at_once_and_makes_probes_frequent() -> None:
    async with watched_connection() as connection:
        connection.platform.failure = PlatformUnavailable("down")
        connection.watch.record_open_screens([CHANNEL])
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            await connection.watch.until_down()
        await connection.pauses.until_paused(SHORT_PAUSE)
        assert connection.platform.probes == TIMINGS.probe_attempts


async def test_further_reports_that_the_screen_is_open_cause_no_further_probe() -> None:
    async with watched_connection() as connection:
        for _ in range(3):
            connection.watch.record_open_screens([CHANNEL])
            await connection.pauses.until_paused(SHORT_PAUSE)
        assert connection.platform.probes == 1


async def test_screen_of_a_channel_without_this_platform_causes_no_probe() -> None:
    async with watched_connection() as connection:
        connection.watch.record_open_screens([new_id()])
        await connection.pauses.end(LONG_PAUSE)
        await connection.pauses.until_paused(LONG_PAUSE)


async def test_probes_are_rare_again_when_the_screen_is_closed() -> None:
    async with watched_connection() as connection:
        connection.watch.record_open_screens([CHANNEL])
        await connection.pauses.until_paused(SHORT_PAUSE)
        connection.seconds = TIMINGS.screen_seconds
        await connection.pauses.end(SHORT_PAUSE)
        await connection.pauses.until_paused(LONG_PAUSE)


async def test_live_channel_is_probed_often_until_the_stream_ends() -> None:
    async with watched_connection() as connection:
        connection.watch.set_live(CONNECTION, is_live=True)
        await connection.pauses.end(SHORT_PAUSE)
        await connection.pauses.until_paused(SHORT_PAUSE)
        connection.watch.set_live(CONNECTION, is_live=False)
        await connection.pauses.end(SHORT_PAUSE)
        await connection.pauses.until_paused(LONG_PAUSE)


async def test_new_connection_of_a_channel_that_is_open_on_a_screen_is_probed_at_once() -> None:
    async with watched_connection() as connection:
        other = new_id()
        connection.watch.record_open_screens([other])
        with connection.watch.watching(new_id(), other):
            await connection.pauses.until_paused(SHORT_PAUSE)


async def test_pause_that_the_platform_asked_for_is_not_cut_short_by_opening_a_screen() -> None:
    async with watched_connection() as connection:
        connection.platform.failure = RateLimited(after_seconds=30)
        await connection.pauses.end(LONG_PAUSE)
        await connection.pauses.until_paused(LONG_PAUSE)
        connection.watch.record_open_screens([CHANNEL])
        for _ in range(5):
            await asyncio.sleep(0)
        assert connection.platform.probes == 1


class HangingPlatform:
    """A platform that responds once, and from then on to no request."""

    info = FAKE_PLATFORM

    def __init__(self) -> None:
        self.responded_at: float | None = None

    async def probe(self) -> None:
        if self.responded_at is not None:
            await asyncio.Event().wait()
        self.responded_at = asyncio.get_running_loop().time()


async def watch_from_last_response_to_outage(*, is_live: bool) -> float:
    """Seconds from the last response until the outage is detected, for a channel that is live or open on a screen."""
    loop, platform, tasks = asyncio.get_running_loop(), HangingPlatform(), BackgroundTasks()
    watch = OutageWatch(cast("Platform", platform), TIMINGS, now=loop.time)
    with watch.watching(CONNECTION, CHANNEL):
        if is_live:
            watch.set_live(CONNECTION, is_live=True)
        else:
            watch.record_open_screens([CHANNEL])
        tasks.start(watch.run(), name="outages")
        await watch.until_down()
        assert platform.responded_at is not None
        seconds = loop.time() - platform.responded_at
        await tasks.stop()
    return seconds


@pytest.mark.parametrize("is_live", [True, False], ids=["live", "on_screen"])
def test_outage_that_begins_right_after_a_response_is_detected_within_ten_seconds(is_live: bool) -> None:
    assert 0 < run_in_virtual_time(watch_from_last_response_to_outage(is_live=is_live)) <= 10
