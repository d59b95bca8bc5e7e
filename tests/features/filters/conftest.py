import pytest

from filter_desk import FilterDesk
from house import House, Visitor
from house_fixtures import in_one_loop


@pytest.fixture
def desk(house: House, owner: Visitor, channel_id: str) -> FilterDesk:
    return FilterDesk(house, owner, channel_id)


@in_one_loop()
async def on_twitch(desk: FilterDesk) -> FilterDesk:
    await desk.connect("twitch")
    return desk
