from collections.abc import AsyncGenerator

import pytest

from greenroom.features.timers.scheduler import TimerScheduler
from support.greenroom_server import ApiClient, GreenroomServer
from support.server_fixtures import shared_loop_fixture
from support.timers import TimerChannel, running_scheduler


@pytest.fixture
def channel(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> TimerChannel:
    return TimerChannel(greenroom, owner, channel_id)


@shared_loop_fixture()
async def on_twitch(channel: TimerChannel) -> TimerChannel:
    await channel.connect("twitch")
    return channel


@shared_loop_fixture()
async def scheduler(greenroom: GreenroomServer) -> AsyncGenerator[TimerScheduler]:
    async with running_scheduler(greenroom) as scheduler:
        yield scheduler
