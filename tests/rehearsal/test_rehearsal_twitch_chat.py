"""Sending to a Twitch chat: shown, dropped and refused messages, and their events."""

import pytest
from twitch_client import TwitchClient, next_events, next_frame

from rehearsal.clock import Clock

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_sent_message_is_published_with_its_id(twitch: TwitchClient) -> None:
    access, person_id = await twitch.full_access()
    async with twitch.listen() as socket:
        await twitch.subscribe_to_channel(socket, access, person_id, "channel.chat.message")
        sent = await twitch.send(access, person_id, person_id, "hello Kappa @marekfixes bye")
        event = (await next_frame(socket)).event
    assert (sent["is_sent"], event["message_id"]) == (True, sent["message_id"])
    assert event["message"] == {
        "text": "hello Kappa @marekfixes bye",
        "fragments": [
            {"type": "text", "text": "hello ", "cheermote": None, "emote": None, "mention": None, "gif": None},
            {
                "type": "emote",
                "text": "Kappa",
                "cheermote": None,
                "emote": {"id": "25", "emote_set_id": "0", "owner_id": "0", "format": ["static"]},
                "mention": None,
                "gif": None,
            },
            {"type": "text", "text": " ", "cheermote": None, "emote": None, "mention": None, "gif": None},
            {
                "type": "mention",
                "text": "@marekfixes",
                "cheermote": None,
                "emote": None,
                "mention": {
                    "user_id": twitch.id_of("marekfixes"),
                    "user_login": "marekfixes",
                    "user_name": "MarekFixes",
                },
                "gif": None,
            },
            {"type": "text", "text": " bye", "cheermote": None, "emote": None, "mention": None, "gif": None},
        ],
    }
    assert event["badges"] == [{"set_id": "broadcaster", "id": "1", "info": ""}]


async def test_ids_of_channel_and_sender_may_be_in_the_query(twitch: TwitchClient) -> None:
    access, person_id = await twitch.full_access()
    query = {"broadcaster_id": person_id, "sender_id": person_id}
    response = await twitch.call("POST", "/chat/messages", access, {"message": "ids apart"}, **query)
    assert (response.status_code, response.json()["data"][0]["is_sent"]) == (200, True)
    without_sender = await twitch.call("POST", "/chat/messages", access, {"message": "x"}, broadcaster_id=person_id)
    assert (without_sender.status_code, "sender_id" in without_sender.json()["message"]) == (400, True)


async def test_a_reply_names_its_parent_and_thread(twitch: TwitchClient) -> None:
    access, person_id = await twitch.full_access()
    async with twitch.listen() as socket:
        await twitch.subscribe_to_channel(socket, access, person_id, "channel.chat.message")
        first = await twitch.send(access, person_id, person_id, "a question")
        second = await twitch.send(
            access, person_id, person_id, "an answer", reply_parent_message_id=str(first["message_id"])
        )
        await twitch.send(access, person_id, person_id, "more", reply_parent_message_id=str(second["message_id"]))
        replies = [event["reply"] for _, event in await next_events(socket, 3)]
    assert replies[0] is None
    assert isinstance(replies[2], dict)
    assert replies[2]["parent_message_id"] == second["message_id"]
    assert replies[2]["parent_message_body"] == "an answer"
    assert replies[2]["thread_message_id"] == first["message_id"]


async def test_the_same_text_within_thirty_seconds_is_dropped(twitch: TwitchClient, clock: Clock) -> None:
    access, person_id = await twitch.full_access()
    await twitch.send(access, person_id, person_id, "again")
    repeated = await twitch.send(access, person_id, person_id, "again")
    clock.advance(30)
    later = await twitch.send(access, person_id, person_id, "again")
    assert (repeated["is_sent"], repeated["message_id"]) == (False, "")
    assert isinstance(repeated["drop_reason"], dict)
    assert repeated["drop_reason"]["code"] == "msg_duplicate"
    assert later["is_sent"] is True


async def test_control_call_drops_the_next_message_with_any_code(twitch: TwitchClient) -> None:
    access, person_id = await twitch.full_access()
    await twitch.command("/twitch/drop-messages", code="automod_held")
    dropped = await twitch.send(access, person_id, person_id, "one")
    shown = await twitch.send(access, person_id, person_id, "two")
    assert isinstance(dropped["drop_reason"], dict)
    assert (dropped["drop_reason"]["code"], shown["is_sent"]) == ("automod_held", True)


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"message": "x" * 501}, 422),
        ({"message": "   "}, 400),
        ({"message": None}, 400),
        ({"broadcaster_id": "1"}, 400),
        ({"sender_id": "1"}, 401),
        ({"reply_parent_message_id": "unknown"}, 400),
        ({"for_source_only": True}, 400),
    ],
)
async def test_an_invalid_message_is_refused(twitch: TwitchClient, changes: dict[str, object], status: int) -> None:
    access, person_id = await twitch.full_access()
    body = {"broadcaster_id": person_id, "sender_id": person_id, "message": "fine"} | changes
    assert (await twitch.call("POST", "/chat/messages", access, body)).status_code == status


