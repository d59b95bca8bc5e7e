"""7TV, BetterTTV and FrankerFaceZ in the rehearsal; responses are checked against the contracts."""

import httpx
import pytest

from rehearsal.platforms.youtube.ids import channel_id
from rehearsal.state import RehearsalState

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture
def juno(rehearsal: RehearsalState) -> str:
    return rehearsal.world.person("junoplays").id


async def test_7tv_returns_the_id_of_the_set_instead_of_the_set(http: httpx.AsyncClient, juno: str) -> None:
    connection = (await http.get(f"/7tv/v3/users/twitch/{juno}")).json()
    assert connection["emote_set"] is None
    # The first set of the list is not the active set.
    assert connection["user"]["emote_sets"][0]["id"] != connection["emote_set_id"]
    emote_set = (await http.get(f"/7tv/v3/emote-sets/{connection['emote_set_id']}")).json()
    assert emote_set["emote_count"] == len(emote_set["emotes"])
    alias = next(one for one in emote_set["emotes"] if one["name"] == "PepeLaugh")
    assert alias["data"]["name"] == "pepeLaughing"


async def test_control_call_makes_7tv_embed_the_set_as_in_older_responses(http: httpx.AsyncClient, juno: str) -> None:
    await http.post("/control/7tv/embed-sets", json={"on": True})
    assert (await http.get(f"/7tv/v3/users/twitch/{juno}")).json()["emote_set"]["emotes"]


async def test_7tv_uses_the_name_google_for_youtube(http: httpx.AsyncClient, juno: str) -> None:
    found = (await http.get(f"/7tv/v3/users/google/{channel_id(juno)}")).json()
    assert (found["platform"], found["id"]) == ("YOUTUBE", channel_id(juno))
    refused = await http.get(f"/7tv/v3/users/youtube/{channel_id(juno)}")
    assert (refused.status_code, refused.json()["error"]) == (400, "invalid platform")


@pytest.mark.parametrize(
    "path",
    [
        "/7tv/v3/users/twitch/1",
        "/7tv/v3/users/discord/1",
        "/7tv/v3/emote-sets/x",
    ],
)
async def test_7tv_reports_an_unknown_channel_or_set(http: httpx.AsyncClient, path: str) -> None:
    response = await http.get(path)
    assert (response.status_code, response.json()["error_code"]) == (404, 12000)


async def test_betterttv_has_global_emotes_and_those_of_a_channel(http: httpx.AsyncClient, juno: str) -> None:
    every = (await http.get("/bttv/3/cached/emotes/global")).json()
    assert [one["code"] for one in every if one.get("modifier")] == ["w!", "h!"]
    user = (await http.get(f"/bttv/3/cached/users/twitch/{juno}")).json()
    assert user == (await http.get(f"/bttv/3/cached/users/youtube/{channel_id(juno)}")).json()
    assert [one["code"] for one in user["channelEmotes"]] == ["junoplWave", "junoplNod"]
    assert [one["code"] for one in user["sharedEmotes"] if "width" in one] == ["longCat"]


@pytest.mark.parametrize("path", ["/bttv/3/cached/users/twitch/1", "/bttv/3/cached/users/kick/1", "/ffz/v1/room/id/1"])
async def test_betterttv_and_frankerfacez_report_an_unknown_channel(http: httpx.AsyncClient, path: str) -> None:
    assert (await http.get(path)).status_code == 404


async def test_frankerfacez_has_global_sets_and_rooms_by_user_id(http: httpx.AsyncClient, juno: str) -> None:
    every = (await http.get("/ffz/v1/set/global")).json()
    assert every["default_sets"] == [3]
    assert set(every["sets"]) == {"3", "4330"}
    room = (await http.get(f"/ffz/v1/room/id/{juno}")).json()
    assert str(room["room"]["set"]) in room["sets"]
    assert (await http.get(f"/ffz/v1/room/yt/{channel_id(juno)}")).json() == room


async def test_frankerfacez_has_each_set_by_its_id(http: httpx.AsyncClient, juno: str) -> None:
    every = (await http.get("/ffz/v1/set/global")).json()["sets"]
    every |= (await http.get(f"/ffz/v1/room/id/{juno}")).json()["sets"]
    for number, listed in every.items():
        assert (await http.get(f"/ffz/v1/set/{number}")).json() == {"set": listed, "users": {}}
    assert (await http.get("/ffz/v1/set/1")).status_code == 404


@pytest.mark.parametrize(
    "path",
    ["/7tv/cdn/emote/x/1x.webp", "/bttv/cdn/emote/x/1x.webp", "/ffz/cdn/emote/1/1", "/discord/cdn/avatars/1/x.png"],
)
async def test_unknown_picture_is_not_found(http: httpx.AsyncClient, path: str) -> None:
    assert (await http.get(path)).status_code == 404
