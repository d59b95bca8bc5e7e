"""A YouTube connection against the running rehearsal: streams, chat, activities, scopes and quota."""

import pytest

from greenroom.accounts.credentials.rules import missing_scopes
from greenroom.accounts.platforms import Gone
from greenroom.chat.protocol.actions import SendMessage
from greenroom.chat.protocol.events import (
    ActivityKind,
    ActivityReceived,
    ChannelUpdated,
    Connected,
    NoticeReceived,
    StreamOffline,
    StreamOnline,
    ViewerBanned,
    ViewersCounted,
)
from greenroom.platforms.youtube.info import INFO, MANAGE, READ_ONLY
from support.youtube_adapter import PACE, YouTubeHarness

LIVE, OFFLINE = "pixelharbor", "junoplays"
STREAM = "/youtube/v3/liveChat/messages/stream"
LIST = "/youtube/v3/liveChat/messages"


async def test_live_channel_is_shown_and_its_chat_is_read(youtube: YouTubeHarness) -> None:
    account = await youtube.account(LIVE)
    async with youtube.running(account):
        online = await youtube.wait_for(StreamOnline)
        updated = await youtube.wait_for(ChannelUpdated)
        await youtube.wait_for(ViewersCounted)
        await youtube.control("/say", login=LIVE, text="good evening")
        message = await youtube.wait_for_text("good evening")
    assert len(online.stream_id) == 11
    assert updated.title
    assert updated.category
    assert not message.is_backlog
    assert message.chatter.id.startswith("UC")
    assert message.received_at >= message.sent_at
    assert youtube.events.count(Connected()) == 1


async def test_start_and_end_of_a_stream_are_reported(youtube: YouTubeHarness) -> None:
    account = await youtube.account(OFFLINE)
    async with youtube.running(account):
        await youtube.wait_for(StreamOffline)
        await youtube.control("/go-live", login=OFFLINE, title="No map")
        await youtube.wait_for(StreamOnline)
        await youtube.wait_for(ChannelUpdated, lambda event: event.title == "No map")
        await youtube.control("/say", login=OFFLINE, text="first")
        await youtube.wait_for_text("first")
        event_count = len(youtube.events)
        await youtube.control("/end", login=OFFLINE)
        await youtube.wait_for(StreamOffline, after=event_count)


async def test_earlier_messages_are_received_as_backlog(youtube: YouTubeHarness) -> None:
    account = await youtube.account(LIVE)
    await youtube.control("/say", login=LIVE, text="!earlier")
    async with youtube.running(account):
        message = await youtube.wait_for_text("!earlier")
    assert message.is_backlog


async def test_second_run_of_the_connection_resumes_where_the_first_ended(youtube: YouTubeHarness) -> None:
    account = await youtube.account(LIVE)
    async with youtube.running(account):
        await youtube.control("/say", login=LIVE, text="mark", count=3)
        await youtube.wait_for_text("mark 3")
    await youtube.control("/say", login=LIVE, text="mark 4")
    async with youtube.running(account):
        missed = await youtube.wait_for_text("mark 4")
        await youtube.control("/say", login=LIVE, text="mark 5")
        later = await youtube.wait_for_text("mark 5")
    assert youtube.texts("mark") == ["mark 1", "mark 2", "mark 3", "mark 4", "mark 5"]
    assert (missed.is_backlog, later.is_backlog) == (True, False)


async def test_interrupted_chat_stream_is_reopened_without_loss(youtube: YouTubeHarness) -> None:
    account = await youtube.account(LIVE)
    async with youtube.running(account):
        await youtube.control("/say", login=LIVE, text="mark 1")
        await youtube.wait_for_text("mark 1")
        await youtube.control("/drop-sockets", login=LIVE)
        await youtube.control("/say", login=LIVE, text="mark 2")
        message = await youtube.wait_for_text("mark 2")
    assert youtube.texts("mark") == ["mark 1", "mark 2"]
    assert not message.is_backlog


async def test_ended_chat_stream_is_reopened(youtube: YouTubeHarness) -> None:
    await youtube.control("/limits", values={"stream_seconds": 1})
    account = await youtube.account(LIVE)
    async with youtube.running(account):
        await youtube.rehearsal.wait_for_event("stream_closed")
        await youtube.control("/say", login=LIVE, text="still here")
        await youtube.wait_for_text("still here")
    assert await youtube.rehearsal.count_requests("GET", STREAM) >= 2


async def test_polling_takes_over_when_the_chat_stream_is_refused(youtube: YouTubeHarness) -> None:
    await youtube.control("/refuse-stream", on=True)
    await youtube.control("/polling-interval", ms=100)
    account = await youtube.account(LIVE)
    async with youtube.running(account):
        await youtube.control("/say", login=LIVE, text="mark", count=5)
        await youtube.wait_for_text("mark 5")
        await youtube.control("/say", login=LIVE, text="mark 6")
        await youtube.wait_for_text("mark 6")
    assert youtube.texts("mark") == [f"mark {number}" for number in range(1, 7)]
    assert await youtube.rehearsal.count_requests("GET", LIST) >= 2


