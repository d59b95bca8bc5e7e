"""Helix calls: scopes, parameters and limits."""

import pytest
from twitch_client import TwitchClient

from rehearsal.clock import Clock

pytestmark = pytest.mark.asyncio(loop_scope="module")

# Each call with the scope that it needs; empty if it needs none.
READS = {
    "/search/categories?query=lantern": "",
    "/chat/emotes?broadcaster_id={me}": "",
    "/chat/emotes/global": "",
    "/chat/chatters?broadcaster_id={me}&moderator_id={me}": "moderator:read:chatters",
    "/moderation/banned?broadcaster_id={me}": "moderation:read",
    "/channels/followers?broadcaster_id={me}": "",
}


async def test_each_read_needs_its_scope_if_it_has_one(twitch: TwitchClient) -> None:
    me, plain = twitch.id_of("junoplays"), (await twitch.sign_in("junoplays")).access
    for path, scope in READS.items():
        allowed = await twitch.call("GET", path.format(me=me), (await twitch.sign_in("junoplays", scope)).access)
        assert allowed.status_code == 200, allowed.text
        if scope:
            refused = await twitch.call("GET", path.format(me=me), plain)
            assert refused.status_code == 401
            assert refused.json()["message"].startswith(f"Missing scope: {scope}")


async def test_list_of_another_channels_bans_is_refused(twitch: TwitchClient) -> None:
    access, _ = await twitch.full_access("marekfixes")
    response = await twitch.helix("/moderation/banned", access, broadcaster_id=twitch.id_of("junoplays"))
    assert response.status_code == 401


@pytest.mark.parametrize("path", ["/search/categories?query=a&first=101", "/search/categories"])
async def test_invalid_parameters_are_a_bad_request(twitch: TwitchClient, path: str) -> None:
    assert (await twitch.call("GET", path, await twitch.app_token())).status_code == 400


async def test_category_search_needs_every_word(twitch: TwitchClient) -> None:
    access = await twitch.app_token()
    both = await twitch.helix("/search/categories", access, query="TYCOON tiny")
    none = await twitch.helix("/search/categories", access, query="tycoon lantern")
    assert [row["name"] for row in both.json()["data"]] == ["Tiny Tram Tycoon"]
    assert none.json() == {"data": [], "pagination": {}}


async def test_simulated_viewers_are_found_as_users(twitch: TwitchClient) -> None:
    viewer = twitch.viewer()
    response = await twitch.helix("/users", await twitch.app_token(), id=viewer.id, login="junoplays")
    assert [row["login"] for row in response.json()["data"]] == [viewer.login, "junoplays"]


async def test_commercial_needs_a_live_stream_and_a_pause_since_the_last_one(twitch: TwitchClient) -> None:
    access, room = await twitch.full_access()
    body = {"broadcaster_id": room, "length": 60}
    offline = await twitch.call("POST", "/channels/commercial", access, body)
    await twitch.command("/twitch/go-live", login="junoplays")
    first = await twitch.call("POST", "/channels/commercial", access, body)
    again = await twitch.call("POST", "/channels/commercial", access, body)
    assert [offline.status_code, first.status_code, again.status_code] == [400, 200, 400]
    assert first.json()["data"] == [{"length": 60, "message": "", "retry_after": 480}]


async def test_control_call_refuses_ads_until_it_allows_them_again(twitch: TwitchClient) -> None:
    access, room = await twitch.full_access()
    body = {"broadcaster_id": room, "length": 60}
    await twitch.command("/twitch/go-live", login="junoplays")
    await twitch.command("/twitch/refuse-ads", reason="Not an affiliate")
    refused = await twitch.call("POST", "/channels/commercial", access, body)
    await twitch.command("/twitch/refuse-ads", reason="")
    allowed = await twitch.call("POST", "/channels/commercial", access, body)
    assert (refused.status_code, refused.json()["message"], allowed.status_code) == (400, "Not an affiliate", 200)


async def test_shoutout_needs_a_stream_and_has_a_cooldown_per_recipient_too(twitch: TwitchClient, clock: Clock) -> None:
    access, room = await twitch.full_access()
    ids = {"from_broadcaster_id": room, "to_broadcaster_id": twitch.id_of("odalys_"), "moderator_id": room}
    offline = await twitch.call("POST", "/chat/shoutouts", access, **ids)
    await twitch.command("/twitch/go-live", login="junoplays")
    first = await twitch.call("POST", "/chat/shoutouts", access, **ids)
    other = ids | {"to_broadcaster_id": twitch.id_of("hanamori")}
    too_soon = await twitch.call("POST", "/chat/shoutouts", access, **other)
    clock.advance(121)
    same = await twitch.call("POST", "/chat/shoutouts", access, **ids)
    assert [offline.status_code, first.status_code, too_soon.status_code, same.status_code] == [400, 204, 429, 429]


async def test_emote_picture_is_served_at_its_address(twitch: TwitchClient) -> None:
    emotes = (await twitch.helix("/chat/emotes/global", await twitch.app_token())).json()
    response = await twitch.http.get(emotes["data"][0]["images"]["url_2x"])
    assert (response.status_code, response.headers["content-type"]) == (200, "image/svg+xml")
