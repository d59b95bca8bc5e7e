"""Actions on Twitch: requests and the meaning of responses."""

from collections.abc import Callable

import pytest
from canned_server import CannedServer
from twitch_accounts import BOT, CHANNEL, SENT, WITH_BOT, data_response, error_response, recorded_call
from twitch_fixtures import server, twitch

from greenroom.accounts.platforms import AuthExpired, PlatformUnavailable, RateLimited
from greenroom.chat.protocol.actions import (
    Action,
    Announce,
    BanViewer,
    CancelRaid,
    ChangeCategory,
    ChangeTitle,
    ClearChat,
    DeleteMessage,
    ListChatters,
    MusicAction,
    Receipt,
    RunAd,
    SendMessage,
    ShoutOut,
    StreamAction,
    UnbanViewer,
    WarnViewer,
)
from greenroom.platforms.twitch.actions.dispatch import PERFORM
from greenroom.platforms.twitch.info import ACTIONS
from greenroom.platforms.twitch.platform import TwitchPlatform
from support.frozen_clock import FrozenClock

__all__ = ["server", "twitch"]

MODERATING = f"broadcaster_id=1001&moderator_id={BOT}"
MODERATION: list[tuple[Action, str, str, object]] = [
    (Announce("hi", "Blue"), "POST", f"/chat/announcements?{MODERATING}", {"message": "hi", "color": "blue"}),
    (Announce("hi", "#ff0000"), "POST", f"/chat/announcements?{MODERATING}", {"message": "hi", "color": "primary"}),
    (DeleteMessage("m1"), "DELETE", f"/moderation/chat?{MODERATING}&message_id=m1", None),
    (ClearChat(), "DELETE", f"/moderation/chat?{MODERATING}", None),
    (BanViewer("2002"), "POST", f"/moderation/bans?{MODERATING}", {"data": {"user_id": "2002"}}),
    (
        BanViewer("2002", 600, "spam"),
        "POST",
        f"/moderation/bans?{MODERATING}",
        {"data": {"user_id": "2002", "duration": 600, "reason": "spam"}},
    ),
    (UnbanViewer("2002"), "DELETE", f"/moderation/bans?{MODERATING}&user_id=2002", None),
    (
        WarnViewer("2002", "be kind"),
        "POST",
        f"/moderation/warnings?{MODERATING}",
        {"data": {"user_id": "2002", "reason": "be kind"}},
    ),
    (
        ShoutOut("3003"),
        "POST",
        f"/chat/shoutouts?from_broadcaster_id=1001&to_broadcaster_id=3003&moderator_id={BOT}",
        None,
    ),
]


@pytest.mark.parametrize(("action", "method", "path", "body"), MODERATION, ids=lambda value: type(value).__name__)
async def test_bot_moderates_with_its_own_token(
    twitch: TwitchPlatform, server: CannedServer, action: Action, method: str, path: str, body: object
) -> None:
    server.respond(204, "")
    assert await twitch.act(WITH_BOT, action) == Receipt("done")
    assert recorded_call(server) == (method, path, body)
    assert server.requests[0].headers["authorization"] == "bearer bot"


OWNER_REQUESTS: list[tuple[Action, str, str, object]] = [
    (ChangeTitle("Late shift"), "PATCH", "/channels?broadcaster_id=1001", {"title": "Late shift"}),
    (CancelRaid(), "DELETE", "/raids?broadcaster_id=1001", None),
]


@pytest.mark.parametrize(("action", "method", "path", "body"), OWNER_REQUESTS, ids=lambda value: type(value).__name__)
async def test_owner_only_action_is_never_performed_by_a_bot(
    twitch: TwitchPlatform, server: CannedServer, action: Action, method: str, path: str, body: object
) -> None:
    server.respond(204, "")
    assert await twitch.act(WITH_BOT, action) == Receipt("done")
    assert recorded_call(server) == (method, path, body)
    assert server.requests[0].headers["authorization"] == "bearer owner"


@pytest.mark.parametrize(("game_id", "outcome"), [("509658", "done"), ("1", "refused")])
async def test_category_change_that_twitch_ignores_without_an_error_is_refused(
    twitch: TwitchPlatform, server: CannedServer, game_id: str, outcome: str
) -> None:
    server.respond(204, "")
    server.respond(200, data_response({"title": "Late shift", "game_id": game_id, "game_name": "Celeste"}))
    assert (await twitch.act(WITH_BOT, ChangeCategory("509658"))).outcome == outcome
    assert server.requests[0].headers["authorization"] == "bearer owner"


