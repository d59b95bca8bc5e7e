"""The simulated viewers: realistic, repeatable, and at the set rate of actions."""

import asyncio

import httpx
import pytest

from rehearsal.simulation.actions import Say, ViewerAction
from rehearsal.simulation.audience import ActionGenerator, ChannelChat
from rehearsal.simulation.viewers import viewers_of
from rehearsal.state import RehearsalState

pytestmark = pytest.mark.asyncio(loop_scope="module")


def next_actions(seed: int, count: int) -> list[ViewerAction]:
    generator, chat = ActionGenerator(seed, viewers_of(seed)), ChannelChat(recent=["some-id"])
    return [generator.next_action(chat) for _ in range(count)]


async def test_same_seed_gives_the_same_simulation() -> None:
    assert next_actions(7, 300) == next_actions(7, 300)
    assert next_actions(7, 300) != next_actions(8, 300)


async def test_the_simulation_has_every_kind_of_viewer_action() -> None:
    actions = next_actions(7, 5_000)
    lines = [action for action in actions if isinstance(action, Say)]
    kinds = {type(action).__name__ for action in actions}
    assert kinds == {
        "Say", "Follow", "Like", "Join", "Share", "Subscribe", "Pay", "Redeem", "GiftSubs", "Raid",
    }  # fmt: skip
    assert any("http" in line.text for line in lines)
    assert any(line.reply_to for line in lines)
    assert any("LUL" in line.text for line in lines)
    assert {line.viewer.language for line in lines} >= {"en", "de", "ja", "ko"}
    longest_run = max(sum(line.text == one.text for line in lines[at : at + 30]) for at, one in enumerate(lines))
    assert longest_run >= 15, "spam comes in waves"


async def test_simulated_viewers_have_unique_names_and_ids_and_some_have_roles() -> None:
    viewers = viewers_of(7)
    assert len({viewer.login for viewer in viewers}) == len({viewer.id for viewer in viewers}) == 600
    assert any(viewer.is_moderator for viewer in viewers)
    assert any(viewer.sub_months for viewer in viewers)
    assert all(len(viewer.id) == 8 for viewer in viewers)


async def test_rate_is_bounded(http: httpx.AsyncClient) -> None:
    response = await http.post("/control/twitch/rate", json={"per_second": 5_001})
    assert response.status_code == 422
    assert response.json()["errors"][0]["field"] == "per_second"


async def test_unknown_platform_is_not_found(http: httpx.AsyncClient) -> None:
    assert (await http.post("/control/myspace/say", json={"login": "junoplays", "text": "hi"})).status_code == 404


async def test_unplugged_platform_fails_and_others_do_not(rehearsal: RehearsalState, http: httpx.AsyncClient) -> None:
    assert (await http.post("/control/twitch/plug", json={"on": False})).status_code == 200
    assert (await http.get("/twitch/oauth2/validate")).status_code == 503
    plugged_in = {one["key"]: one["is_plugged_in"] for one in (await http.get("/control/platforms")).json()["records"]}
    assert [key for key, is_in in plugged_in.items() if not is_in] == ["twitch"]
    assert (await http.post("/control/twitch/plug", json={"on": True})).status_code == 200
    assert (await http.get("/twitch/oauth2/validate")).status_code == 401


async def test_simulated_viewers_act_in_live_channels_no_faster_than_the_set_rate(
    rehearsal: RehearsalState, http: httpx.AsyncClient
) -> None:
    began = asyncio.get_running_loop().time()
    await http.post("/control/twitch/rate", json={"per_second": 200})
    played = await http.get("/control/wait", params={"event": "audience_played", "timeout": 20}, timeout=25)
    seconds = asyncio.get_running_loop().time() - began
    await http.post("/control/twitch/rate", json={"per_second": 0})
    assert (played.status_code, played.json()["facts"]["scenes"]) == (200, 100)
    assert seconds > 0.4, "a hundred actions at 200 a second take half a second"


async def test_audience_is_silent_without_live_channels(rehearsal: RehearsalState, http: httpx.AsyncClient) -> None:
    for channel in rehearsal.world.channels("twitch"):
        channel.stream = None
    await http.post("/control/twitch/rate", json={"per_second": 5_000})
    assert (await http.get("/control/wait", params={"event": "audience_played", "timeout": 0.3})).status_code == 408
    await http.post("/control/twitch/rate", json={"per_second": 0})
