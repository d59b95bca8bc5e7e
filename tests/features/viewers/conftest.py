import pytest

from support.greenroom_server import ApiClient, GreenroomServer
from support.moderation import ModeratedChannel
from support.server_fixtures import shared_loop_fixture


@pytest.fixture
def team(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> ModeratedChannel:
    return ModeratedChannel(greenroom, owner, channel_id)


@shared_loop_fixture()
async def on_twitch(team: ModeratedChannel) -> ModeratedChannel:
    await team.connect("twitch")
    return team
