"""What moderators see of a viewer's attendance."""

import asyncio

import pytest

from frozen_clock import FrozenClock
from greenroom.features.watch_time.feature import WatchTimeJob
from house import PATIENCE_SECONDS, House, Visitor
from house_fixtures import on_one_database
from moderation_desk import Crew

pytestmark = on_one_database


@pytest.mark.rows("A3")
async def test_moderators_see_how_much_somebody_has_watched(
    house: House, owner: Visitor, channel_id: str, clock: FrozenClock
) -> None:
    crew = Crew(house, owner, channel_id)
    await crew.connect("twitch")
    line = await crew.says("hello", viewer="marekfixes")
    moderator = await house.staff("odalys_", channel_id, 7)
    path = f"/channels/{channel_id}/viewers/twitch/{line['author']['id']}/attendance"
    assert await moderator.get(path) == {"watched_seconds": 0, "streams": 0, "streak": 0, "best_streak": 0}
    infos = {"twitch": house.platforms.info("twitch")}
    (job,) = WatchTimeJob(house.kernel, house.sender, infos).jobs()
    # The house that is open does it by itself too, every minute.
    assert f"job:{job.name}" in {task.get_name() for task in asyncio.all_tasks()}
    assert job.every_seconds == 60
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not (await owner.get(f"/channels/{channel_id}/providers"))[0]["is_live"]:  # noqa: ASYNC110  # answers do not call
            await asyncio.sleep(0.02)
    await job.run()
    clock.advance(62)
    await job.run()
    assert await moderator.get(path) == {"watched_seconds": 122, "streams": 1, "streak": 1, "best_streak": 1}


async def test_only_moderators_may_ask_and_only_about_viewers(house: House, owner: Visitor, channel_id: str) -> None:
    path = f"/channels/{channel_id}/viewers/twitch/12826/attendance"
    stranger = await house.let_in("zofiekresli")
    assert (await stranger.ask("GET", path)).status_code in {403, 404}
    assert (await owner.ask("GET", path.replace("twitch", "spotify"))).status_code == 422
    assert (await owner.ask("GET", path.replace("12826", "a%00b"))).status_code == 422
