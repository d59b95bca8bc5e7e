"""One YouTube connection, from responses to events."""

import asyncio
import json
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from msgspec.structs import replace
from youtube_setup import QUICK, YouTubeSetup, error, open_youtube

from greenroom.accounts.platforms import PlatformUnavailable
from greenroom.chat.protocol.events import (
    ChannelUpdated,
    Connected,
    Event,
    MessageReceived,
    QuotaReported,
    StreamOffline,
    StreamOnline,
    ViewersCounted,
)
from greenroom.platforms.youtube.chat.state import load_current_broadcast, load_token
from greenroom.platforms.youtube.quota.governor import QuotaSpent
from support.frozen_clock import FrozenClock

# Checks for a broadcast once per test.
ONE_CHECK = replace(QUICK, check_seconds=600, chat_again_seconds=600)
CATEGORIES = '{"items":[{"id":"20","snippet":{"title":"Gaming","assignable":true}}]}'
TEXT = {
    "id": "m1",
    "snippet": {
        "type": "textMessageEvent",
        "publishedAt": "2030-01-02T03:04:06Z",
        "textMessageDetails": {"messageText": "hello"},
    },
    "authorDetails": {"channelId": "UCv", "displayName": "@v"},
}


def broadcasts(**more: object) -> str:
    live: dict[str, object] = {
        "id": "vid00000001",
        "snippet": {
            "title": "Evening",
            "categoryId": "20",
            "liveChatId": "chat1",
            "actualStartTime": "2030-01-02T03:00:00Z",
        },
        "status": {"lifeCycleStatus": "live"},
        "statistics": {"concurrentViewers": "1206"},
    }
    return json.dumps({"items": [live | more]})


def batch(*items: object, next_page: str = "next1") -> str:
    return json.dumps({"nextPageToken": next_page, "items": list(items)})


@pytest.fixture
async def youtube(tmp_path: Path, clock: FrozenClock) -> AsyncGenerator[YouTubeSetup]:
    async with open_youtube(tmp_path, clock, ONE_CHECK) as youtube:
        yield youtube


class EventRecorder:
    """Records events; sets `is_complete` after `times` calls whose last event is of type `last`."""

    def __init__(self, last: type[Event], times: int = 1) -> None:
        self.events: list[Event] = []
        self._last = last
        self._times = times
        self.is_complete = asyncio.Event()

    async def __call__(self, *events: Event) -> None:
        self.events += events
        if isinstance(events[-1], self._last):
            self._times -= 1
        if self._times == 0:
            self.is_complete.set()


async def run_until(youtube: YouTubeSetup, last: type[Event], times: int = 1) -> list[Event]:
    recorder = EventRecorder(last, times)
    run = asyncio.create_task(youtube.platform.run(youtube.account, recorder))
    waiting = asyncio.create_task(recorder.is_complete.wait())
    await asyncio.wait({run, waiting}, timeout=20, return_when=asyncio.FIRST_COMPLETED)
    run.cancel()
    waiting.cancel()
    await asyncio.gather(run, waiting, return_exceptions=True)
    return recorder.events


async def test_first_lookup_emits_title_stream_and_viewers_before_connected(youtube: YouTubeSetup) -> None:
    stream = f"[{batch(TEXT)},{error('liveChatEnded')}]"
    youtube.server.respond(200, broadcasts()).respond(200, CATEGORIES).respond(200, stream)
    now = youtube.clock.now
    events = await run_until(youtube, StreamOffline)
    updated, online, viewers, *last_events = [event for event in events if not isinstance(event, QuotaReported)]
    assert updated == ChannelUpdated("Evening", "Gaming", now)
    assert isinstance(online, StreamOnline)
    assert (online.stream_id, online.started_at.isoformat()) == ("vid00000001", "2030-01-02T03:00:00+00:00")
    assert viewers == ViewersCounted(1206, now)
    assert [type(event) for event in last_events] == [Connected, MessageReceived, StreamOffline]
    assert youtube.requests[0].split("?")[0] == "GET /v3/liveBroadcasts"
    assert youtube.requests[2] == "GET /v3/liveChat/messages/stream?liveChatId=chat1&part=id%2Csnippet%2CauthorDetails"


