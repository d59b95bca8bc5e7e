import pytest

from house import House, Visitor
from house_fixtures import in_one_loop
from moderation_desk import Crew


@pytest.fixture
def crew(house: House, owner: Visitor, channel_id: str) -> Crew:
    return Crew(house, owner, channel_id)


@in_one_loop()
async def on_twitch(crew: Crew) -> Crew:
    await crew.connect("twitch")
    return crew
