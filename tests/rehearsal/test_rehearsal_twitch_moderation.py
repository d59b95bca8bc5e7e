"""Moderation on Twitch: permissions, targets and events."""

import pytest
from twitch_client import TwitchClient, next_events, next_frame, receive_close

from rehearsal.clock import Clock

pytestmark = pytest.mark.asyncio(loop_scope="module")

BAN_EVENTS = ("channel.chat.clear_user_messages", "channel.ban", "channel.moderate")


async def test_time_out_is_published_as_three_events(twitch: TwitchClient) -> None:
    access, room = await twitch.full_access()
    viewer = twitch.viewer()
    async with twitch.listen() as socket:
        await twitch.subscribe_to_channel(socket, access, room, *BAN_EVENTS)
        body = {"data": {"user_id": viewer.id, "duration": 600, "reason": "spam"}}
        response = await twitch.call("POST", "/moderation/bans", access, body, broadcaster_id=room, moderator_id=room)
        events = dict(await next_events(socket, 3))
    assert response.json()["data"] == [
        {
            "broadcaster_id": room,
            "moderator_id": room,
            "user_id": viewer.id,
            "created_at": "2026-11-15T12:00:00Z",
            "end_time": "2026-11-15T12:10:00Z",
        }
    ]
    assert events["channel.chat.clear_user_messages"]["target_user_id"] == viewer.id
    assert events["channel.ban"]["is_permanent"] is False
    assert events["channel.moderate"]["action"] == "timeout"
    assert events["channel.moderate"]["timeout"] == {
        "user_id": viewer.id,
        "user_login": viewer.login,
        "user_name": viewer.display_name,
        "reason": "spam",
        "expires_at": "2026-11-15T12:10:00.000000000Z",
    }


async def test_a_ban_lasts_until_it_is_lifted(twitch: TwitchClient) -> None:
    access, room = await twitch.full_access()
    viewer, ids = twitch.viewer(), {"broadcaster_id": room, "moderator_id": room}
    body = {"data": {"user_id": viewer.id}}
    first = await twitch.call("POST", "/moderation/bans", access, body, **ids)
    again = await twitch.call("POST", "/moderation/bans", access, body, **ids)
    listed = await twitch.helix("/moderation/banned", access, broadcaster_id=room)
    lifted = await twitch.call("DELETE", "/moderation/bans", access, **ids, user_id=viewer.id)
    twice = await twitch.call("DELETE", "/moderation/bans", access, **ids, user_id=viewer.id)
    assert first.json()["data"][0]["end_time"] is None
    assert [again.status_code, lifted.status_code, twice.status_code] == [400, 204, 400]
    assert (listed.json()["data"][0]["user_id"], listed.json()["data"][0]["expires_at"]) == (viewer.id, "")


async def test_a_timeout_can_be_replaced_and_expires(twitch: TwitchClient, clock: Clock) -> None:
    access, room = await twitch.full_access()
    viewer, ids = twitch.viewer(), {"broadcaster_id": room, "moderator_id": room}
    for seconds in (60, 120):
        body = {"data": {"user_id": viewer.id, "duration": seconds}}
        assert (await twitch.call("POST", "/moderation/bans", access, body, **ids)).status_code == 200
    clock.advance(120)
    assert (await twitch.helix("/moderation/banned", access, broadcaster_id=room)).json()["data"] == []


@pytest.mark.parametrize(
    "changes",
    [
        {"user_id": "1"},
        {"user_id": None},
        {"duration": 0},
        {"duration": 1_209_601},
        {"duration": "60"},
        {"reason": "x" * 501},
    ],
)
async def test_an_invalid_ban_is_a_bad_request(twitch: TwitchClient, changes: dict[str, object]) -> None:
    access, room = await twitch.full_access()
    body = {"data": {"user_id": twitch.viewer().id} | changes}
    response = await twitch.call("POST", "/moderation/bans", access, body, broadcaster_id=room, moderator_id=room)
    assert response.status_code == 400


async def test_only_moderators_can_ban_and_the_broadcaster_cannot_be_banned(twitch: TwitchClient) -> None:
    guest, guest_id = await twitch.full_access("marekfixes")
    room, ids = twitch.id_of("junoplays"), {"moderator_id": guest_id}
    body = {"data": {"user_id": twitch.viewer().id}}
    refused = await twitch.call("POST", "/moderation/bans", guest, body, broadcaster_id=room, **ids)
    await twitch.command("/twitch/moderator", login="junoplays", viewer="marekfixes")
    allowed = await twitch.call("POST", "/moderation/bans", guest, body, broadcaster_id=room, **ids)
    owner = {"data": {"user_id": room}}
    on_owner = await twitch.call("POST", "/moderation/bans", guest, owner, broadcaster_id=room, **ids)
    assert [refused.status_code, allowed.status_code, on_owner.status_code] == [403, 200, 400]


