"""A tally counts what the rehearsal has sent to clients about one stream, such as messages and gifts."""

import httpx
import pytest
from pydantic import JsonValue
from twitch_client import TwitchClient

from rehearsal.clock import Clock
from rehearsal.control.events import Event
from rehearsal.platforms.tallies import StreamTally, Tallies


async def sent(http: httpx.AsyncClient, platform: str = "twitch") -> dict[str, JsonValue]:
    response = await http.get(f"/control/{platform}/sent", params={"login": "junoplays"})
    assert response.status_code == 200, response.text
    return response.json()


@pytest.mark.asyncio(loop_scope="module")
async def test_messages_that_no_client_reads_are_not_counted(twitch: TwitchClient, http: httpx.AsyncClient) -> None:
    await twitch.sign_in("junoplays")
    await twitch.command("/twitch/go-live", login="junoplays")
    await twitch.command("/twitch/say", login="junoplays", text="nobody reads this", viewer="odalys_")
    await twitch.command("/kick/go-live", login="junoplays")
    await twitch.command("/kick/say", login="junoplays", text="nor this", viewer="odalys_")
    assert ((await sent(http))["messages"], (await sent(http, "kick"))["messages"]) == (0, 0)


@pytest.mark.asyncio(loop_scope="module")
async def test_a_channel_that_never_went_live_has_no_tally(http: httpx.AsyncClient) -> None:
    response = await http.get("/control/twitch/sent", params={"login": "hanamori"})
    assert response.status_code == 404


def test_messages_of_the_bot_are_counted_apart() -> None:
    tally = StreamTally(Clock().now())
    for login in ("odalys_", "stagehandbot", "odalys_", "marekfixes"):
        tally.add_message(login)
    assert (tally.messages, tally.bot_messages) == ({"odalys_": 2, "marekfixes": 1}, 1)


def test_gift_streak_counts_with_its_highest_amount() -> None:
    tally = StreamTally(Clock().now())
    for streak, amount in ((1, 5), (1, 10), (1, 10), (2, 500)):
        tally.add_streak(streak, "DIAMONDS", amount)
    assert tally.amounts == {"DIAMONDS": 510}


def test_a_new_stream_gets_an_empty_tally_and_the_last_tally_stays_until_then() -> None:
    tallies = Tallies(Clock())
    facts: dict[str, str | int | bool | None] = {"platform": "twitch", "login": "junoplays"}
    tallies.on_event(Event(1, "went_live", "", facts))
    tallies.add_viewers("twitch", "junoplays", 90)
    tallies.on_event(Event(2, "ended", "", facts))
    first = tallies.find("twitch", "junoplays")
    assert first is not None
    assert ([count for _, count in first.viewer_counts], first.ended_at is not None) == ([90], True)
    tallies.on_event(Event(3, "went_live", "", facts))
    second = tallies.find("twitch", "junoplays")
    assert second is not None
    assert (second.viewer_counts, second.ended_at) == ([], None)
