import pytest

from support.greenroom_server import ApiClient, GreenroomServer
from support.moderation import ModeratedChannel
from support.server_fixtures import shared_loop_fixture


@pytest.fixture
def channel(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> ModeratedChannel:
    return ModeratedChannel(greenroom, owner, channel_id)


@shared_loop_fixture()
async def on_twitch(channel: ModeratedChannel) -> ModeratedChannel:
    await channel.connect("twitch")
    return channel
