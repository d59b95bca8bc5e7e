import pytest

from house import House, Visitor
from quote_desk import QuoteDesk


@pytest.fixture
def desk(house: House, owner: Visitor, channel_id: str) -> QuoteDesk:
    return QuoteDesk(house, owner, channel_id)