@pytest.mark.parametrize(
    ("action", "status", "message", "receipt"),
    [
        (
            BanViewer("1"),
            400,
            "The user specified in the user_id field is already banned.",
            ("done", "Already banned."),
        ),
        (
            BanViewer("1", 60),
            400,
            "The user specified in the user_id field is already banned.",
            ("refused", "They are banned. Unban them first."),
        ),
        (BanViewer("1"), 400, "The user may not be banned.", ("refused", "Twitch says: The user may not be banned.")),
        (
            UnbanViewer("1"),
            400,
            "The user in the user_id query parameter is not banned.",
            ("done", "Not banned."),
        ),
        (
            DeleteMessage("m"),
            404,
            "no such message",
            ("done", "Already deleted, or older than six hours."),
        ),
        (
            BanViewer("1"),
            403,
            "not a moderator",
            ("refused", "Make the bot a moderator of this channel on Twitch first. Twitch says: not a moderator"),
        ),
        (
            BanViewer("1"),
            401,
            "Missing scope: moderator:manage:banned_users",
            ("refused", "The bot has not given the permission for this. Reconnect Twitch to add it."),
        ),
        (
            ListChatters(),
            401,
            "Missing scope: moderator:read:chatters",
            ("refused", "The channel's account has not given the permission for this. Reconnect Twitch to add it."),
        ),
        (ChangeTitle("x"), 403, "not allowed", ("refused", "Twitch says: not allowed")),
        (SendMessage("x"), 422, "The message is too long.", ("refused", "Twitch says: The message is too long.")),
        (
            ShoutOut("1"),
            429,
            "too many",
            ("refused", "Twitch allows one shoutout in two minutes, and one in an hour for the same channel."),
        ),
        (ChangeTitle("x"), 400, "bad title", ("refused", "Twitch says: bad title")),
    ],
)
async def test_error_response_becomes_a_readable_receipt(
    twitch: TwitchPlatform, server: CannedServer, action: Action, status: int, message: str, receipt: tuple[str, str]
) -> None:
    server.respond(status, error_response(status, message), Ratelimit_Remaining="700")
    result = await twitch.act(WITH_BOT, action)
    assert (result.outcome, result.detail) == receipt
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("action", "detail"),
    [
        (SendMessage("  "), "The message is empty."),
        (BanViewer("1", 0), "A timeout must be at least one second long."),
        (WarnViewer("1", " "), "A warning needs a reason, which Twitch shows to the viewer."),
        (ChangeTitle(" "), "Enter a title."),
        (RunAd(45), "Twitch has ads of 30, 60, 90, 120, 150 and 180 seconds."),
    ],
)
async def test_invalid_action_is_refused_without_a_call(
    twitch: TwitchPlatform, server: CannedServer, action: Action, detail: str
) -> None:
    assert await twitch.act(CHANNEL, action) == Receipt("refused", detail)
    assert server.requests == []


async def test_conflicting_change_is_retried(twitch: TwitchPlatform, server: CannedServer) -> None:
    server.respond(409, error_response(409, "conflict")).respond(409, error_response(409, "conflict")).respond(204, "")
    assert await twitch.act(CHANNEL, UnbanViewer("1")) == Receipt("done")


async def test_change_that_keeps_conflicting_is_refused(twitch: TwitchPlatform, server: CannedServer) -> None:
    for _ in range(3):
        server.respond(409, error_response(409, "conflict"))
    receipt = await twitch.act(CHANNEL, BanViewer("1"))
    assert receipt == Receipt("refused", "Another change is in progress. Twitch says: conflict")


async def test_timeout_is_limited_to_twitchs_maximum(twitch: TwitchPlatform, server: CannedServer) -> None:
    server.respond(200, data_response({"user_id": "1"}))
    receipt = await twitch.act(CHANNEL, BanViewer("1", 5_000_000))
    assert receipt == Receipt("done", "Limited to two weeks, Twitch's maximum.")
    assert recorded_call(server)[2] == {"data": {"user_id": "1", "duration": 1_209_600}}


Fault = Callable[[CannedServer], object]
FAULTS: list[tuple[Fault, type[Exception]]] = [
    (lambda server: server.respond(401).respond(401), AuthExpired),
    (lambda server: server.respond(429, Ratelimit_Remaining="0", Ratelimit_Reset="1"), RateLimited),
    (lambda server: server.respond(500, error_response(500, "oops")), PlatformUnavailable),
    (lambda server: server.respond(403, "<html>blocked</html>"), PlatformUnavailable),
    (lambda server: server.respond(200, "<html>"), PlatformUnavailable),
    (lambda server: server.respond(200, data_response()), PlatformUnavailable),
]


@pytest.mark.parametrize(("fault", "failure"), FAULTS)
async def test_failures_of_twitch_are_raised(
    twitch: TwitchPlatform, server: CannedServer, fault: Fault, failure: type[Exception]
) -> None:
    fault(server)
    with pytest.raises(failure):
        await twitch.act(CHANNEL, SendMessage("hello"))


async def test_rate_limit_of_an_account_applies_to_its_next_action(
    twitch: TwitchPlatform, server: CannedServer, clock: FrozenClock
) -> None:
    reset = str(int(clock.now.timestamp()) + 30)
    server.respond(200, SENT, Ratelimit_Remaining="0", Ratelimit_Reset=reset).respond(200, SENT)
    await twitch.act(WITH_BOT, SendMessage("hello"))
    with pytest.raises(RateLimited):
        await twitch.act(WITH_BOT, SendMessage("hello"))
    assert (await twitch.act(CHANNEL, SendMessage("hello"))).outcome == "done"


def test_twitch_performs_every_action_on_a_stream_and_plays_no_music() -> None:
    assert frozenset(StreamAction.__args__) == ACTIONS == PERFORM.keys()
    assert not ACTIONS & frozenset(MusicAction.__args__)
