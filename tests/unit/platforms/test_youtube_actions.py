"""Actions on YouTube: requests and texts of errors."""

import json
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from youtube_setup import OWNER_ID, YouTubeSetup, error, open_youtube

from greenroom.accounts.platforms import AuthExpired, PlatformUnavailable, RateLimited
from greenroom.chat.protocol.actions import (
    Action,
    BanViewer,
    Category,
    ChangeCategory,
    ChangeChatModes,
    ChangeTitle,
    ClearChat,
    DeleteMessage,
    LookUpViewer,
    SearchCategories,
    SendMessage,
    StartRaid,
    UnbanViewer,
)
from greenroom.platforms.youtube.chat.state import store_current_broadcast
from support.frozen_clock import FrozenClock

CREATED = '{"kind":"k","id":"m1","snippet":{}}'
LIVE: dict[str, object] = {
    "id": "vid00000001",
    "snippet": {
        "title": "Old",
        "description": "Words",
        "categoryId": "20",
        "liveChatId": "chat2",
        "scheduledStartTime": "2030-01-02T03:00:00Z",
        "actualStartTime": "2030-01-02T03:00:10Z",
        "channelId": OWNER_ID,
        "thumbnails": {},
    },
    "status": {"lifeCycleStatus": "live", "privacyStatus": "unlisted", "recordingStatus": "recording"},
}


@pytest.fixture
async def youtube(tmp_path: Path, clock: FrozenClock) -> AsyncGenerator[YouTubeSetup]:
    async with open_youtube(tmp_path, clock) as youtube:
        yield youtube


@pytest.fixture
async def live(youtube: YouTubeSetup) -> YouTubeSetup:
    await store_current_broadcast(youtube.account.adapter_state, "vid00000001", "chat1", youtube.clock.now)
    return youtube


def list_response(*items: object) -> str:
    return json.dumps({"kind": "k", "items": list(items)})


def bodies(youtube: YouTubeSetup) -> list[dict[str, object]]:
    return [json.loads(request.body) for request in youtube.server.requests if request.body]


async def test_message_is_sent_as_the_bot(live: YouTubeSetup) -> None:
    live.server.respond(200, CREATED)
    receipt = await live.platform.act(live.with_bot(), SendMessage("hello\nthere"))
    assert (receipt.outcome, receipt.message_ids) == ("done", ("m1",))
    assert live.requests == ["POST /v3/liveChat/messages?part=snippet"]
    assert live.server.requests[0].headers["authorization"] == "bearer b1"
    assert bodies(live) == [
        {
            "snippet": {
                "liveChatId": "chat1",
                "type": "textMessageEvent",
                "textMessageDetails": {"messageText": "hello there"},
            }
        }
    ]
    assert live.platform.governor.report().used == 20


async def test_long_message_is_split_and_every_part_has_its_id(live: YouTubeSetup) -> None:
    live.server.respond(200, CREATED).respond(200, CREATED.replace("m1", "m2"))
    receipt = await live.platform.act(live.account, SendMessage("word " * 60))
    assert receipt.message_ids == ("m1", "m2")


async def test_sent_parts_are_reported_when_the_rest_fails(live: YouTubeSetup) -> None:
    live.server.respond(200, CREATED).respond(403, error("rateLimitExceeded"))
    receipt = await live.platform.act(live.account, SendMessage("word " * 60))
    assert (receipt.outcome, receipt.message_ids) == ("dropped", ("m1",))
    assert receipt.detail.startswith("Only 1 of 2 parts were sent")


async def test_expired_token_is_renewed_once(live: YouTubeSetup) -> None:
    live.server.respond(401, error("authError", 401)).respond(200, CREATED)
    assert (await live.platform.act(live.account, SendMessage("hi"))).outcome == "done"
    live.server.respond(401, error("authError", 401)).respond(401, error("authError", 401))
    with pytest.raises(AuthExpired):
        await live.platform.act(live.account, SendMessage("hi"))


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (SendMessage("hi", reply_to="m0"), "no replies"),
        (SendMessage(" \n "), "message is empty"),
        (ClearChat(), "Not supported"),
        (ChangeChatModes(slow_seconds=30), "Not supported"),
        (StartRaid("UCx"), "Not supported"),
        (UnbanViewer("UCx"), f"https://studio.youtube.com/channel/{OWNER_ID}/livestreaming"),
    ],
)
async def test_impossible_action_is_refused_without_a_call(live: YouTubeSetup, action: Action, words: str) -> None:
    receipt = await live.platform.act(live.account, action)
    assert receipt.outcome == "refused"
    assert words in receipt.detail
    assert live.requests == []


