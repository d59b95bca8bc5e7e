"""All stream platforms: the end of a stream, a revoked authorization, and an outage of one platform."""

from collections.abc import AsyncGenerator

import pytest
from platform_connections import (
    LOGIN,
    STREAM_PLATFORMS,
    WRITING_PLATFORMS,
    ConnectedChannel,
    PlatformConnections,
    is_message,
    open_connections,
    send_until_received,
)

from greenroom.kernel.context import Kernel
from support.rehearsal_process import Rehearsal


@pytest.fixture
async def connections(kernel: Kernel, rehearsal: Rehearsal) -> AsyncGenerator[PlatformConnections]:
    async with open_connections(kernel, rehearsal) as connections:
        yield connections


@pytest.fixture
async def channel(connections: PlatformConnections, request: pytest.FixtureRequest) -> ConnectedChannel:
    """An account that is connected and live."""
    channel = await connections.connect(request.param)
    await connections.go_live(channel)
    return channel


every_platform = pytest.mark.parametrize("channel", STREAM_PLATFORMS, indirect=True)
every_authorised_platform = pytest.mark.parametrize("channel", WRITING_PLATFORMS, indirect=True)


@pytest.mark.rows("P10", "E5")
@every_platform
async def test_start_and_end_of_a_stream_are_shown(connections: PlatformConnections, channel: ConnectedChannel) -> None:
    live = (await connections.updates.until(channel, lambda data: data["is_live"]))["data"]
    assert live["live_stream_id"]
    await connections.rehearsal.command(f"/{channel.provider}/end", login=LOGIN)
    over = (
        await connections.updates.until(channel, lambda data: not data["is_live"], len(connections.updates.of(channel)))
    )["data"]
    assert (over["live_stream_id"], over["live_since"]) == (None, None)


@every_authorised_platform
async def test_revoked_authorization_stops_the_connection_with_a_reason(
    connections: PlatformConnections, channel: ConnectedChannel
) -> None:
    await connections.rehearsal.command(f"/{channel.provider}/revoke", login=LOGIN)
    # Kick does not report a revocation; the next token refresh detects it.
    if channel.provider == "kick":
        await connections.rehearsal.command("/clock", seconds=7_300)
    stopped = await connections.updates.state(channel, "stopped")
    assert stopped["scope_needed"]
    assert "Reconnect" in stopped["connection"]["detail"]
    # Without the authorization the live state is unknown.
    assert not stopped["is_live"]


async def test_one_platform_down_leaves_the_others_running(connections: PlatformConnections) -> None:
    channels = {provider: await connections.connect(provider) for provider in STREAM_PLATFORMS}
    for channel in channels.values():
        await connections.go_live(channel)
    for unplugged in STREAM_PLATFORMS:
        await connections.rehearsal.command(f"/{unplugged}/plug", on=False)
        for provider, channel in channels.items():
            if provider != unplugged:
                await connections.say(channel, f"without {unplugged}")
                await connections.wait_for_event(channel, is_message(f"without {unplugged}"))
        await connections.rehearsal.command(f"/{unplugged}/plug", on=True)
        await send_until_received(connections, channels[unplugged], f"{unplugged} is back")