async def test_sending_needs_its_scope(twitch: TwitchClient) -> None:
    access, person_id = (await twitch.sign_in("junoplays", "user:read:chat")).access, twitch.id_of("junoplays")
    body = {"broadcaster_id": person_id, "sender_id": person_id, "message": "hi"}
    response = await twitch.call("POST", "/chat/messages", access, body)
    assert (response.status_code, response.json()["message"]) == (401, "Missing scope: user:write:chat")


async def test_message_of_a_banned_sender_is_forbidden_and_of_a_timed_out_one_dropped(twitch: TwitchClient) -> None:
    access, guest_id = await twitch.full_access("marekfixes")
    room = twitch.id_of("junoplays")
    await twitch.command("/twitch/ban", login="junoplays", viewer="marekfixes", seconds=60)
    dropped = await twitch.send(access, room, guest_id, "hello?")
    await twitch.command("/twitch/ban", login="junoplays", viewer="marekfixes")
    body = {"broadcaster_id": room, "sender_id": guest_id, "message": "hello?"}
    refused = await twitch.call("POST", "/chat/messages", access, body)
    assert isinstance(dropped["drop_reason"], dict)
    assert (dropped["drop_reason"]["code"], refused.status_code) == ("user_timed_out", 403)


async def test_a_viewer_may_send_twenty_messages_in_thirty_seconds_and_a_moderator_more(
    twitch: TwitchClient, clock: Clock
) -> None:
    access, guest_id = await twitch.full_access("marekfixes")
    room = twitch.id_of("junoplays")
    for number in range(20):
        await twitch.send(access, room, guest_id, f"line {number}")
    body = {"broadcaster_id": room, "sender_id": guest_id, "message": "one more"}
    refused = await twitch.call("POST", "/chat/messages", access, body)
    await twitch.command("/twitch/moderator", login="junoplays", viewer="marekfixes")
    as_moderator = await twitch.call("POST", "/chat/messages", access, body)
    await twitch.command("/twitch/moderator", login="junoplays", viewer="marekfixes", on=False)
    clock.advance(30)
    later = await twitch.call("POST", "/chat/messages", access, body)
    assert (refused.status_code, as_moderator.status_code, later.status_code) == (429, 200, 200)
    assert int(refused.headers["Ratelimit-Remaining"]) > 0


async def test_app_sends_as_a_bot_once_bot_and_channel_have_consented(twitch: TwitchClient) -> None:
    app = await twitch.app_token()
    await twitch.sign_in("stagehandbot", "user:write:chat user:bot")
    bot, room = twitch.id_of("stagehandbot"), twitch.id_of("junoplays")
    body = {"broadcaster_id": room, "sender_id": bot, "message": "beep"}
    before_channel_consent = await twitch.call("POST", "/chat/messages", app, body)
    await twitch.sign_in("junoplays", "channel:bot")
    with_channel_consent = await twitch.call("POST", "/chat/messages", app, body)
    assert (before_channel_consent.status_code, with_channel_consent.status_code) == (403, 200)


async def test_announcement_is_published_as_a_notice_only(twitch: TwitchClient, clock: Clock) -> None:
    access, room = await twitch.full_access()
    ids = {"broadcaster_id": room, "moderator_id": room}
    async with twitch.listen() as socket:
        await twitch.subscribe_to_channel(socket, access, room, "channel.chat.message", "channel.chat.notification")
        sent = await twitch.call(
            "POST", "/chat/announcements", access, {"message": "read this", "color": "green"}, **ids
        )
        await twitch.send(access, room, room, "the next message")
        (kind, event), (_, following) = await next_events(socket, 2)
        too_soon = await twitch.call("POST", "/chat/announcements", access, {"message": "and this"}, **ids)
    assert (sent.status_code, too_soon.status_code) == (204, 429)
    assert (kind, event["notice_type"], event["announcement"]) == (
        "channel.chat.notification",
        "announcement",
        {"color": "GREEN"},
    )
    assert isinstance(following["message"], dict)
    assert following["message"]["text"] == "the next message"


async def test_sender_of_a_message_is_in_the_list_of_chatters(twitch: TwitchClient) -> None:
    access, room = await twitch.full_access()
    viewer = twitch.viewer()
    await twitch.command("/twitch/say", login="junoplays", viewer=viewer.login, text="here")
    response = await twitch.helix("/chat/chatters", access, broadcaster_id=room, moderator_id=room)
    assert viewer.login in [row["user_login"] for row in response.json()["data"]]
    assert response.json()["total"] == 2
