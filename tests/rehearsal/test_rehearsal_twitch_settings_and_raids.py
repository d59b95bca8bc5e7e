"""Chat settings and raids on Twitch: permissions, ranges and events."""

import pytest
from twitch_client import TwitchClient, next_events

from rehearsal.clock import Clock

pytestmark = pytest.mark.asyncio(loop_scope="module")

SETTINGS = "/chat/settings"


async def test_setting_is_reported_only_when_its_value_changes(twitch: TwitchClient) -> None:
    access, room = await twitch.full_access()
    ids = {"broadcaster_id": room, "moderator_id": room}
    body = {"slow_mode": True, "slow_mode_wait_time": 10}
    async with twitch.listen() as socket:
        await twitch.subscribe_to_channel(socket, access, room, "channel.moderate")
        for _ in range(2):
            assert (await twitch.call("PATCH", SETTINGS, access, body, **ids)).status_code == 200
        await twitch.call("PATCH", SETTINGS, access, {"slow_mode": False}, **ids)
        events = [event for _, event in await next_events(socket, 2)]
    assert [(event["action"], event["slow"]) for event in events] == [
        ("slow", {"wait_time_seconds": 10}),
        ("slowoff", None),
    ]
    (row,) = (await twitch.helix(SETTINGS, access, broadcaster_id=room)).json()["data"]
    assert (row["slow_mode"], row["slow_mode_wait_time"]) == (False, None)


@pytest.mark.parametrize(
    "body",
    [
        {"slow_mode": True, "slow_mode_wait_time": 2},
        {"slow_mode_wait_time": 30},
        {"follower_mode": True, "follower_mode_duration": 129_601},
        {"follower_mode_duration": 10},
    ],
)
async def test_duration_out_of_range_or_without_its_mode_is_refused(twitch: TwitchClient, body: object) -> None:
    access, room = await twitch.full_access()
    response = await twitch.call("PATCH", SETTINGS, access, body, broadcaster_id=room, moderator_id=room)
    assert response.status_code == 400


async def test_changing_settings_needs_the_scope_and_a_moderator(twitch: TwitchClient) -> None:
    room = twitch.id_of("junoplays")
    without = (await twitch.sign_in("junoplays", "user:read:chat")).access
    other, other_id = await twitch.full_access("hanamori")
    body = {"emote_mode": True}
    refused = await twitch.call("PATCH", SETTINGS, without, body, broadcaster_id=room, moderator_id=room)
    stranger = await twitch.call("PATCH", SETTINGS, other, body, broadcaster_id=room, moderator_id=other_id)
    assert (refused.status_code, stranger.status_code) == (401, 403)


async def test_one_raid_is_pending_until_it_is_cancelled_or_over(twitch: TwitchClient, clock: Clock) -> None:
    access, room = await twitch.full_access()
    query = {"from_broadcaster_id": room, "to_broadcaster_id": twitch.id_of("pixelharbor")}
    own = await twitch.call("POST", "/raids", access, from_broadcaster_id=room, to_broadcaster_id=room)
    statuses = [(await twitch.call("POST", "/raids", access, **query)).status_code for _ in range(2)]
    cancelled = [(await twitch.call("DELETE", "/raids", access, broadcaster_id=room)).status_code for _ in range(2)]
    assert (own.status_code, statuses, cancelled) == (400, [200, 409], [204, 404])
    assert (await twitch.call("POST", "/raids", access, **query)).status_code == 200
    clock.advance(90)
    assert (await twitch.call("DELETE", "/raids", access, broadcaster_id=room)).status_code == 404
