"""YouTube under the supervisor: the states shown on screen."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator

from greenroom.accounts.channels.service import create_channel
from greenroom.accounts.platforms import Platforms
from greenroom.accounts.users.service import create_user
from greenroom.chat.connections.supervisor import Supervisor
from support.rehearsal_process import QUICK, ConnectedAccount, ConnectionHost
from support.youtube_adapter import PACE, YouTubeHarness

LIVE = "pixelharbor"


async def connect(connection_host: ConnectionHost, youtube: YouTubeHarness) -> ConnectedAccount:
    connection_host.platforms = Platforms([youtube.platform], [youtube.platform.info.descriptor])
    grant, now = await youtube.grant(LIVE), connection_host.kernel.clock()
    async with connection_host.kernel.database.write() as session:
        user = await create_user(session, grant, now, may_become_operator=False)
        channel = await create_channel(session, user.id, LIVE, now)
    return await connection_host.connect_to(channel.id, user.id, grant)


@contextlib.asynccontextmanager
async def supervised(connection_host: ConnectionHost, youtube: YouTubeHarness) -> AsyncGenerator[None]:
    supervisor = Supervisor(
        connection_host.kernel, connection_host.platforms, [youtube.platform], QUICK, on_events=connection_host.chat
    )
    await supervisor.start()
    try:
        yield
    finally:
        await supervisor.stop()


async def test_live_broadcast_is_shown_with_its_video(connection_host: ConnectionHost, youtube: YouTubeHarness) -> None:
    connected = await connect(connection_host, youtube)
    async with supervised(connection_host, youtube):
        shown = await connection_host.updates.state(connected, "connected")
    assert shown["is_live"]
    assert len(shown["live_stream_id"]) == 11
    assert shown["title"]
    assert shown["category"]
    assert not shown["scope_needed"]


async def test_used_up_quota_is_shown_as_failing_and_no_call_follows(
    connection_host: ConnectionHost, youtube: YouTubeHarness
) -> None:
    connected = await connect(connection_host, youtube)
    async with supervised(connection_host, youtube):
        await connection_host.updates.state(connected, "connected")
        await youtube.control("/exhaust-quota")
        shown = await connection_host.updates.state(connected, "failing")
        requests = await youtube.rehearsal.count_requests("GET", "/youtube/v3")
        await asyncio.sleep(3 * PACE.check_seconds)
        counted = await youtube.quota()
        assert await youtube.rehearsal.count_requests("GET", "/youtube/v3") == requests
    assert shown["connection"]["detail"].endswith("YouTube works again after midnight Pacific time.")
    assert counted["used"] >= counted["units"]


async def test_outage_is_shown_until_it_ends(connection_host: ConnectionHost, youtube: YouTubeHarness) -> None:
    connected = await connect(connection_host, youtube)
    async with supervised(connection_host, youtube):
        await connection_host.updates.state(connected, "connected")
        update_count = len(connection_host.updates.of(connected))
        await youtube.control("/plug", on=False)
        await connection_host.updates.state(connected, "failing", update_count)
        await youtube.control("/plug", on=True)
        await connection_host.updates.state(connected, "connected", update_count)


async def test_revoked_consent_asks_to_reconnect(connection_host: ConnectionHost, youtube: YouTubeHarness) -> None:
    connected = await connect(connection_host, youtube)
    async with supervised(connection_host, youtube):
        await connection_host.updates.state(connected, "connected")
        await youtube.control("/revoke", login=LIVE)
        shown = await connection_host.updates.state(connected, "stopped")
    assert shown["connection"]["detail"] == "Reconnect YouTube"
