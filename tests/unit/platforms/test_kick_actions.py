"""Actions on Kick: requests and the meaning of responses."""

import asyncio
from collections.abc import AsyncGenerator

import pytest
from tenacity import wait_none

from greenroom.accounts.platforms import AuthExpired, PlatformUnavailable, RateLimited
from greenroom.chat.protocol.actions import (
    Action,
    Announce,
    BanViewer,
    Category,
    ChangeCategory,
    ChangeChatModes,
    ChangeTitle,
    ClearChat,
    DeleteMessage,
    LookUpViewer,
    ReadChatModes,
    RunAd,
    SearchCategories,
    SendMessage,
    StartRaid,
    UnbanViewer,
    ViewerFound,
)
from greenroom.chat.protocol.platform import Account, Actor
from greenroom.kernel.bus.bus import MemoryBus
from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.kick.pace import Pace
from greenroom.platforms.kick.platform import KickPlatform
from greenroom.platforms.kick.settings import KickSettings
from support.adapter_connection import MemoryTokens, account_of
from support.frozen_clock import FrozenClock
from support.routed_server import RoutedServer, routed_server

CHAT, BANS, CHANNELS = "POST /public/v1/chat", "/public/v1/moderation/bans", "PATCH /public/v1/channels"
SENT: dict[str, object] = {"data": {"is_sent": True, "message_id": "m1"}, "message": "OK"}
DONE: dict[str, object] = {"data": {}, "message": "OK"}
FORBIDDEN: dict[str, object] = {"data": {}, "message": "Forbidden"}
UNAUTHORIZED: dict[str, object] = {"data": {}, "message": "Unauthorized"}
NOT_FOUND: dict[str, object] = {"data": {}, "message": "Not found"}
INTERNAL: dict[str, object] = {"data": {}, "message": "Internal"}


@pytest.fixture
async def server() -> AsyncGenerator[RoutedServer]:
    async with routed_server() as server:
        yield server


class KickPlatforms:
    def __init__(self, server: RoutedServer, clock: FrozenClock, http: HttpClient) -> None:
        self._server, self._clock, self._http = server, clock, http

    def kick(self, pace: Pace | None = None, **settings: object) -> KickPlatform:
        parsed = KickSettings.model_validate({"client_id": "c1", "api_url": f"{self._server.url}/public", **settings})
        return KickPlatform(parsed, self._http, self._clock, MemoryBus(), pace or Pace(send_gap_seconds=0))


@pytest.fixture
async def platforms(server: RoutedServer, clock: FrozenClock) -> AsyncGenerator[KickPlatforms]:
    http = HttpClient("Greenroom test", wait=wait_none())
    yield KickPlatforms(server, clock, http)
    await http.close()


@pytest.fixture
def owner() -> Account:
    return account_of("1001", "alpha")


@pytest.fixture
def with_bot() -> Account:
    return account_of("1001", "alpha", actor=Actor("3003", MemoryTokens("bot"), is_bot=True))


async def test_owner_writes_with_own_token(platforms: KickPlatforms, server: RoutedServer, owner: Account) -> None:
    server.on(CHAT, 200, SENT)
    receipt = await platforms.kick().act(owner, SendMessage("hello", reply_to="0f1d"))
    assert (receipt.outcome, receipt.message_ids) == ("done", ("m1",))
    (call,) = server.calls
    assert call.headers["authorization"] == "Bearer t1"
    assert call.json == {
        "content": "hello",
        "type": "user",
        "broadcaster_user_id": 1001,
        "reply_to_message_id": "0f1d",
    }


async def test_own_bot_writes_with_its_own_token(
    platforms: KickPlatforms, server: RoutedServer, with_bot: Account
) -> None:
    server.on(CHAT, 200, SENT)
    await platforms.kick().act(with_bot, SendMessage("hello"))
    assert server.calls[0].headers["authorization"] == "Bearer bot1"
    assert server.calls[0].json == {"content": "hello", "type": "user", "broadcaster_user_id": 1001}


async def test_bot_of_the_kick_app_writes_with_the_token_of_the_streamer(
    platforms: KickPlatforms, server: RoutedServer, with_bot: Account
) -> None:
    server.on(CHAT, 200, SENT)
    await platforms.kick(app_bot=True).act(with_bot, SendMessage("hello"))
    assert server.calls[0].headers["authorization"] == "Bearer t1"
    assert server.calls[0].json == {"content": "hello", "type": "bot"}


async def test_refusal_of_an_app_without_a_bot_explains_how_to_enable_it(
    platforms: KickPlatforms, server: RoutedServer, with_bot: Account
) -> None:
    server.on(CHAT, 400, {"data": "Channel not found", "message": "Bad request"})
    receipt = await platforms.kick(app_bot=True).act(with_bot, SendMessage("hello"))
    assert receipt.outcome == "refused"
    assert "app's settings" in receipt.detail


