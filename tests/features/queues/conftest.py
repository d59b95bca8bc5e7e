import pytest

from support.greenroom_server import ApiClient, GreenroomServer
from support.queues import QueueChannel


@pytest.fixture
def channel(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> QueueChannel:
    return QueueChannel(greenroom, owner, channel_id)
