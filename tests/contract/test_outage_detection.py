"""Outages of every stream platform are shown within 10 s by the clock of the probes, and end when it is back."""

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncGenerator

import pytest
from msgspec.structs import replace
from platform_connections import LOGIN, STREAM_PLATFORMS, ConnectedChannel, PlatformConnections, settings_for

from greenroom.chat.connections.rules import Timings, longest_detection_seconds
from greenroom.kernel.context import Kernel
from support.rehearsal_process import QUICK, Rehearsal
from support.waiting import MAX_WAIT_SECONDS

MAX_DETECTION_SECONDS = 10
TIMINGS = replace(QUICK, probe_seconds=Timings().probe_seconds)


class ProbePauses:
    """Clock of the probes: a pause lasts until the test ends it."""

    def __init__(self) -> None:
        self._paused: deque[tuple[float, asyncio.Event]] = deque()
        self._more = asyncio.Event()

    async def __call__(self, seconds: float) -> None:
        ended = asyncio.Event()
        self._paused.append((seconds, ended))
        self._more.set()
        await ended.wait()

    async def end_one(self) -> float:
        """Ends the oldest pause, and returns the seconds it should have lasted."""
        await self.until_paused()
        seconds, ended = self._paused.popleft()
        ended.set()
        return seconds

    async def until_paused(self) -> int:
        """Waits for a pause, and returns how many there are."""
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            while not self._paused:
                self._more.clear()
                await self._more.wait()
        return len(self._paused)


@contextlib.asynccontextmanager
async def connected(
    kernel: Kernel, rehearsal: Rehearsal, provider: str, pauses: ProbePauses
) -> AsyncGenerator[tuple[PlatformConnections, ConnectedChannel]]:
    """A channel of one platform, with the intervals of production."""
    connections = PlatformConnections(kernel, rehearsal, settings_for(rehearsal, kernel), has_short_intervals=False)
    async with connections.open(TIMINGS, pauses):
        channel = await connections.connect(provider)
        await connections.updates.state(channel, "connected")
        yield connections, channel


@pytest.mark.parametrize("is_live", [True, False], ids=["live", "offline"])
@pytest.mark.parametrize("provider", STREAM_PLATFORMS)
async def test_outage_is_shown_within_ten_seconds_with_a_reason(
    kernel: Kernel, rehearsal: Rehearsal, provider: str, is_live: bool
) -> None:
    if is_live:
        await rehearsal.command(f"/{provider}/go-live", login=LOGIN)
    pauses = ProbePauses()
    async with connected(kernel, rehearsal, provider, pauses) as (connections, channel):
        before = len(connections.updates.of(channel))
        await rehearsal.command(f"/{provider}/plug", on=False)
        elapsed_seconds = await pauses.end_one()
        failing = await connections.updates.state(channel, "failing", before)
    longest_seconds = elapsed_seconds + TIMINGS.probe_attempts * TIMINGS.probe_timeout_seconds
    assert longest_seconds <= MAX_DETECTION_SECONDS
    assert connections.installed[provider].info.name in failing["connection"]["detail"]


@pytest.mark.parametrize("is_live", [True, False], ids=["live", "offline"])
@pytest.mark.parametrize("provider", STREAM_PLATFORMS)
async def test_outage_is_over_as_soon_as_a_probe_succeeds(
    kernel: Kernel, rehearsal: Rehearsal, provider: str, is_live: bool
) -> None:
    if is_live:
        await rehearsal.command(f"/{provider}/go-live", login=LOGIN)
    pauses = ProbePauses()
    async with connected(kernel, rehearsal, provider, pauses) as (connections, channel):
        before = len(connections.updates.of(channel))
        await rehearsal.command(f"/{provider}/plug", on=False)
        await pauses.end_one()
        await connections.updates.state(channel, "failing", before)
        seen = len(connections.updates.of(channel))
        await rehearsal.command(f"/{provider}/plug", on=True)
        assert await pauses.end_one() == TIMINGS.probe_seconds
        back = await connections.updates.state(channel, "connected", seen)
    assert back["connection"]["detail"] == ""


async def test_probes_of_many_channels_are_one_request(kernel: Kernel, rehearsal: Rehearsal) -> None:
    pauses = ProbePauses()
    async with connected(kernel, rehearsal, "kick", pauses) as (connections, _):
        second = await connections.connect("kick", "hanamori")
        await connections.updates.state(second, "connected")
        before = await rehearsal.requests("GET", "/kick/public/v1/public-key")
        await pauses.end_one()
        assert await pauses.until_paused() == 1
        assert await rehearsal.requests("GET", "/kick/public/v1/public-key") == before + 1


def test_longest_detection_with_the_timings_of_production_is_within_ten_seconds() -> None:
    assert longest_detection_seconds(Timings()) <= MAX_DETECTION_SECONDS