async def test_long_text_is_sent_in_parts_and_only_the_first_is_a_reply(
    platforms: KickPlatforms, server: RoutedServer, owner: Account
) -> None:
    server.on(CHAT, 200, SENT)
    receipt = await platforms.kick().act(owner, SendMessage("x" * 501, reply_to="0f1d"))
    assert receipt.message_ids == ("m1", "m1")
    assert [len(call.json["content"]) for call in server.calls] == [500, 1]
    assert ["reply_to_message_id" in call.json for call in server.calls] == [True, False]


async def test_partly_sent_text_is_not_retried(platforms: KickPlatforms, server: RoutedServer, owner: Account) -> None:
    server.on(CHAT, 200, SENT).on(CHAT, 429, {"data": None, "message": "Too many requests"})
    receipt = await platforms.kick().act(owner, SendMessage("x" * 501))
    assert (receipt.outcome, receipt.message_ids) == ("dropped", ("m1",))
    assert "Only 1 of 2 parts were sent" in receipt.detail


async def test_parts_of_a_message_are_sent_with_a_pause(
    platforms: KickPlatforms, server: RoutedServer, owner: Account
) -> None:
    server.on(CHAT, 200, SENT)
    began = asyncio.get_running_loop().time()
    await platforms.kick(Pace(send_gap_seconds=0.15)).act(owner, SendMessage("x" * 1001))
    assert len(server.calls) == 3
    assert asyncio.get_running_loop().time() - began >= 0.3


async def test_no_message_is_sent_within_kicks_retry_after(
    platforms: KickPlatforms, server: RoutedServer, owner: Account, clock: FrozenClock
) -> None:
    server.on(CHAT, 429, "", Retry_After="30").on(CHAT, 200, SENT)
    kick = platforms.kick()
    for _ in range(2):
        with pytest.raises(RateLimited):
            await kick.act(owner, SendMessage("hello"))
    assert len(server.calls) == 1
    clock.advance(31)
    assert (await kick.act(owner, SendMessage("hello"))).outcome == "done"


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (200, {"data": {"is_sent": False, "message_id": "m1"}, "message": "OK"}),
        (400, {"data": "content too long", "message": "Bad request"}),
        (403, FORBIDDEN),
        (403, {"data": None, "message": "Forbidden"}),
    ],
)
async def test_message_that_kick_does_not_show_is_dropped(
    platforms: KickPlatforms, server: RoutedServer, owner: Account, status: int, body: object
) -> None:
    server.on(CHAT, status, body)
    receipt = await platforms.kick().act(owner, SendMessage("hello"))
    assert receipt.outcome == "dropped"
    assert receipt.detail


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (403, {"error": "Request blocked by security policy.", "reference": "1"}),
        (400, "<html>"),
        (500, INTERNAL),
        (200, "[]"),
    ],
)
async def test_unexpected_response_is_an_outage(
    platforms: KickPlatforms, server: RoutedServer, owner: Account, status: int, body: object
) -> None:
    server.on(CHAT, status, body)
    with pytest.raises(PlatformUnavailable):
        await platforms.kick().act(owner, SendMessage("hello"))
    assert len(server.calls) == 1


async def test_refused_token_is_replaced_once(platforms: KickPlatforms, server: RoutedServer, owner: Account) -> None:
    server.on(CHAT, 401, UNAUTHORIZED).on(CHAT, 200, SENT)
    assert (await platforms.kick().act(owner, SendMessage("hello"))).outcome == "done"
    assert [call.headers["authorization"] for call in server.calls] == ["Bearer t1", "Bearer t2"]


async def test_second_refusal_of_the_token_raises_auth_expired(
    platforms: KickPlatforms, server: RoutedServer, owner: Account
) -> None:
    server.on(CHAT, 401, UNAUTHORIZED)
    with pytest.raises(AuthExpired):
        await platforms.kick().act(owner, SendMessage("hello"))
    assert len(server.calls) == 2


async def test_time_out_is_rounded_to_minutes_with_a_note(
    platforms: KickPlatforms, server: RoutedServer, owner: Account
) -> None:
    server.on(f"POST {BANS}", 200, DONE)
    receipt = await platforms.kick().act(owner, BanViewer("2002", seconds=90, reason="spam"))
    assert (receipt.outcome, receipt.detail) == ("done", "Kick counts in minutes: rounded up to 2 minutes")
    assert server.calls[0].json == {"broadcaster_user_id": 1001, "user_id": 2002, "duration": 2, "reason": "spam"}


async def test_permanent_ban_has_no_duration(platforms: KickPlatforms, server: RoutedServer, with_bot: Account) -> None:
    server.on(f"POST {BANS}", 200, DONE)
    receipt = await platforms.kick().act(with_bot, BanViewer("2002"))
    assert (receipt.outcome, receipt.detail) == ("done", "")
    assert server.calls[0].headers["authorization"] == "Bearer bot1"
    assert server.calls[0].json == {"broadcaster_user_id": 1001, "user_id": 2002}


