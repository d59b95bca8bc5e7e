"""An outage of a stream platform is shown after one probe interval, and ends when a probe succeeds."""

import contextlib
from collections.abc import AsyncGenerator

import pytest
from msgspec.structs import replace
from platform_connections import LOGIN, STREAM_PLATFORMS, ConnectedChannel, PlatformConnections, settings_for

from greenroom.accounts.topics import SCREENS_OPEN
from greenroom.chat.connections.rules import Timings
from greenroom.kernel.context import Kernel
from support.probe_pauses import ProbePauses
from support.rehearsal_process import QUICK, Rehearsal

TIMINGS = replace(QUICK, probe_seconds=Timings().probe_seconds)


class ProbedChannel:
    """A channel of one platform that is live or open on a screen, with the probe interval of production."""

    def __init__(self, connections: PlatformConnections, channel: ConnectedChannel, pauses: ProbePauses) -> None:
        self.connections = connections
        self.pauses = pauses
        self._channel = channel
        self._seen = 0

    async def plug(self, *, on: bool) -> None:
        """Begins an outage of the platform, or ends it if `on`."""
        self._seen = len(self.connections.updates.of(self._channel))
        await self.connections.rehearsal.command(f"/{self._channel.provider}/plug", on=on)

    async def detail_in_state(self, state: str) -> str:
        """The detail on the channel's card once the connection has this state."""
        update = await self.connections.updates.state(self._channel, state, self._seen)
        return update["connection"]["detail"]


@contextlib.asynccontextmanager
async def probed(
    kernel: Kernel, rehearsal: Rehearsal, provider: str, *, is_live: bool
) -> AsyncGenerator[ProbedChannel]:
    if is_live:
        await rehearsal.command(f"/{provider}/go-live", login=LOGIN)
    connections = PlatformConnections(kernel, rehearsal, settings_for(rehearsal, kernel), has_short_intervals=False)
    pauses = ProbePauses()
    async with connections.open(TIMINGS, pauses):
        channel = await connections.connect(provider)
        await connections.updates.state(channel, "connected")
        if not is_live:
            await kernel.bus.publish(SCREENS_OPEN, str(channel.channel_id).encode())
        await pauses.until_paused(TIMINGS.probe_seconds)
        yield ProbedChannel(connections, channel, pauses)


@pytest.mark.parametrize("is_live", [True, False], ids=["live", "on_screen"])
@pytest.mark.parametrize("provider", STREAM_PLATFORMS)
async def test_outage_is_shown_with_a_reason_after_one_probe_interval(
    kernel: Kernel, rehearsal: Rehearsal, provider: str, is_live: bool
) -> None:
    async with probed(kernel, rehearsal, provider, is_live=is_live) as channel:
        await channel.plug(on=False)
        await channel.pauses.end(TIMINGS.probe_seconds)
        detail = await channel.detail_in_state("failing")
    assert channel.connections.installed[provider].info.name in detail


@pytest.mark.parametrize("is_live", [True, False], ids=["live", "on_screen"])
@pytest.mark.parametrize("provider", STREAM_PLATFORMS)
async def test_outage_is_no_longer_shown_once_a_probe_succeeds(
    kernel: Kernel, rehearsal: Rehearsal, provider: str, is_live: bool
) -> None:
    async with probed(kernel, rehearsal, provider, is_live=is_live) as channel:
        await channel.plug(on=False)
        await channel.pauses.end(TIMINGS.probe_seconds)
        await channel.detail_in_state("failing")
        await channel.plug(on=True)
        await channel.pauses.end(TIMINGS.probe_seconds)
        assert await channel.detail_in_state("connected") == ""


async def test_probes_of_many_channels_are_one_request(kernel: Kernel, rehearsal: Rehearsal) -> None:
    async with probed(kernel, rehearsal, "kick", is_live=False) as channel:
        second = await channel.connections.connect("kick", "hanamori")
        await channel.connections.updates.state(second, "connected")
        before = await rehearsal.count_requests("GET", "/kick/public/v1/public-key")
        await channel.pauses.end(TIMINGS.probe_seconds)
        assert await channel.pauses.until_paused(TIMINGS.probe_seconds) == 1
        assert await rehearsal.count_requests("GET", "/kick/public/v1/public-key") == before + 1
