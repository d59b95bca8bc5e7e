"""YouTube under the supervisor: what the screen is told."""

import contextlib
from collections.abc import AsyncGenerator

from backstage import QUICK, Backstage, Connected
from greenroom.chat.supervisor import Supervisor
from greenroom.tenancy.channels.service import create_channel
from greenroom.tenancy.platforms import Platforms
from greenroom.tenancy.users.service import create_user
from youtube_stage import YouTubeStage

LIVE = "pixelharbor"


async def connect(backstage: Backstage, youtube: YouTubeStage) -> Connected:
    backstage.platforms = Platforms([youtube.platform], [youtube.platform.info.descriptor])
    grant, now = await youtube.grant(LIVE), backstage.kernel.clock()
    async with backstage.kernel.database.write() as session:
        user = await create_user(session, grant, now, may_become_operator=False)
        channel = await create_channel(session, user.id, LIVE, now)
    return await backstage.connect_to(channel.id, user.id, grant)


@contextlib.asynccontextmanager
async def supervised(backstage: Backstage, youtube: YouTubeStage) -> AsyncGenerator[None]:
    supervisor = Supervisor(backstage.kernel, backstage.platforms, [youtube.platform], QUICK, hear=backstage.chat)
    await supervisor.start()
    try:
        yield
    finally:
        await supervisor.stop()


async def test_live_broadcast_is_shown_with_its_video(backstage: Backstage, youtube: YouTubeStage) -> None:
    connected = await connect(backstage, youtube)
    async with supervised(backstage, youtube):
        shown = await backstage.news.state(connected, "connected")
    assert shown["is_live"]
    assert len(shown["live_stream_id"]) == 11
    assert shown["title"]
    assert shown["category"]
    assert not shown["scope_needed"]


async def test_spent_allowance_is_shown_as_failing_and_nothing_more_is_asked(
    backstage: Backstage, youtube: YouTubeStage
) -> None:
    connected = await connect(backstage, youtube)
    async with supervised(backstage, youtube):
        await backstage.news.state(connected, "connected")
        await youtube.desk("/exhaust-quota")
        shown = await backstage.news.state(connected, "failing")
        asked = await youtube.rehearsal.requests("GET", "/youtube/v3")
        counted = await youtube.quota()
        assert await youtube.rehearsal.requests("GET", "/youtube/v3") == asked
    assert shown["connection"]["detail"].endswith("YouTube works again after midnight Pacific time.")
    assert counted["used"] >= counted["units"]


async def test_pulled_plug_is_shown_and_healed(backstage: Backstage, youtube: YouTubeStage) -> None:
    connected = await connect(backstage, youtube)
    async with supervised(backstage, youtube):
        await backstage.news.state(connected, "connected")
        heard = len(backstage.news.of(connected))
        await youtube.desk("/plug", on=False)
        await backstage.news.state(connected, "failing", heard)
        await youtube.desk("/plug", on=True)
        await backstage.news.state(connected, "connected", heard)


async def test_consent_that_is_taken_back_asks_to_reconnect(backstage: Backstage, youtube: YouTubeStage) -> None:
    connected = await connect(backstage, youtube)
    async with supervised(backstage, youtube):
        await backstage.news.state(connected, "connected")
        await youtube.desk("/revoke", login=LIVE)
        shown = await backstage.news.state(connected, "stopped")
    assert shown["connection"]["detail"] == "Reconnect YouTube"
