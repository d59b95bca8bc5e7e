import pytest

from support.filters import FilterChannel
from support.greenroom_server import ApiClient, GreenroomServer
from support.server_fixtures import shared_loop_fixture


@pytest.fixture
def channel(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> FilterChannel:
    return FilterChannel(greenroom, owner, channel_id)


@shared_loop_fixture()
async def on_twitch(channel: FilterChannel) -> FilterChannel:
    await channel.connect("twitch")
    return channel
