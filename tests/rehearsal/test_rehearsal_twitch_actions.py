"""Simulated viewer actions on Twitch and their events, in order."""

import pytest
from pydantic import JsonValue
from twitch_client import Json, TwitchClient, next_events

from rehearsal.platforms.twitch.chat.moderation import ACTIONS, ACTIONS_WITHOUT_OBJECT, OBJECTS, object_of
from rehearsal.platforms.twitch.chat.notices import KINDS

pytestmark = pytest.mark.asyncio(loop_scope="module")

NOTICE = "channel.chat.notification"


async def act_and_receive(
    twitch: TwitchClient, path: str, event_count: int, *kinds: str, **body: JsonValue
) -> tuple[Json, list[tuple[str, Json]]]:
    """Simulates one action in JunoPlays' channel; returns the response and the next `event_count` events."""
    access, room = await twitch.full_access()
    async with twitch.listen() as socket:
        await twitch.subscribe_to_channel(socket, access, room, *kinds)
        response = await twitch.command(f"/twitch/{path}", login="junoplays", **body)
        return response, await next_events(socket, event_count)


async def test_message_has_the_viewers_colour_and_badges(twitch: TwitchClient) -> None:
    viewer = next(each for each in twitch.rehearsal.world.viewers_on("twitch") if each.is_moderator and each.sub_months)
    response, ((_, event),) = await act_and_receive(
        twitch, "say", 1, "channel.chat.message", viewer=viewer.login, text="moin LUL"
    )
    assert event["message_id"] == response["message_id"]
    assert (event["chatter_user_id"], event["color"]) == (viewer.id, viewer.colour)
    assert isinstance(event["badges"], list)
    assert [badge["set_id"] for badge in event["badges"] if isinstance(badge, dict)] == ["moderator", "subscriber"]


async def test_follow_is_sent_and_counted(twitch: TwitchClient) -> None:
    viewer = twitch.viewer()
    _, ((_, event),) = await act_and_receive(twitch, "follow", 1, "channel.follow", viewer=viewer.login)
    access, room = await twitch.full_access()
    listed = (await twitch.helix("/channels/followers", access, broadcaster_id=room)).json()
    guest = (await twitch.sign_in("marekfixes")).access
    counted = (await twitch.helix("/channels/followers", guest, broadcaster_id=room)).json()
    assert event["user_id"] == listed["data"][0]["user_id"] == viewer.id
    assert (counted["data"], counted["total"]) == ([], 1)


async def test_first_sub_is_sent_as_two_events(twitch: TwitchClient) -> None:
    _, events = await act_and_receive(
        twitch, "subscribe", 2, "channel.subscribe", NOTICE, viewer=twitch.viewer().login, tier=2
    )
    assert [kind for kind, _ in events] == ["channel.subscribe", NOTICE]
    assert (events[0][1]["tier"], events[0][1]["is_gift"]) == ("2000", False)
    assert (events[1][1]["notice_type"], events[1][1]["sub"]) == (
        "sub",
        {"sub_tier": "2000", "is_prime": False, "duration_months": 1},
    )


async def test_a_resub_message_is_not_a_new_sub(twitch: TwitchClient) -> None:
    kinds = ("channel.subscribe", "channel.subscription.message", NOTICE)
    body = {"viewer": twitch.viewer().login, "months": 7, "text": "seven Kappa"}
    _, events = await act_and_receive(twitch, "subscribe", 2, *kinds, **body)
    assert [kind for kind, _ in events] == ["channel.subscription.message", NOTICE]
    assert events[0][1]["message"] == {"text": "seven Kappa", "emotes": [{"begin": 6, "end": 10, "id": "25"}]}
    assert (events[0][1]["cumulative_months"], events[1][1]["notice_type"]) == (7, "resub")


async def test_subs_given_together_have_the_id_of_one_community_gift(twitch: TwitchClient) -> None:
    kinds = ("channel.subscription.gift", "channel.subscribe", NOTICE)
    response, events = await act_and_receive(twitch, "gift", 8, *kinds, viewer=twitch.viewer().login, count=3)
    notices = [event for kind, event in events if kind == NOTICE]
    assert [event["notice_type"] for event in notices] == ["community_sub_gift", "sub_gift", "sub_gift", "sub_gift"]
    gifts = [event["sub_gift"] for event in notices[1:]]
    shared = [gift["community_gift_id"] for gift in gifts if isinstance(gift, dict)]
    assert shared == [response["community_gift_id"]] * 3
    assert [event["is_gift"] for kind, event in events if kind == "channel.subscribe"] == [True] * 3


async def test_an_anonymous_gift_has_no_user(twitch: TwitchClient) -> None:
    _, events = await act_and_receive(twitch, "gift", 2, "channel.subscription.gift", NOTICE, is_anonymous=True)
    assert (events[0][1]["user_id"], events[0][1]["is_anonymous"]) == (None, True)
    assert events[1][1]["chatter_is_anonymous"] is True


async def test_cheer_with_bits_is_sent_as_three_events(twitch: TwitchClient) -> None:
    kinds = ("channel.chat.message", "channel.cheer", "channel.bits.use")
    _, events = await act_and_receive(twitch, "pay", 3, *kinds, amount=250, text="@junoplays great")
    by_type = dict(events)
    assert by_type["channel.chat.message"]["cheer"] == {"bits": 250}
    assert by_type["channel.cheer"]["message"] == "Cheer250 @junoplays great"
    assert by_type["channel.bits.use"]["bits"] == 250


