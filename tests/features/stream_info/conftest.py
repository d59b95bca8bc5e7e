import pytest

from support.greenroom_server import ApiClient, GreenroomServer
from support.moderation import ModeratedChannel


@pytest.fixture
def channel(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> ModeratedChannel:
    return ModeratedChannel(greenroom, owner, channel_id)
