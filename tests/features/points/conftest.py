import pytest
from point_channel import PointChannel

from support.greenroom_server import ApiClient, GreenroomServer


@pytest.fixture
def points(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> PointChannel:
    return PointChannel(greenroom, owner, channel_id)