async def test_raid_is_sent_as_event_and_as_chat_notice(twitch: TwitchClient) -> None:
    _, events = await act_and_receive(twitch, "raid", 2, "channel.raid", NOTICE, viewer="odalys_", viewers=77)
    by_type = dict(events)
    assert by_type["channel.raid"]["from_broadcaster_user_login"] == "odalys_"
    raid = by_type[NOTICE]["raid"]
    assert isinstance(raid, dict)
    assert by_type["channel.raid"]["viewers"] == raid["viewer_count"] == 77


async def test_a_redemption_with_text_is_also_a_message(twitch: TwitchClient) -> None:
    kinds = ("channel.chat.message", "channel.channel_points_custom_reward_redemption.add")
    response, events = await act_and_receive(
        twitch, "redeem", 2, *kinds, viewer=twitch.viewer().login, title="Sing", text="la la"
    )
    by_type = dict(events)
    assert by_type[kinds[0]]["channel_points_custom_reward_id"] == response["reward_id"]
    assert by_type[kinds[1]]["status"] == "unfulfilled"
    assert by_type[kinds[1]]["user_input"] == "la la"


async def test_each_moderation_action_on_the_site_is_sent_as_an_event(twitch: TwitchClient) -> None:
    viewer = twitch.viewer().login
    kinds = ("channel.chat.message_delete", "channel.chat.clear", "channel.ban", "channel.unban")
    access, room = await twitch.full_access()
    async with twitch.listen() as socket:
        await twitch.subscribe_to_channel(socket, access, room, *kinds)
        sent = await twitch.command("/twitch/say", login="junoplays", viewer=viewer, text="oops")
        await twitch.command("/twitch/delete", login="junoplays", message_id=sent["message_id"])
        await twitch.command("/twitch/clear", login="junoplays")
        await twitch.command("/twitch/ban", login="junoplays", viewer=viewer)
        await twitch.command("/twitch/unban", login="junoplays", viewer=viewer)
        events = await next_events(socket, 4)
    assert [kind for kind, _ in events] == list(kinds)


@pytest.mark.parametrize("action", ["like", "share", "join"])
async def test_control_actions_that_twitch_lacks_are_refused(twitch: TwitchClient, action: str) -> None:
    response = await twitch.http.post(f"/control/twitch/{action}", json={"login": "junoplays"})
    assert response.status_code == 409


async def test_control_call_cannot_write_as_a_banned_viewer(twitch: TwitchClient) -> None:
    viewer = twitch.viewer().login
    await twitch.command("/twitch/ban", login="junoplays", viewer=viewer)
    body = {"login": "junoplays", "viewer": viewer, "text": "hello"}
    assert (await twitch.http.post("/control/twitch/say", json=body)).status_code == 409


async def test_event_of_each_notice_has_only_the_object_of_its_kind(twitch: TwitchClient) -> None:
    access, room = await twitch.full_access()
    async with twitch.listen() as socket:
        await twitch.subscribe_to_channel(socket, access, room, NOTICE)
        for kind in KINDS:
            await twitch.command("/twitch/notice", login="junoplays", kind=kind, text="words")
        events = [event for _, event in await next_events(socket, len(KINDS))]
    assert [event["notice_type"] for event in events] == list(KINDS)
    for event in events:
        assert [kind for kind in KINDS if event[kind] is not None] == [event["notice_type"]]


async def test_event_of_each_moderator_action_has_only_the_object_of_the_action(twitch: TwitchClient) -> None:
    access, room = await twitch.full_access()
    async with twitch.listen() as socket:
        await twitch.subscribe_to_channel(socket, access, room, "channel.moderate")
        for action in ACTIONS:
            await twitch.command("/twitch/report", login="junoplays", action=action)
        events = [event for _, event in await next_events(socket, len(ACTIONS))]
    assert [event["action"] for event in events] == list(ACTIONS)
    for event in events:
        action = str(event["action"])
        expected = [] if action in ACTIONS_WITHOUT_OBJECT else [object_of(action)]
        assert [name for name in OBJECTS if event[name] is not None] == expected


async def test_events_can_be_lost_and_reordered(twitch: TwitchClient) -> None:
    access, room = await twitch.full_access()
    async with twitch.listen() as socket:
        await twitch.subscribe_to_channel(socket, access, room, "channel.chat.message")
        await twitch.command("/twitch/deliveries", lose_next=1)
        await twitch.command("/twitch/say", login="junoplays", text="lost")
        await twitch.command("/twitch/deliveries", reorders=True)
        await twitch.command("/twitch/say", login="junoplays", text="first")
        await twitch.command("/twitch/say", login="junoplays", text="second")
        events = [event["message"] for _, event in await next_events(socket, 2)]
    assert [message["text"] for message in events if isinstance(message, dict)] == ["second", "first"]


async def test_any_frame_can_be_sent_on_a_socket(twitch: TwitchClient) -> None:
    access, room = await twitch.full_access()
    async with twitch.listen() as socket:
        await twitch.subscribe_to_channel(socket, access, room, "channel.chat.message")
        await twitch.command("/twitch/frame", login="junoplays", text="{nonsense")
        assert await socket.recv() == "{nonsense"
