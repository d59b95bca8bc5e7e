"""What moderators see of a viewer's attendance."""

import pytest

from house import House, Visitor
from house_fixtures import on_one_database

pytestmark = on_one_database


@pytest.mark.rows("A3")
async def test_moderators_see_how_much_somebody_has_watched(house: House, owner: Visitor, channel_id: str) -> None:
    moderator = await house.staff("odalys_", channel_id, 7)
    path = f"/channels/{channel_id}/viewers/twitch/12826/attendance"
    nothing = {"watched_seconds": 0, "streams": 0, "streak": 0, "best_streak": 0}
    assert await moderator.get(path) == nothing
    stranger = await house.let_in("zofiekresli")
    assert (await stranger.ask("GET", path)).status_code in {403, 404}
    assert (await moderator.ask("GET", path.replace("twitch", "spotify"))).status_code == 422
    assert (await moderator.ask("GET", path.replace("12826", "a%00b"))).status_code == 422
