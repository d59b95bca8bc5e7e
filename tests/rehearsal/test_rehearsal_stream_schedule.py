"""The schedule by which the simulated channels go live and offline."""

import httpx
import pytest

from rehearsal.simulation.audience import STREAMING
from rehearsal.simulation.world import BOT_LOGIN
from rehearsal.state import RehearsalState

pytestmark = pytest.mark.asyncio(loop_scope="module")


def live_logins(rehearsal: RehearsalState, platform: str) -> set[str]:
    return {one.person.login for one in rehearsal.world.channels(platform) if one.stream is not None}


async def test_schedule_puts_everyone_but_the_bot_live_on_four_platforms_with_an_audience(
    rehearsal: RehearsalState, http: httpx.AsyncClient
) -> None:
    assert (await http.post("/control/schedule", json={"on": True})).json()["on"] is True
    people = {person.login for person in rehearsal.world.people if person.login != BOT_LOGIN}
    assert [live_logins(rehearsal, platform) for platform in STREAMING] == [people] * 4
    assert rehearsal.audience.natural == set(STREAMING)
    assert (await http.post("/control/schedule", json={"on": False})).json()["on"] is False


async def test_scheduled_streams_end_and_begin_again(rehearsal: RehearsalState, http: httpx.AsyncClient) -> None:
    await http.post("/control/schedule", json={"on": True})
    before = (await http.get("/control/events")).json()["seq"]
    await http.post("/control/clock", json={"seconds": 120 * 60})
    await http.get("/control/wait", params={"event": "ended", "after": before})
    await http.post("/control/clock", json={"seconds": 15 * 60})
    again = await http.get("/control/wait", params={"event": "went_live", "after": before})
    assert again.status_code == 200
    await http.post("/control/schedule", json={"on": False})


async def test_reset_stops_the_stream_schedule(rehearsal: RehearsalState, http: httpx.AsyncClient) -> None:
    await http.post("/control/schedule", json={"on": True})
    await http.post("/control/reset", json={})
    assert not rehearsal.stream_schedule.is_on
    assert live_logins(rehearsal, "twitch") == {"pixelharbor"}
