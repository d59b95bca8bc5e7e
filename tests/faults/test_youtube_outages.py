"""Outages, errors, repeats and used-up quota of YouTube: no message is lost or delivered twice."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from greenroom.accounts.platforms import AuthExpired, PlatformUnavailable
from greenroom.chat.protocol.actions import SendMessage
from greenroom.chat.protocol.events import Connected, MessageReceived, QuotaReported, StreamOffline
from greenroom.chat.protocol.platform import Account
from greenroom.platforms.youtube.quota.governor import QuotaSpent
from greenroom.platforms.youtube.quota.rules import Use
from support.waiting import MAX_WAIT_SECONDS
from support.youtube_adapter import YouTubeHarness

LIVE = "pixelharbor"
STREAM = "/youtube/v3/liveChat/messages/stream"
LIST = "/youtube/v3/liveChat/messages"
BROADCASTS = "/youtube/v3/liveBroadcasts"
TEXT = {"type": "textMessageEvent", "publishedAt": "2026-07-10T14:00:30Z", "textMessageDetails": {"messageText": "x"}}


async def unexpected_probe() -> None:
    raise AssertionError


async def run_until_failure(youtube: YouTubeHarness, account: Account) -> None:
    await asyncio.wait_for(youtube.platform.run(account, youtube.emit), MAX_WAIT_SECONDS)


@pytest.mark.parametrize(
    "odd",
    [
        {
            "id": "beyond",
            "snippet": {
                "type": "userBannedEvent",
                "publishedAt": "9999-12-31T23:59:59Z",
                "userBannedDetails": {"banType": "temporary", "banDurationSeconds": "300"},
            },
        },
        {},
        {"id": 7},
        {"id": "m", "snippet": None},
        {"id": "m", "snippet": {"type": 3}},
        {"id": "m", "snippet": {**TEXT, "publishedAt": "yesterday"}},
        {"id": "m", "snippet": {"type": "hologramEvent"}},
        {"id": "m", "snippet": {"type": "superChatEvent", "superChatDetails": {"amountMicros": "much"}}},
    ],
)
async def test_malformed_message_does_not_affect_others(youtube: YouTubeHarness, odd: dict[str, object]) -> None:
    account = await youtube.account(LIVE)
    async with youtube.running(account):
        await youtube.control("/raw", login=LIVE, message=odd)
        await youtube.control("/say", login=LIVE, text="after it")
        await youtube.wait_for_text("after it")
    assert await youtube.rehearsal.count_requests("GET", STREAM) == 1


async def test_repeated_and_late_messages_are_delivered_once(youtube: YouTubeHarness) -> None:
    account = await youtube.account(LIVE)
    await youtube.control("/deliveries", duplicates=True, delay_ms=50)
    async with youtube.running(account):
        await youtube.control("/say", login=LIVE, text="mark", count=5)
        await youtube.wait_for_text("mark 5")
        await youtube.control("/say", login=LIVE, text="mark 6")
        await youtube.wait_for_text("mark 6")
    assert sorted(youtube.texts("mark")) == [f"mark {number}" for number in range(1, 7)]


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_failing_chat_stream_loses_no_message(youtube: YouTubeHarness, status: int) -> None:
    account = await youtube.account(LIVE)
    await youtube.control("/polling-interval", ms=50)
    async with youtube.running(account):
        await youtube.control("/fail", next=2, status=status, path_prefix=STREAM, retry_after=1)
        await youtube.control("/drop-sockets", login=LIVE)
        await youtube.control("/say", login=LIVE, text="mark", count=3)
        await youtube.wait_for_text("mark 3")
    assert youtube.texts("mark") == ["mark 1", "mark 2", "mark 3"]


async def test_failing_chat_ends_the_run_without_a_connected_event(youtube: YouTubeHarness) -> None:
    account = await youtube.account(LIVE)
    await youtube.control("/fail", next=50, status=500, path_prefix=LIST)
    with pytest.raises(PlatformUnavailable):
        await run_until_failure(youtube, account)
    assert Connected() not in youtube.events


async def test_failed_lookup_of_broadcasts_does_not_end_a_running_chat(youtube: YouTubeHarness) -> None:
    account = await youtube.account(LIVE)
    async with youtube.running(account):
        seq = (await youtube.control("/fail", next=2, status=500, path_prefix=BROADCASTS))["seq"]
        await youtube.rehearsal.wait_for_event("request_failed", after=seq)
        await youtube.control("/say", login=LIVE, text="still here")
        await youtube.wait_for_text("still here")


async def test_outage_ends_the_run_and_messages_sent_before_the_next_run_are_read(youtube: YouTubeHarness) -> None:
    account = await youtube.account(LIVE)
    async with youtube.running(account) as run:
        await youtube.control("/say", login=LIVE, text="mark 1")
        await youtube.wait_for_text("mark 1")
        await youtube.control("/plug", on=False)
        with pytest.raises(PlatformUnavailable):
            await asyncio.wait_for(asyncio.shield(run), MAX_WAIT_SECONDS)
    await youtube.control("/plug", on=True)
    await youtube.control("/say", login=LIVE, text="mark 2")
    async with youtube.running(account):
        await youtube.wait_for_text("mark 2")
    assert youtube.texts("mark") == ["mark 1", "mark 2"]


async def test_revoked_consent_ends_the_run(youtube: YouTubeHarness) -> None:
    account = await youtube.account(LIVE)
    async with youtube.running(account) as run:
        await youtube.control("/revoke", login=LIVE)
        with pytest.raises(AuthExpired):
            await asyncio.wait_for(asyncio.shield(run), MAX_WAIT_SECONDS)


async def test_disabled_chat_leaves_the_connection_running(youtube: YouTubeHarness) -> None:
    account = await youtube.account(LIVE)
    await youtube.control("/chat", login=LIVE, on=False)
    async with youtube.running(account):
        await youtube.wait_for(QuotaReported)
        receipt = await youtube.act(account, SendMessage("hello?"))
    assert receipt.outcome == "refused"


async def test_channel_without_live_streaming_gets_an_error_that_says_so(youtube: YouTubeHarness) -> None:
    account = await youtube.account("junoplays")
    await youtube.control("/live-enabled", login="junoplays", on=False)
    with pytest.raises(PlatformUnavailable, match="Live streaming isn't enabled"):
        await run_until_failure(youtube, account)


async def test_chat_ended_event_ends_the_stream_at_once(youtube: YouTubeHarness) -> None:
    account = await youtube.account(LIVE)
    async with youtube.running(account):
        event_count = len(youtube.events)
        await youtube.control("/show", login=LIVE, type="chatEndedEvent")
        await youtube.wait_for(StreamOffline, after=event_count)


async def test_used_up_quota_is_reported_and_reading_resumes_after_midnight_without_loss(
    youtube: YouTubeHarness,
) -> None:
    account = await youtube.account(LIVE)
    async with youtube.running(account) as run:
        await youtube.control("/say", login=LIVE, text="mark 1")
        await youtube.wait_for_text("mark 1")
        await youtube.control("/exhaust-quota")
        with pytest.raises(QuotaSpent):
            await asyncio.wait_for(asyncio.shield(run), MAX_WAIT_SECONDS)
        report = await youtube.wait_for(QuotaReported, lambda event: "used up" in event.restriction)
    assert report.used >= report.total
    assert report.resets_at - datetime.now(UTC) <= timedelta(hours=25)
    request_count = await youtube.rehearsal.count_requests("GET", "/youtube/v3")
    with pytest.raises(QuotaSpent):
        await youtube.act(account, SendMessage("hello?"))
    await youtube.control("/say", login=LIVE, text="mark 2")
    event_count = len(youtube.events)
    second_run = asyncio.create_task(youtube.platform.run(account, youtube.emit))
    await youtube.wait_for(QuotaReported, after=event_count)
    assert await youtube.rehearsal.count_requests("GET", "/youtube/v3") == request_count
    await youtube.control("/quota", used=0)
    youtube.clock.advance((report.resets_at - youtube.clock()).total_seconds() + 1)
    await youtube.wait_for_text("mark 2")
    second_run.cancel()
    await asyncio.gather(second_run, return_exceptions=True)
    assert youtube.texts("mark") == ["mark 1", "mark 2"]


async def test_low_quota_is_reserved_for_sending(youtube: YouTubeHarness) -> None:
    account = await youtube.account(LIVE)
    async with youtube.running(account):
        await youtube.platform.governor.spend(90_000_000, Use.ACT, unexpected_probe)
        report = await youtube.wait_for(QuotaReported, lambda event: "Only sending" in event.restriction)
        receipt = await youtube.act(account, SendMessage("still here"))
        await youtube.wait_for_text("still here")
    assert report.used >= 90_000_000
    assert receipt.outcome == "done"


async def test_chat_is_read_on_if_the_stored_page_token_is_invalid(youtube: YouTubeHarness) -> None:
    account = await youtube.account(LIVE)
    async with youtube.running(account):
        await youtube.control("/say", login=LIVE, text="mark 1")
        await youtube.wait_for_text("mark 1")
    position = await account.adapter_state.get("place")
    assert position is not None
    token = position.split('"token":"')[1].rstrip('"}')
    await account.adapter_state.put("place", position.replace(token, "nonsense"))
    async with youtube.running(account):
        await youtube.control("/say", login=LIVE, text="mark 2")
        await youtube.wait_for_text("mark 2")


async def test_thousands_of_messages_arrive_in_order(youtube: YouTubeHarness) -> None:
    account = await youtube.account(LIVE)
    async with youtube.running(account):
        await youtube.control("/say", login=LIVE, text="mark", count=2_000)
        await youtube.wait_for(MessageReceived, lambda message: message.text == "mark 2000")
    assert youtube.texts("mark") == [f"mark {number}" for number in range(1, 2_001)]
