from collections.abc import AsyncGenerator

import pytest

from greenroom.assembly import build_kernel
from greenroom.settings import Settings
from support.command_pipeline import CommandPipeline, open_command_pipeline
from support.commands import CommandChannel
from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer
from support.server_fixtures import shared_loop_fixture


@pytest.fixture
def channel(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, monkeypatch: pytest.MonkeyPatch
) -> CommandChannel:
    """A channel for commands, without Kick's pause of one second between messages, which would slow the tests."""
    kick = next(platform for platform in greenroom.platforms if platform.info.provider == "kick")
    monkeypatch.setattr(vars(kick)["_throttle"], "_gap_seconds", 0.0)
    return CommandChannel(greenroom, owner, channel_id)


@shared_loop_fixture()
async def on_twitch(channel: CommandChannel) -> CommandChannel:
    await channel.connect("twitch")
    return channel


@shared_loop_fixture()
async def command_pipeline(settings: Settings, clock: FrozenClock) -> AsyncGenerator[CommandPipeline]:
    kernel = build_kernel(settings, clock)
    kernel.vault.save()
    async with open_command_pipeline(kernel) as pipeline:
        yield pipeline
    await kernel.http.close()
    await kernel.database.close()
