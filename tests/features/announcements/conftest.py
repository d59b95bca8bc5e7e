import pytest

from support.announcements import AnnouncingChannel
from support.greenroom_server import ApiClient, GreenroomServer


@pytest.fixture
def channel(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> AnnouncingChannel:
    return AnnouncingChannel(greenroom, owner, channel_id)
