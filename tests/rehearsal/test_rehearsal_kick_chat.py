"""Kick's chat API: sending as user or bot, deleting, and bans."""

from uuid import uuid4

import pytest
from kick_client import KickClient

from rehearsal.clock import Clock

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def sent_message(kick: KickClient) -> dict[str, str]:
    """Waits for the control event `message_sent`; returns its facts, such as `login`, `sender` and `message_id`."""
    return {name: str(value) for name, value in (await kick.wait_for_event("message_sent"))["facts"].items()}


async def test_user_sends_to_another_channel(kick: KickClient) -> None:
    token = await kick.token("stagehandbot", "chat:write")
    body = {"type": "user", "broadcaster_user_id": kick.user_id("junoplays"), "content": "hello"}
    response = await kick.call("POST", "/v1/chat", token, body=body)
    assert response.json()["data"]["is_sent"] is True
    facts = await sent_message(kick)
    assert (facts["login"], facts["sender"]) == ("junoplays", "stagehandbot")
    assert facts["message_id"] == response.json()["data"]["message_id"]


async def test_bot_message_is_sent_to_the_token_owners_chat(kick: KickClient) -> None:
    token = await kick.token("junoplays")
    body = {"type": "bot", "broadcaster_user_id": kick.user_id("marekfixes"), "content": "hello"}
    assert (await kick.call("POST", "/v1/chat", token, body=body)).status_code == 200
    facts = await sent_message(kick)
    assert (facts["login"], facts["sender"]) == ("junoplays", "stagehandbot")


async def test_bot_message_of_an_app_without_a_bot_gets_channel_not_found(kick: KickClient) -> None:
    await kick.command("/app-bot", on=False)
    response = await kick.call("POST", "/v1/chat", await kick.token("junoplays"), body={"type": "bot", "content": "x"})
    assert (response.status_code, response.json()) == (400, {"data": "Channel not found", "message": "Bad request"})


@pytest.mark.parametrize(
    "change",
    [
        {"content": ""},
        {"content": "   "},
        {"content": "🎉" * 501},
        {"type": "shout"},
        {"broadcaster_user_id": None},
        {"broadcaster_user_id": 5},
        {"reply_to_message_id": "no-uuid"},
        {"reply_to_message_id": str(uuid4())},
    ],
)
async def test_an_invalid_message_is_a_bad_request(kick: KickClient, change: dict[str, object]) -> None:
    valid = {"type": "user", "broadcaster_user_id": kick.user_id("junoplays"), "content": "hello"}
    response = await kick.call("POST", "/v1/chat", await kick.token("junoplays"), body={**valid, **change})
    assert response.status_code == 400


async def test_five_hundred_code_points_fit(kick: KickClient) -> None:
    body = {"type": "user", "broadcaster_user_id": kick.user_id("junoplays"), "content": "🎉" * 500}
    assert (await kick.call("POST", "/v1/chat", await kick.token("junoplays"), body=body)).status_code == 200


async def test_message_blocked_by_chat_mode_or_ban_is_refused_without_a_reason(kick: KickClient, clock: Clock) -> None:
    token = await kick.token("marekfixes")
    body = {"type": "user", "broadcaster_user_id": kick.user_id("junoplays"), "content": "hello"}
    await kick.command("/room", login="junoplays", followers_only=True)
    refused = await kick.call("POST", "/v1/chat", token, body=body)
    assert (refused.status_code, refused.json()["data"]) == (403, {})
    await kick.command("/follow", login="junoplays", viewer="marekfixes")
    await kick.command("/room", login="junoplays", slow_seconds=30)
    statuses = [(await kick.call("POST", "/v1/chat", token, body=body)).status_code for _ in range(2)]
    assert statuses == [200, 403]
    clock.advance(30)
    await kick.command("/ban", login="junoplays", viewer="marekfixes", seconds=61)
    assert (await kick.call("POST", "/v1/chat", token, body=body)).status_code == 403
    clock.advance(119)
    assert (await kick.call("POST", "/v1/chat", token, body=body)).status_code == 403
    clock.advance(1)
    assert (await kick.call("POST", "/v1/chat", token, body=body)).status_code == 200


