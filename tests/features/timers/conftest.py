from collections.abc import AsyncGenerator

import pytest

from greenroom.features.timers.scheduler import TimerScheduler
from support.greenroom_server import ApiClient, GreenroomServer
from support.server_fixtures import shared_loop_fixture
from support.timers import TimerEditor, running_scheduler


@pytest.fixture
def editor(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> TimerEditor:
    return TimerEditor(greenroom, owner, channel_id)


@shared_loop_fixture()
async def on_twitch(editor: TimerEditor) -> TimerEditor:
    await editor.connect("twitch")
    return editor


@shared_loop_fixture()
async def scheduler(greenroom: GreenroomServer) -> AsyncGenerator[TimerScheduler]:
    async with running_scheduler(greenroom) as scheduler:
        yield scheduler
