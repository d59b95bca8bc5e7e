from collections.abc import AsyncGenerator

import pytest

from asking_desk import AskingDesk, open_asking_desk
from command_desk import CommandDesk
from frozen_clock import FrozenClock
from greenroom.app import build_kernel
from greenroom.settings import Settings
from house import House, Visitor
from house_fixtures import in_one_loop


@pytest.fixture
def desk(house: House, owner: Visitor, channel_id: str, monkeypatch: pytest.MonkeyPatch) -> CommandDesk:
    """Without the second that Kick wants between two messages, of which these tests have many."""
    kick = next(platform for platform in house.platforms if platform.info.provider == "kick")
    monkeypatch.setattr(vars(kick)["_turns"], "_gap_seconds", 0.0)
    return CommandDesk(house, owner, channel_id)


@in_one_loop()
async def on_twitch(desk: CommandDesk) -> CommandDesk:
    await desk.connect("twitch")
    return desk


@in_one_loop()
async def asking(settings: Settings, clock: FrozenClock) -> AsyncGenerator[AskingDesk]:
    kernel = build_kernel(settings, clock)
    kernel.vault.save()
    async with open_asking_desk(kernel) as desk:
        yield desk
    await kernel.http.close()
    await kernel.database.close()