async def test_page_token_and_chat_are_stored(youtube: YouTubeSetup) -> None:
    youtube.server.respond(200, broadcasts()).respond(200, CATEGORIES)
    youtube.server.respond(200, f"[{batch(TEXT, next_page='next7')},{error('quotaExceeded')}]")
    with pytest.raises(QuotaSpent):
        await youtube.platform.run(youtube.account, EventRecorder(Connected))
    assert await load_token(youtube.account.adapter_state, "chat1", "stream") == "next7"
    assert await load_token(youtube.account.adapter_state, "chat1", "list") == ""
    stored = await load_current_broadcast(youtube.account.adapter_state)
    assert stored is not None
    assert (stored.broadcast_id, stored.chat_id) == ("vid00000001", "chat1")


async def test_error_of_the_chat_stream_may_be_wrapped_in_a_list(youtube: YouTubeSetup) -> None:
    youtube.server.respond(200, broadcasts()).respond(200, CATEGORIES).respond(403, f"[{error('quotaExceeded')}]")
    recorder = EventRecorder(Connected)
    with pytest.raises(QuotaSpent):
        await youtube.platform.run(youtube.account, recorder)
    last = recorder.events[-1]
    assert isinstance(last, QuotaReported)
    assert "used up" in last.restriction


async def test_expired_token_is_renewed_before_the_chat_stream_opens(youtube: YouTubeSetup) -> None:
    youtube.server.respond(200, broadcasts()).respond(200, CATEGORIES)
    youtube.server.respond(401, f"[{error('authError', 401)}]").respond(200, f"[{batch(TEXT)}]")
    assert any(isinstance(event, MessageReceived) for event in await run_until(youtube, MessageReceived))
    tokens = [request.headers["authorization"] for request in youtube.server.requests]
    assert tokens[-2:] == ["bearer t1", "bearer t2"]


async def test_offline_channel_is_connected_and_upcoming_broadcasts_are_requested(youtube: YouTubeSetup) -> None:
    youtube.server.respond(200, "{}").respond(200, '{"items":[]}')
    events = await run_until(youtube, Connected)
    assert events[:2] == [StreamOffline(youtube.clock.now, youtube.clock.now), Connected()]
    assert ["broadcastStatus=upcoming&broadcastType=all" in line for line in youtube.requests] == [False, True]
    assert not any("search" in line for line in youtube.requests)


async def test_viewer_count_falls_back_to_the_video(youtube: YouTubeSetup) -> None:
    video = '{"items":[{"id":"vid00000001","liveStreamingDetails":{"concurrentViewers":"7"}}]}'
    youtube.server.respond(200, broadcasts(statistics=None)).respond(200, CATEGORIES).respond(200, video)
    events = await run_until(youtube, ViewersCounted)
    assert events[-1] == ViewersCounted(7, youtube.clock.now)


async def test_broadcast_in_testing_is_not_live(youtube: YouTubeSetup) -> None:
    youtube.server.respond(200, broadcasts(status={"lifeCycleStatus": "testing"})).respond(200, "{}")
    events = await run_until(youtube, Connected)
    assert not any(isinstance(event, StreamOnline) for event in events)


async def test_broadcast_that_becomes_unlisted_is_emitted_again(tmp_path: Path, clock: FrozenClock) -> None:
    statuses = [{"lifeCycleStatus": "live", "privacyStatus": privacy} for privacy in ("public", "unlisted")]
    async with open_youtube(tmp_path, clock, replace(ONE_CHECK, check_seconds=0.2), daily_units=10**9) as youtube:
        youtube.server.respond(200, broadcasts(status=statuses[0])).respond(200, CATEGORIES)
        youtube.server.respond(403, f"[{error('liveChatDisabled')}]").respond(200, broadcasts(status=statuses[1]))
        events = await run_until(youtube, StreamOnline, times=2)
    online = [(event.stream_id, event.is_listed) for event in events if isinstance(event, StreamOnline)]
    assert online == [("vid00000001", True), ("vid00000001", False)]


async def test_spent_quota_fails_the_first_run_and_the_next_run_waits(youtube: YouTubeSetup) -> None:
    await youtube.platform.governor.close()
    with pytest.raises(QuotaSpent):
        await youtube.platform.run(youtube.account, EventRecorder(Connected))
    recorder = EventRecorder(QuotaReported)
    waiting = asyncio.create_task(youtube.platform.run(youtube.account, recorder))
    await recorder.is_complete.wait()
    assert not waiting.done()
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    assert youtube.requests == []


async def test_unreadable_response_is_an_outage(youtube: YouTubeSetup) -> None:
    youtube.server.respond(200, "<html>")
    with pytest.raises(PlatformUnavailable):
        await youtube.platform.run(youtube.account, EventRecorder(Connected))
