import pytest

from support.greenroom_server import ApiClient, GreenroomServer
from support.quotes import QuoteEditor


@pytest.fixture
def editor(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> QuoteEditor:
    return QuoteEditor(greenroom, owner, channel_id)
