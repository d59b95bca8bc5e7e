"""Chat modes, raids, account lookups and /me messages on Twitch: requests and the meaning of responses."""

import json

import pytest
from canned_server import CannedServer
from twitch_accounts import BOT, CHANNEL, SENT, WITH_BOT, data_response, error_response, recorded_call
from twitch_fixtures import server, twitch

from greenroom.chat.protocol.actions import (
    Action,
    CancelRaid,
    ChangeChatModes,
    ChatModes,
    FindAccount,
    ReadChatModes,
    Receipt,
    SendMessage,
    StartRaid,
)
from greenroom.platforms.twitch.platform import TwitchPlatform

__all__ = ["server", "twitch"]

OFF = {
    "broadcaster_id": "1001",
    "slow_mode": False,
    "slow_mode_wait_time": None,
    "follower_mode": False,
    "follower_mode_duration": None,
    "subscriber_mode": False,
    "emote_mode": False,
    "unique_chat_mode": False,
}
MODERATING = f"/chat/settings?broadcaster_id=1001&moderator_id={BOT}"


@pytest.mark.parametrize(
    ("change", "body"),
    [
        (ChangeChatModes(slow_seconds=30), {"slow_mode": True, "slow_mode_wait_time": 30}),
        (ChangeChatModes(slow_seconds=None), {"slow_mode": False}),
        (ChangeChatModes(followers_seconds=600), {"follower_mode": True, "follower_mode_duration": 10}),
        (ChangeChatModes(followers_seconds=0), {"follower_mode": True, "follower_mode_duration": 0}),
        (ChangeChatModes(followers_seconds=None), {"follower_mode": False}),
        (ChangeChatModes(subscribers_only=True, emotes_only=False), {"subscriber_mode": True, "emote_mode": False}),
    ],
)
async def test_only_the_given_modes_are_changed(
    twitch: TwitchPlatform, server: CannedServer, change: ChangeChatModes, body: object
) -> None:
    server.respond(200, data_response(OFF))
    assert await twitch.act(WITH_BOT, change) == Receipt("done", chat_modes=ChatModes())
    assert recorded_call(server) == ("PATCH", MODERATING, body)


async def test_modes_are_read_without_a_scope(twitch: TwitchPlatform, server: CannedServer) -> None:
    settings = {"slow_mode": True, "slow_mode_wait_time": 10, "follower_mode": True, "follower_mode_duration": 5}
    server.respond(200, data_response({**OFF, **settings, "emote_mode": True}))
    receipt = await twitch.act(CHANNEL, ReadChatModes())
    assert receipt.chat_modes == ChatModes(slow_seconds=10, followers_seconds=300, emotes_only=True)
    assert recorded_call(server) == ("GET", "/chat/settings?broadcaster_id=1001", None)


async def test_followers_only_mode_counts_whole_minutes(twitch: TwitchPlatform, server: CannedServer) -> None:
    server.respond(200, data_response({**OFF, "follower_mode": True, "follower_mode_duration": 2}))
    receipt = await twitch.act(CHANNEL, ChangeChatModes(followers_seconds=90))
    assert receipt == Receipt("done", "Rounded up to 2 minutes.", chat_modes=ChatModes(followers_seconds=120))


@pytest.mark.parametrize(
    ("change", "detail"),
    [
        (ChangeChatModes(slow_seconds=2), "Slow mode on Twitch must be 3–120 seconds."),
        (ChangeChatModes(slow_seconds=121), "Slow mode on Twitch must be 3–120 seconds."),
        (
            ChangeChatModes(followers_seconds=91 * 86_400),
            "Followers-only mode on Twitch can require at most 90 days.",
        ),
    ],
)
async def test_duration_that_twitch_would_refuse_is_not_sent(
    twitch: TwitchPlatform, server: CannedServer, change: ChangeChatModes, detail: str
) -> None:
    assert await twitch.act(CHANNEL, change) == Receipt("refused", detail)
    assert server.requests == []


@pytest.mark.parametrize(
    ("action", "detail"),
    [
        (ChangeChatModes(subscribers_only=True), "Reconnect Twitch to allow changing chat modes."),
        (StartRaid("3003"), "Reconnect Twitch to allow raids."),
        (CancelRaid(), "Reconnect Twitch to allow raids."),
    ],
)
async def test_refusal_for_a_missing_scope_says_what_reconnecting_allows(
    twitch: TwitchPlatform, server: CannedServer, action: Action, detail: str
) -> None:
    server.respond(401, error_response(401, "Missing scope: channel:manage:raids"))
    assert await twitch.act(CHANNEL, action) == Receipt("refused", detail)


async def test_raid_is_started_by_the_channel_itself(twitch: TwitchPlatform, server: CannedServer) -> None:
    server.respond(200, data_response({"created_at": "2030-01-01T00:00:00Z", "is_mature": False}))
    assert (await twitch.act(WITH_BOT, StartRaid("3003"))).outcome == "done"
    assert recorded_call(server) == ("POST", "/raids?from_broadcaster_id=1001&to_broadcaster_id=3003", None)
    assert server.requests[0].headers["authorization"] == "bearer owner"


@pytest.mark.parametrize(
    ("action", "status", "detail"),
    [
        (StartRaid("3003"), 409, "A raid is already in progress. Cancel it first with /unraid."),
        (StartRaid("3003"), 429, "Twitch allows ten raids in ten minutes."),
        (StartRaid("3003"), 400, "Twitch says: no"),
        (CancelRaid(), 404, "No raid to cancel."),
    ],
)
async def test_refused_raid_has_a_reason(
    twitch: TwitchPlatform, server: CannedServer, action: Action, status: int, detail: str
) -> None:
    server.respond(status, error_response(status, "no"))
    assert await twitch.act(CHANNEL, action) == Receipt("refused", detail)


async def test_account_is_found_by_login(twitch: TwitchPlatform, server: CannedServer) -> None:
    server.respond(200, data_response({"id": "3003", "login": "gamma", "display_name": "Gamma"}))
    found = (await twitch.act(CHANNEL, FindAccount("Gamma"))).viewers
    assert [(one.id, one.login, one.name) for one in found] == [("3003", "gamma", "Gamma")]
    assert recorded_call(server) == ("GET", "/users?login=gamma", None)


async def test_name_that_is_no_login_is_not_looked_up(twitch: TwitchPlatform, server: CannedServer) -> None:
    assert await twitch.act(CHANNEL, FindAccount("two words")) == Receipt("done")
    assert server.requests == []


async def test_each_part_of_a_long_me_message_is_a_me_message(twitch: TwitchPlatform, server: CannedServer) -> None:
    server.respond(200, SENT).respond(200, SENT)
    await twitch.act(CHANNEL, SendMessage("word " * 120, is_action=True))
    texts = [str(json.loads(request.body)["message"]) for request in server.requests]
    assert [text.startswith("/me word") for text in texts] == [True, True]
    assert max(len(text) for text in texts) <= 500