async def test_too_many_messages_a_minute_are_refused(kick: KickClient) -> None:
    await kick.command("/limits", values={"chat_messages_per_minute": 1})
    token, body = await kick.token("junoplays"), {"type": "bot", "content": "x"}
    statuses = [(await kick.call("POST", "/v1/chat", token, body=body)).status_code for _ in range(2)]
    assert statuses == [200, 429]


async def test_a_message_is_deleted_by_a_moderator_only(kick: KickClient) -> None:
    sent = await kick.command("/say", login="junoplays", viewer=kick.viewer_login(), text="oops")
    path = f"/v1/chat/{sent['message_id']}"
    assert (await kick.call("DELETE", path, await kick.token("junoplays", "chat:write"))).status_code == 403
    assert (await kick.call("DELETE", path, await kick.token("marekfixes"))).status_code == 403
    assert (await kick.call("DELETE", path, await kick.token("stagehandbot"))).status_code == 204
    assert (await kick.call("DELETE", path, await kick.token("stagehandbot"))).status_code == 404


async def test_control_call_removes_the_bot_as_moderator(kick: KickClient) -> None:
    await kick.command("/moderator", login="junoplays", viewer="stagehandbot", on=False)
    sent = await kick.command("/say", login="junoplays", viewer=kick.viewer_login(), text="oops")
    response = await kick.call("DELETE", f"/v1/chat/{sent['message_id']}", await kick.token("stagehandbot"))
    assert response.status_code == 403


@pytest.mark.parametrize(
    "change", [{"duration": 0}, {"duration": 10_081}, {"duration": "10"}, {"reason": "x" * 101}, {"user_id": "5"}]
)
async def test_an_invalid_ban_is_a_bad_request(kick: KickClient, change: dict[str, object]) -> None:
    valid = {"broadcaster_user_id": kick.user_id("junoplays"), "user_id": kick.user_id(kick.viewer_login())}
    response = await kick.call("POST", "/v1/moderation/bans", await kick.token("junoplays"), body={**valid, **change})
    assert response.status_code == 400


async def test_ban_duration_is_in_minutes_and_an_unban_needs_a_body(kick: KickClient, clock: Clock) -> None:
    token, viewer = await kick.token("junoplays"), kick.viewer_login()
    ids = {"broadcaster_user_id": kick.user_id("junoplays"), "user_id": kick.user_id(viewer)}
    banned = await kick.call("POST", "/v1/moderation/bans", token, body={**ids, "duration": 10})
    assert (banned.status_code, banned.json()) == (200, {"data": {}, "message": "OK"})
    message = {"login": "junoplays", "viewer": viewer, "text": "hi"}
    assert (await kick.http.post("/control/kick/say", json=message)).status_code == 409
    clock.advance(600)
    await kick.command("/say", **message)
    assert (await kick.call("POST", "/v1/moderation/bans", token, body=ids)).status_code == 200
    assert (await kick.call("DELETE", "/v1/moderation/bans", token)).status_code == 400
    assert (await kick.call("DELETE", "/v1/moderation/bans", token, body=ids)).status_code == 200
    await kick.command("/say", **message)


async def test_only_moderators_ban(kick: KickClient) -> None:
    ids = {"broadcaster_user_id": kick.user_id("junoplays"), "user_id": kick.user_id(kick.viewer_login())}
    assert (await kick.call("POST", "/v1/moderation/bans", await kick.token("marekfixes"), body=ids)).status_code == 403
    assert (await kick.call("POST", "/v1/moderation/bans", await kick.token("stagehandbot"), body=ids)).is_success


async def test_control_actions_that_kick_lacks_are_refused(kick: KickClient) -> None:
    for action in ("like", "share", "join"):
        response = await kick.http.post(f"/control/kick/{action}", json={"login": "junoplays"})
        assert response.status_code == 409