async def test_deleted_message_is_published_with_its_text(twitch: TwitchClient) -> None:
    access, room = await twitch.full_access()
    sent = await twitch.command("/twitch/say", login="junoplays", viewer=twitch.viewer().login, text="buy now")
    ids = {"broadcaster_id": room, "moderator_id": room, "message_id": str(sent["message_id"])}
    async with twitch.listen() as socket:
        await twitch.subscribe_to_channel(socket, access, room, "channel.chat.message_delete", "channel.moderate")
        response = await twitch.call("DELETE", "/moderation/chat", access, **ids)
        events = dict(await next_events(socket, 2))
    again = await twitch.call("DELETE", "/moderation/chat", access, **ids)
    assert (response.status_code, again.status_code) == (204, 404)
    assert events["channel.chat.message_delete"]["message_id"] == sent["message_id"]
    assert isinstance(events["channel.moderate"]["delete"], dict)
    assert events["channel.moderate"]["delete"]["message_body"] == "buy now"


async def test_a_message_older_than_six_hours_cannot_be_deleted(twitch: TwitchClient, clock: Clock) -> None:
    sent = await twitch.command("/twitch/say", login="junoplays", viewer=twitch.viewer().login, text="old")
    clock.advance(6 * 3600 + 1)
    access, room = await twitch.full_access()
    ids = {"broadcaster_id": room, "moderator_id": room, "message_id": str(sent["message_id"])}
    assert (await twitch.call("DELETE", "/moderation/chat", access, **ids)).status_code == 404


async def test_deleting_without_a_message_id_clears_the_whole_chat(twitch: TwitchClient) -> None:
    access, room = await twitch.full_access()
    async with twitch.listen() as socket:
        await twitch.subscribe_to_channel(socket, access, room, "channel.chat.clear", "channel.moderate")
        response = await twitch.call("DELETE", "/moderation/chat", access, broadcaster_id=room, moderator_id=room)
        events = await next_events(socket, 2)
    assert response.status_code == 204
    assert [kind for kind, _ in events] == ["channel.chat.clear", "channel.moderate"]


async def test_a_warning_needs_a_reason(twitch: TwitchClient) -> None:
    access, room = await twitch.full_access()
    ids = {"broadcaster_id": room, "moderator_id": room}
    warning = {"user_id": twitch.viewer().id, "reason": "be nice"}
    async with twitch.listen() as socket:
        await twitch.subscribe_to_channel(socket, access, room, "channel.moderate")
        response = await twitch.call("POST", "/moderation/warnings", access, {"data": warning}, **ids)
        events = dict(await next_events(socket, 1))
    without_reason = await twitch.call(
        "POST", "/moderation/warnings", access, {"data": {"user_id": warning["user_id"]}}, **ids
    )
    assert (response.status_code, without_reason.status_code) == (200, 400)
    assert events["channel.moderate"]["action"] == "warn"


async def test_removed_moderator_loses_the_subscription_to_moderation_events(twitch: TwitchClient) -> None:
    access, marek = await twitch.full_access("marekfixes")
    await twitch.command("/twitch/moderator", login="junoplays", viewer="marekfixes")
    room = twitch.id_of("junoplays")
    async with twitch.listen() as socket:
        await twitch.subscribe_to_channel(socket, access, room, "channel.moderate")
        await twitch.command("/twitch/moderator", login="junoplays", viewer="marekfixes", on=False)
        frames = [await next_frame(socket) for _ in range(2)]
    assert [frame.kind for frame in frames] == ["notification", "revocation"]
    assert frames[1].subscription["status"] == "moderator_removed"
    assert marek in str(frames[1].subscription["condition"])


async def test_banned_user_loses_the_chat_subscription(twitch: TwitchClient) -> None:
    access, _ = await twitch.full_access("marekfixes")
    async with twitch.listen() as socket:
        await twitch.subscribe_to_channel(socket, access, twitch.id_of("junoplays"), "channel.chat.message")
        await twitch.command("/twitch/ban", login="junoplays", viewer="marekfixes")
        frame = await next_frame(socket)
        await twitch.command("/twitch/drop-sockets", code=4000)
        await receive_close(socket)
    assert (frame.kind, frame.subscription["status"]) == ("revocation", "chat_user_banned")
