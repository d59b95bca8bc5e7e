from collections.abc import AsyncGenerator

import pytest

from greenroom.features.timers.scheduler import TimerScheduler
from house import House, Visitor
from house_fixtures import in_one_loop
from timer_desk import TimerDesk, clockwork


@pytest.fixture
def desk(house: House, owner: Visitor, channel_id: str) -> TimerDesk:
    return TimerDesk(house, owner, channel_id)


@in_one_loop()
async def on_twitch(desk: TimerDesk) -> TimerDesk:
    await desk.connect("twitch")
    return desk


@in_one_loop()
async def runner(house: House) -> AsyncGenerator[TimerScheduler]:
    async with clockwork(house) as runner:
        yield runner
