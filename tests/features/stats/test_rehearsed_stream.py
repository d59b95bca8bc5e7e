"""The stats of a stream on four platforms agree with what the rehearsal says it sent."""

import asyncio

import pytest

from greenroom.streams.jobs import StreamStatsJob
from support.four_platforms import LOGIN, PLATFORMS, go_live_everywhere, stored_lines
from support.greenroom_server import ApiClient, GreenroomServer, Json
from support.waiting import MAX_WAIT_SECONDS

TIKTOK_VIEWERS = 321
MESSAGES = {"twitch": 5, "youtube": 4, "kick": 3, "tiktok": 2}


def viewers_of_platforms(greenroom: GreenroomServer) -> dict[str, object]:
    """As the rehearsal's control API describes them."""
    rehearsal = greenroom.rehearsal_state
    person = rehearsal.world.person(LOGIN)
    counts = {provider: rehearsal.platforms[provider].describe(person)["viewer_count"] for provider in PLATFORMS}
    return {**counts, "tiktok": TIKTOK_VIEWERS}


async def until_viewers_are_known(greenroom: GreenroomServer) -> None:
    async with asyncio.timeout(MAX_WAIT_SECONDS):
        while await greenroom.rows("SELECT id FROM channel_providers WHERE viewers IS NULL"):  # noqa: ASYNC110  # there is no event to await
            await asyncio.sleep(0.02)


async def until_stored(greenroom: GreenroomServer, count: int) -> None:
    async with asyncio.timeout(MAX_WAIT_SECONDS):
        while sum(line["kind"] != "notice" for line in await stored_lines(greenroom)) < count:  # noqa: ASYNC110  # as above
            await asyncio.sleep(0.02)


@pytest.mark.rows("P5")
async def test_stats_agree_with_the_rehearsal_to_the_unit(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await go_live_everywhere(greenroom, owner, channel_id)
    await greenroom.wait_for_event("room_entered", platform="tiktok")
    # TikTok sends its count by itself only every few seconds.
    await greenroom.control("/tiktok/viewers", login=LOGIN, count=TIKTOK_VIEWERS)
    await until_viewers_are_known(greenroom)
    for provider, count in MESSAGES.items():
        await greenroom.control(f"/{provider}/say", login=LOGIN, text="hello", viewer="brisket99", count=count)
    await until_stored(greenroom, sum(MESSAGES.values()))
    job = StreamStatsJob(greenroom.kernel)
    await job.run()
    (stream,) = (await owner.get(f"/channels/{channel_id}/streams"))["records"]
    detail: Json = await owner.get(f"/channels/{channel_id}/streams/{stream['id']}")
    platforms = {one["provider"]: one for one in detail["platforms"]}
    assert {provider: one["messages"] for provider, one in platforms.items()} == MESSAGES
    viewers = viewers_of_platforms(greenroom)
    assert {provider: one["peak_viewers"] for provider, one in platforms.items()} == viewers
    assert stream["numbers"]["peak_viewers"] == sum(one["peak_viewers"] for one in platforms.values())
    assert stream["numbers"]["chatters"] == len(PLATFORMS)
