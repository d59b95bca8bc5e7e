import pytest

from support.greenroom_server import ApiClient, GreenroomServer
from support.quotes import QuoteChannel


@pytest.fixture
def channel(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> QuoteChannel:
    return QuoteChannel(greenroom, owner, channel_id)