async def test_unban_is_a_delete_with_a_body(platforms: KickPlatforms, server: RoutedServer, owner: Account) -> None:
    server.on(f"DELETE {BANS}", 200, DONE)
    assert (await platforms.kick().act(owner, UnbanViewer("2002"))).outcome == "done"
    assert server.calls[0].json == {"broadcaster_user_id": 1001, "user_id": 2002}


async def test_moderating_without_being_a_moderator_is_refused(
    platforms: KickPlatforms, server: RoutedServer, owner: Account
) -> None:
    server.on(f"POST {BANS}", 403, FORBIDDEN)
    receipt = await platforms.kick().act(owner, BanViewer("2002"))
    assert receipt.outcome == "refused"
    assert "moderator" in receipt.detail


async def test_deleting_a_deleted_message_succeeds(
    platforms: KickPlatforms, server: RoutedServer, owner: Account
) -> None:
    call = "DELETE /public/v1/chat/0f1d3c52-6a0e"
    server.on(call, 204, "").on(call, 404, NOT_FOUND)
    for _ in range(2):
        assert (await platforms.kick().act(owner, DeleteMessage("0f1d3c52-6a0e"))).outcome == "done"


async def test_title_and_category_are_changed_by_the_owner(
    platforms: KickPlatforms, server: RoutedServer, with_bot: Account
) -> None:
    server.on(CHANNELS, 204, "")
    assert (await platforms.kick().act(with_bot, ChangeTitle("New"))).outcome == "done"
    assert (await platforms.kick().act(with_bot, ChangeCategory("15"))).outcome == "done"
    assert [call.json for call in server.calls] == [{"stream_title": "New"}, {"category_id": 15}]
    assert {call.headers["authorization"] for call in server.calls} == {"Bearer t1"}


async def test_kicks_error_is_in_the_receipt(platforms: KickPlatforms, server: RoutedServer, owner: Account) -> None:
    server.on(CHANNELS, 400, {"data": "stream_title is too long", "message": "Bad request"})
    receipt = await platforms.kick().act(owner, ChangeTitle("New"))
    assert (receipt.outcome, receipt.detail) == ("refused", "Kick refused: stream_title is too long")


async def test_categories_are_searched_by_name(platforms: KickPlatforms, server: RoutedServer, owner: Account) -> None:
    found: list[dict[str, object]] = [
        {"id": 15, "name": "Just Chatting", "tags": [], "thumbnail": "https://t.example/1"}
    ]
    page: dict[str, object] = {"data": found, "message": "OK", "pagination": {"next_cursor": ""}}
    server.on("GET /public/v2/categories", 200, page)
    receipt = await platforms.kick().act(owner, SearchCategories(" just "))
    assert receipt.categories == (Category("15", "Just Chatting", "https://t.example/1"),)
    assert server.calls[0].query == "name=just&limit=25"


async def test_category_search_with_two_letters_finds_nothing_without_a_call(
    platforms: KickPlatforms, server: RoutedServer, owner: Account
) -> None:
    receipt = await platforms.kick().act(owner, SearchCategories("ab"))
    assert (receipt.outcome, receipt.categories) == ("done", ())
    assert server.calls == []


async def test_viewer_is_looked_up(platforms: KickPlatforms, server: RoutedServer, owner: Account) -> None:
    user = {"user_id": 2002, "name": "Beta_B", "email": "", "profile_picture": "https://p.example/b"}
    server.on("GET /public/v1/users", 200, {"data": [user], "message": "OK"})
    receipt = await platforms.kick().act(owner, LookUpViewer("2002"))
    assert receipt.viewers == (ViewerFound("2002", "beta_b", "Beta_B", "https://p.example/b"),)


@pytest.mark.parametrize(
    "action",
    [
        Announce("hi"),
        ClearChat(),
        ChangeChatModes(slow_seconds=30),
        ReadChatModes(),
        StartRaid("2002"),
        RunAd(30),
        BanViewer("not a number"),
        BanViewer("2002", seconds=8 * 24 * 3600),
        UnbanViewer("-1"),
        DeleteMessage("../channels"),
        DeleteMessage(""),
        ChangeCategory("0"),
        ChangeCategory("slots"),
        SendMessage("  "),
        LookUpViewer("٣"),
    ],
)
async def test_unsupported_and_invalid_actions_are_refused_without_a_call(
    platforms: KickPlatforms, server: RoutedServer, owner: Account, action: Action
) -> None:
    receipt = await platforms.kick().act(owner, action)
    assert receipt.outcome == "refused"
    assert receipt.detail
    assert server.calls == []
