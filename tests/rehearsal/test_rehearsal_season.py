"""An evening that runs by itself."""

import httpx
import pytest

from rehearsal.season import STREAMING
from rehearsal.stage import Stage
from rehearsal.world import BOT_LOGIN

pytestmark = pytest.mark.asyncio(loop_scope="module")


def on_air(stage: Stage, platform: str) -> set[str]:
    return {one.person.login for one in stage.world.channels(platform) if one.stream is not None}


async def test_everybody_streams_everywhere_and_the_audience_is_there(stage: Stage, http: httpx.AsyncClient) -> None:
    assert (await http.post("/control/season", json={"on": True})).json()["on"] is True
    people = {person.login for person in stage.world.people if person.login != BOT_LOGIN}
    assert [on_air(stage, platform) for platform in STREAMING] == [people] * 4
    assert stage.audience.rates == dict.fromkeys(STREAMING, 10)
    assert (await http.post("/control/season", json={"on": False})).json()["on"] is False


async def test_streams_end_and_begin_again_with_time(stage: Stage, http: httpx.AsyncClient) -> None:
    await http.post("/control/season", json={"on": True})
    before = (await http.get("/control/happenings")).json()["seq"]
    await http.post("/control/clock", json={"seconds": 120 * 60})
    await http.get("/control/wait", params={"event": "ended", "after": before})
    await http.post("/control/clock", json={"seconds": 15 * 60})
    again = await http.get("/control/wait", params={"event": "went_live", "after": before})
    assert again.status_code == 200
    await http.post("/control/season", json={"on": False})


async def test_starting_over_ends_the_season(stage: Stage, http: httpx.AsyncClient) -> None:
    await http.post("/control/season", json={"on": True})
    await http.post("/control/reset", json={})
    assert not stage.season.is_on
    assert on_air(stage, "twitch") == {"pixelharbor"}
