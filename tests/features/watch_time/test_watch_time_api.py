"""The API shows the watch time of a viewer to moderators."""

import asyncio

import pytest

from greenroom.accounts.access.rules import Role
from greenroom.features.watch_time.jobs import WatchTimeJob
from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer
from support.moderation import ModeratedChannel
from support.waiting import wait_until


@pytest.mark.rows("A3")
async def test_moderators_see_watch_time(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, clock: FrozenClock
) -> None:
    channel = ModeratedChannel(greenroom, owner, channel_id)
    await channel.connect("twitch")
    line = await channel.send_chat("hello", viewer="marekfixes")
    moderator = await greenroom.staff("odalys_", channel_id, Role.MOD)
    path = f"/channels/{channel_id}/viewers/twitch/{line['author']['id']}/attendance"
    assert await moderator.get(path) == {"watched_seconds": 0, "streams": 0, "streak": 0, "best_streak": 0}
    infos = {"twitch": greenroom.platforms.info("twitch")}
    (job,) = WatchTimeJob(greenroom.kernel, greenroom.sender, infos).jobs()
    # The running server credits every minute too.
    assert f"job:{job.name}" in {task.get_name() for task in asyncio.all_tasks()}
    assert job.every_seconds == 60

    async def is_live() -> bool:
        return (await owner.get(f"/channels/{channel_id}/providers"))[0]["is_live"]

    await wait_until(is_live)
    await job.run()
    clock.advance(62)
    await job.run()
    assert await moderator.get(path) == {"watched_seconds": 122, "streams": 1, "streak": 1, "best_streak": 1}


async def test_watch_time_is_refused_to_strangers_and_for_invalid_ids(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    path = f"/channels/{channel_id}/viewers/twitch/12826/attendance"
    stranger = await greenroom.sign_in_directly("zofiekresli")
    assert (await stranger.ask("GET", path)).status_code in {403, 404}
    assert (await owner.ask("GET", path.replace("twitch", "spotify"))).status_code == 422
    assert (await owner.ask("GET", path.replace("12826", "a%00b"))).status_code == 422