@pytest.mark.parametrize(
    ("status", "reason", "words"),
    [
        (403, "forbidden", "Make it a moderator"),
        (403, "insufficientPermissions", "Reconnect"),
        (403, "liveChatDisabled", "turned off"),
        (403, "modificationNotAllowed", "doesn't allow this for the owner"),
        (400, "messageTextInvalid", "rejected this text"),
        (400, "invalidValue", "rejected this request"),
    ],
)
async def test_refusal_becomes_a_readable_receipt(live: YouTubeSetup, status: int, reason: str, words: str) -> None:
    live.server.respond(status, error(reason, status))
    receipt = await live.platform.act(live.account, SendMessage("hi"))
    assert receipt.outcome == "refused"
    assert words in receipt.detail


async def test_temporary_error_is_raised(live: YouTubeSetup) -> None:
    live.server.respond(403, error("rateLimitExceeded"), Retry_After="7")
    with pytest.raises(RateLimited) as limited:
        await live.platform.act(live.account, SendMessage("hi"))
    assert limited.value.after_seconds == 7
    for status, body in ((500, error("backendError", 500)), (200, "<html>"), (502, "<html>")):
        live.server.respond(status, body)
        with pytest.raises(PlatformUnavailable):
            await live.platform.act(live.account, SendMessage("hi"))


async def test_offline_state_is_cached_and_read_again_later(youtube: YouTubeSetup) -> None:
    youtube.server.respond(200, "{}").respond(200, "{}")
    for _ in range(3):
        receipt = await youtube.platform.act(youtube.account, SendMessage("hi"))
        assert (receipt.outcome, "opens with the stream" in receipt.detail) == ("refused", True)
    assert len(youtube.requests) == 2
    youtube.clock.advance(200)
    youtube.server.respond(200, list_response(LIVE)).respond(200, CREATED)
    assert (await youtube.platform.act(youtube.account, SendMessage("hi"))).outcome == "done"
    assert youtube.requests[2].startswith("GET /v3/liveBroadcasts?part=")
    assert "broadcastStatus=active&broadcastType=all" in youtube.requests[2]


async def test_message_is_sent_to_the_new_chat_after_the_old_chat_ended(live: YouTubeSetup) -> None:
    live.server.respond(403, error("liveChatEnded")).respond(200, list_response(LIVE)).respond(200, CREATED)
    assert (await live.platform.act(live.account, SendMessage("hi"))).outcome == "done"
    assert '"chat2"' in live.server.requests[-1].body
    live.server.respond(403, error("liveChatEnded")).respond(200, list_response(LIVE))
    receipt = await live.platform.act(live.account, SendMessage("hi"))
    assert (receipt.outcome, receipt.detail) == ("refused", "This live chat has ended.")


async def test_deleting_a_deleted_message_succeeds(live: YouTubeSetup) -> None:
    live.server.respond(204, "").respond(404, error("liveChatMessageNotFound", 404))
    assert (await live.platform.act(live.account, DeleteMessage("m/1"))).outcome == "done"
    receipt = await live.platform.act(live.account, DeleteMessage("m/1"))
    assert (receipt.outcome, receipt.detail) == ("done", "Already done.")
    assert live.requests[0] == "DELETE /v3/liveChat/messages?id=m%2F1"


@pytest.mark.parametrize(
    ("seconds", "kind"),
    [(None, {"type": "permanent"}), (90, {"type": "temporary", "banDurationSeconds": "90"})],
)
async def test_unban_uses_the_id_of_the_ban(live: YouTubeSetup, seconds: int | None, kind: dict[str, str]) -> None:
    live.server.respond(200, '{"id":"ban1"}').respond(204, "")
    banned = await live.platform.act(live.account, BanViewer("UCbad", seconds, reason="spam"))
    assert (banned.outcome, banned.detail) == ("done", "YouTube does not support ban reasons.")
    assert bodies(live) == [{"snippet": {"liveChatId": "chat1", "bannedUserDetails": {"channelId": "UCbad"}, **kind}}]
    assert (await live.platform.act(live.account, UnbanViewer("UCbad"))).outcome == "done"
    assert live.requests[-1] == "DELETE /v3/liveChat/bans?id=ban1"
    assert (await live.platform.act(live.account, UnbanViewer("UCbad"))).outcome == "refused"
    assert live.platform.governor.report().used == 100