async def test_expired_token_is_renewed_while_the_chat_is_read(youtube: YouTubeHarness) -> None:
    account = await youtube.account(LIVE)
    async with youtube.running(account):
        seq = await youtube.rehearsal.command("/youtube/expire-tokens", login=LIVE)
        await youtube.rehearsal.wait_for_event("token_refreshed", after=seq)
        await youtube.control("/say", login=LIVE, text="still here")
        await youtube.wait_for_text("still here")


async def test_donations_members_gifts_and_polls_are_received(youtube: YouTubeHarness) -> None:
    account = await youtube.account(LIVE)
    async with youtube.running(account):
        await youtube.control("/pay", login=LIVE, amount=500, text="wow")
        await youtube.control("/subscribe", login=LIVE)
        await youtube.control("/subscribe", login=LIVE, months=14, text="still here")
        await youtube.control("/gift", login=LIVE, count=2)
        paid = await youtube.wait_for(ActivityReceived, lambda event: event.kind is ActivityKind.SUPER_CHAT)
        await youtube.wait_for(ActivityReceived, lambda event: event.kind is ActivityKind.MEMBERSHIP)
        milestone = await youtube.wait_for(ActivityReceived, lambda event: event.kind is ActivityKind.MILESTONE)
        gift = await youtube.wait_for(ActivityReceived, lambda event: event.kind is ActivityKind.MEMBERSHIP_GIFT)
        gifted = await youtube.wait_for(
            ActivityReceived, lambda event: event.group_id == gift.group_id and event != gift
        )
        await youtube.control("/show", login=LIVE, type="pollEvent", text="Left or right?")
        await youtube.wait_for(NoticeReceived, lambda event: event.kind == "poll" and "Left or right?" in event.text)
    assert (paid.amount_micros, paid.message) == (5_000_000, "wow")
    assert len(paid.currency) == 3
    assert (milestone.months, gift.count) == (14, 2)
    assert gifted.kind is ActivityKind.MEMBERSHIP


async def test_growing_gift_combo_is_reported_again_with_the_same_id(youtube: YouTubeHarness) -> None:
    account = await youtube.account(LIVE)
    async with youtube.running(account):
        shown = await youtube.control("/show", login=LIVE, type="giftEvent", count=1)
        await youtube.control("/show", login=LIVE, type="giftEvent", count=4, message_id=shown["message_id"])
        grown = await youtube.wait_for(ActivityReceived, lambda event: event.count == 4)
    assert grown.activity_id == shown["message_id"]


async def test_ban_made_on_the_platform_is_received(youtube: YouTubeHarness) -> None:
    account = await youtube.account(LIVE)
    async with youtube.running(account):
        await youtube.control("/ban", login=LIVE, seconds=300)
        banned = await youtube.wait_for(ViewerBanned)
    assert banned.until is not None
    assert 290 < (banned.until - banned.received_at).total_seconds() <= 300


async def test_without_the_write_scope_chat_is_read_and_sending_refused_with_a_message(youtube: YouTubeHarness) -> None:
    account, grant = await youtube.account_and_grant(LIVE, scopes=[READ_ONLY])
    assert missing_scopes(INFO.channel_scopes, grant.tokens.scopes or ()) == {MANAGE: INFO.channel_scopes[MANAGE]}
    async with youtube.running(account):
        await youtube.control("/say", login=LIVE, text="good evening")
        await youtube.wait_for_text("good evening")
        receipt = await youtube.act(account, SendMessage("good evening"))
    assert receipt.outcome == "refused"
    assert "Reconnect" in receipt.detail


async def test_google_account_without_a_channel_gets_an_error(youtube: YouTubeHarness) -> None:
    await youtube.control("/has-channel", login=OFFLINE, on=False)
    with pytest.raises(Gone, match="has no YouTube channel"):
        await youtube.grant(OFFLINE)


async def test_chat_of_a_planned_broadcast_is_read_before_it_starts(youtube: YouTubeHarness) -> None:
    planned = await youtube.control("/plan", login=OFFLINE, title="Tonight", in_seconds=600)
    account = await youtube.account(OFFLINE)
    async with youtube.running(account):
        await youtube.wait_for(ChannelUpdated, lambda event: event.title == "Tonight")
        await youtube.rehearsal.wait_for_event("stream_opened")
        await youtube.control("/go-live", login=OFFLINE)
        online = await youtube.wait_for(StreamOnline)
    assert online.stream_id == planned["broadcast_id"]


async def test_quota_units_are_counted_as_google_counts_them(youtube: YouTubeHarness) -> None:
    account = await youtube.account(LIVE)
    youtube.build(PACE, daily_units=100_000_000)
    async with youtube.running(account):
        await youtube.control("/say", login=LIVE, text="hi")
        await youtube.wait_for_text("hi")
    assert youtube.platform.governor.report().used == (await youtube.quota())["used"]
