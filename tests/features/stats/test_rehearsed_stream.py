"""The stats of a stream on four platforms equal the numbers that the rehearsal counted as sent."""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress

import pytest

from greenroom.features.stats.streams.counted_rows import CountedRows
from greenroom.features.stats.streams.jobs import StreamStatsJob
from rehearsal.platforms.tallies import StreamTally
from support.four_platforms import LOGIN, PLATFORMS, go_live_everywhere
from support.greenroom_server import ApiClient, GreenroomServer, Json
from support.waiting import wait_until

MESSAGES = {"twitch": 5, "youtube": 4, "kick": 3, "tiktok": 2}
# Actions of viewers on each platform besides writing.
ACTIONS: Mapping[str, Sequence[tuple[str, Json]]] = {
    "twitch": (
        ("follow", {}),
        ("subscribe", {"viewer": "odalys_"}),
        ("subscribe", {"months": 7, "text": "seven months", "viewer": "pixelharbor"}),
        ("gift", {"count": 5, "viewer": "marekfixes"}),
        ("pay", {"amount": 300, "text": "for the fox"}),
        ("raid", {"viewers": 214, "viewer": "odalys_"}),
    ),
    "youtube": (
        ("subscribe", {}),
        ("subscribe", {"months": 3, "text": "three months"}),
        ("gift", {"count": 3}),
        ("pay", {"amount": 2050, "text": "a Super Chat"}),
    ),
    "kick": (
        ("follow", {}),
        ("subscribe", {}),
        ("subscribe", {"months": 2}),
        ("gift", {"count": 2}),
        ("pay", {"amount": 700, "text": "Kicks"}),
    ),
    "tiktok": (("follow", {}), ("subscribe", {}), ("pay", {"amount": 12}), ("pay", {"amount": 500})),
}
# The values of one cent, Bit, Kick, diamond and sub in millionths of a US dollar.
VALUES = {"USD": 10_000, "BITS": 10_000, "KICKS": 10_000, "DIAMONDS": 5_000}
SUB_VALUE = 4_990_000


def tally_of(greenroom: GreenroomServer, provider: str) -> StreamTally:
    tally = greenroom.rehearsal_state.tallies.find(provider, LOGIN)
    assert tally is not None
    return tally


def numbers_sent(greenroom: GreenroomServer, provider: str) -> dict[str, int]:
    """The expected stats of one platform, from the numbers that the rehearsal counted as sent."""
    tally = tally_of(greenroom, provider)
    subs = tally.subs + tally.gifted_subs
    amounts = sum(VALUES[currency] * amount for currency, amount in tally.amounts.items())
    return {
        "messages": tally.messages.total(),
        "chatters": len(tally.messages),
        "follows": tally.follows,
        "subs": subs,
        "value": subs * SUB_VALUE + amounts,
        "peak_viewers": max(count for _, count in tally.viewer_counts),
    }


async def until_viewers_are_known(greenroom: GreenroomServer) -> None:
    async def are_known() -> bool:
        return not await greenroom.rows("SELECT id FROM channel_providers WHERE viewers IS NULL")

    await wait_until(are_known)


async def until_youtube_is_read(greenroom: GreenroomServer) -> None:
    """Waits until Greenroom has read the Super Chat, YouTube's last message; the rehearsal then counts it as sent."""
    await wait_until(lambda: bool(tally_of(greenroom, "youtube").amounts))


async def stats_of(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> dict[str, Json]:
    """Runs the job; returns, for each platform, those stats that the rehearsal counts too."""
    await StreamStatsJob(greenroom.kernel, list[CountedRows]).run()
    (stream,) = (await owner.get(f"/channels/{channel_id}/streams"))["records"]
    detail: Json = await owner.get(f"/channels/{channel_id}/streams/{stream['id']}")
    names = numbers_sent(greenroom, "twitch")
    return {one["provider"]: {name: one[name] for name in names} for one in detail["platforms"]}


@pytest.mark.rows("P5")
async def test_stats_equal_the_numbers_of_the_rehearsal(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await go_live_everywhere(greenroom, owner, channel_id)
    await greenroom.wait_for_event("room_entered", platform="tiktok")
    # TikTok sends its count by itself only every few seconds.
    await greenroom.control("/tiktok/viewers", login=LOGIN, count=321)
    await until_viewers_are_known(greenroom)
    for provider, count in MESSAGES.items():
        await greenroom.control(f"/{provider}/say", login=LOGIN, text="hello", viewer="brisket99", count=count)
        for action, facts in ACTIONS[provider]:
            await greenroom.control(f"/{provider}/{action}", login=LOGIN, **facts)
    await until_youtube_is_read(greenroom)
    sent = {provider: numbers_sent(greenroom, provider) for provider in PLATFORMS}

    async def are_counted() -> bool:
        return await stats_of(greenroom, owner, channel_id) == sent

    with suppress(TimeoutError):
        await wait_until(are_counted)
    assert await stats_of(greenroom, owner, channel_id) == sent
    (stream,) = (await owner.get(f"/channels/{channel_id}/streams"))["records"]
    assert {name: stream["numbers"][name] for name in sent["twitch"]} == Counter(sent["twitch"]) + Counter(
        sent["youtube"]
    ) + Counter(sent["kick"]) + Counter(sent["tiktok"])