async def test_expired_ban_counts_as_lifted(live: YouTubeSetup) -> None:
    live.server.respond(200, '{"id":"ban1"}').respond(404, error("liveChatBanNotFound", 404))
    await live.platform.act(live.account, BanViewer("UCbad", 10))
    receipt = await live.platform.act(live.account, UnbanViewer("UCbad"))
    assert (receipt.outcome, receipt.detail) == ("done", "Already done.")


@pytest.mark.parametrize(
    ("action", "change"),
    [(ChangeTitle("New"), {"title": "New"}), (ChangeCategory("24"), {"categoryId": "24"})],
)
async def test_change_keeps_all_other_fields(live: YouTubeSetup, action: Action, change: dict[str, str]) -> None:
    live.server.respond(200, list_response(LIVE)).respond(200, "{}")
    assert (await live.platform.act(live.with_bot(), action)).outcome == "done"
    assert live.requests[-1] == "PUT /v3/liveBroadcasts?part=snippet%2Cstatus"
    assert live.server.requests[-1].headers["authorization"] == "bearer t1"
    snippet = {
        "title": "Old",
        "description": "Words",
        "categoryId": "20",
        "scheduledStartTime": "2030-01-02T03:00:00Z",
        **change,
    }
    assert bodies(live) == [{"id": "vid00000001", "snippet": snippet, "status": {"privacyStatus": "unlisted"}}]


async def test_unscheduled_broadcast_is_changed_as_a_video(live: YouTubeSetup) -> None:
    unscheduled = {"id": "vid00000001", "snippet": {"title": "Old"}, "status": {}}
    video = {"id": "vid00000001", "snippet": {"title": "Old", "categoryId": "20", "tags": ["a"], "channelId": "UC"}}
    live.server.respond(200, list_response(unscheduled)).respond(200, list_response(video)).respond(200, "{}")
    assert (await live.platform.act(live.account, ChangeTitle("New"))).outcome == "done"
    assert live.requests[-1] == "PUT /v3/videos?part=snippet"
    assert bodies(live) == [{"id": "vid00000001", "snippet": {"title": "New", "categoryId": "20", "tags": ["a"]}}]


async def test_change_without_a_broadcast_is_refused(youtube: YouTubeSetup) -> None:
    youtube.server.respond(200, "{}").respond(200, "{}")
    receipt = await youtube.platform.act(youtube.account, ChangeTitle("New"))
    assert receipt.outcome == "refused"
    assert "No live or upcoming broadcast" in receipt.detail


async def test_assignable_categories_are_fetched_once(youtube: YouTubeSetup) -> None:
    found = [
        {"id": "20", "snippet": {"title": "Gaming", "assignable": True, "channelId": "UC"}},
        {"id": "10", "snippet": {"title": "Music", "assignable": True}},
        {"id": "42", "snippet": {"title": "Music Shorts", "assignable": False}},
    ]
    youtube.server.respond(200, list_response(*found))
    for query, names in (("MUS", ["Music"]), ("", ["Gaming", "Music"]), ("nothing", [])):
        receipt = await youtube.platform.act(youtube.account, SearchCategories(query))
        assert [category.name for category in receipt.categories] == names
    assert len(youtube.requests) == 1
    assert Category("20", "Gaming") in (await youtube.platform.act(youtube.account, SearchCategories("g"))).categories


async def test_viewer_is_looked_up_by_id(youtube: YouTubeSetup) -> None:
    snippet = {"title": "Mira", "customUrl": "@mira", "publishedAt": "2020-01-02T03:04:05Z"}
    youtube.server.respond(200, list_response({"id": "UCm", "snippet": snippet})).respond(200, "{}")
    (found,) = (await youtube.platform.act(youtube.account, LookUpViewer("UCm"))).viewers
    assert (found.id, found.login, found.name, found.created_at) == ("UCm", "mira", "Mira", "2020-01-02T03:04:05Z")
    assert (await youtube.platform.act(youtube.account, LookUpViewer("UCx"))).viewers == ()
