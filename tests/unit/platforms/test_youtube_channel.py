"""One YouTube connection, from responses to events."""

import asyncio
import json
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from msgspec.structs import replace
from youtube_bench import QUICK, Bench, error, open_bench

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
from greenroom.platforms.youtube.chat.state import recall_on_air, recall_token
from greenroom.platforms.youtube.quota.governor import QuotaSpent
from greenroom.tenancy.platforms import PlatformUnavailable
from support.frozen_clock import FrozenClock

# One look, and then only when something happens.
CALM = replace(QUICK, check_seconds=600, chat_again_seconds=600)
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


def batch(*items: object, place: str = "next1") -> str:
    return json.dumps({"nextPageToken": place, "items": list(items)})


@pytest.fixture
async def bench(tmp_path: Path, clock: FrozenClock) -> AsyncGenerator[Bench]:
    async with open_bench(tmp_path, clock, CALM) as bench:
        yield bench


class Telling:
    """Records events, and knows when the last one has come."""

    def __init__(self, last: type[Event], times: int = 1) -> None:
        self.events: list[Event] = []
        self._last = last
        self._times = times
        self.has_come = asyncio.Event()

    async def __call__(self, *events: Event) -> None:
        self.events += events
        if isinstance(events[-1], self._last):
            self._times -= 1
        if self._times == 0:
            self.has_come.set()


async def run_until(bench: Bench, last: type[Event], times: int = 1) -> list[Event]:
    telling = Telling(last, times)
    run = asyncio.create_task(bench.platform.run(bench.account, telling))
    waiting = asyncio.create_task(telling.has_come.wait())
    await asyncio.wait({run, waiting}, timeout=20, return_when=asyncio.FIRST_COMPLETED)
    run.cancel()
    waiting.cancel()
    await asyncio.gather(run, waiting, return_exceptions=True)
    return telling.events


async def test_first_lookup_emits_the_state_before_connected(bench: Bench) -> None:
    stream = f"[{batch(TEXT)},{error('liveChatEnded')}]"
    bench.server.answer(200, broadcasts()).answer(200, CATEGORIES).answer(200, stream)
    now = bench.clock.now
    events = await run_until(bench, StreamOffline)
    shown, online, viewers, *rest = [event for event in events if not isinstance(event, QuotaReported)]
    assert shown == ChannelUpdated("Evening", "Gaming", now)
    assert isinstance(online, StreamOnline)
    assert (online.stream_id, online.started_at.isoformat()) == ("vid00000001", "2030-01-02T03:00:00+00:00")
    assert viewers == ViewersCounted(1206, now)
    assert [type(event) for event in rest] == [Connected, MessageReceived, StreamOffline]
    assert bench.requests[0].split("?")[0] == "GET /v3/liveBroadcasts"
    assert bench.requests[2] == "GET /v3/liveChat/messages/stream?liveChatId=chat1&part=id%2Csnippet%2CauthorDetails"


async def test_place_and_chat_are_remembered_for_others(bench: Bench) -> None:
    bench.server.answer(200, broadcasts()).answer(200, CATEGORIES)
    bench.server.answer(200, f"[{batch(TEXT, place='next7')},{error('quotaExceeded')}]")
    with pytest.raises(QuotaSpent):
        await bench.platform.run(bench.account, Telling(Connected))
    assert await recall_token(bench.account.adapter_state, "chat1", "stream") == "next7"
    assert await recall_token(bench.account.adapter_state, "chat1", "list") == ""
    on_air = await recall_on_air(bench.account.adapter_state)
    assert on_air is not None
    assert (on_air.broadcast_id, on_air.chat_id) == ("vid00000001", "chat1")


async def test_refusal_of_the_stream_may_be_wrapped_into_a_list(bench: Bench) -> None:
    bench.server.answer(200, broadcasts()).answer(200, CATEGORIES).answer(403, f"[{error('quotaExceeded')}]")
    telling = Telling(Connected)
    with pytest.raises(QuotaSpent):
        await bench.platform.run(bench.account, telling)
    last = telling.events[-1]
    assert isinstance(last, QuotaReported)
    assert "used up" in last.restriction


async def test_old_token_is_renewed_before_the_stream_opens(bench: Bench) -> None:
    bench.server.answer(200, broadcasts()).answer(200, CATEGORIES)
    bench.server.answer(401, f"[{error('authError', 401)}]").answer(200, f"[{batch(TEXT)}]")
    assert any(isinstance(event, MessageReceived) for event in await run_until(bench, MessageReceived))
    tokens = [asked.headers["authorization"] for asked in bench.server.requests]
    assert tokens[-2:] == ["bearer t1", "bearer t2"]


async def test_nothing_live_is_connected_and_planned_ones_are_looked_for(bench: Bench) -> None:
    bench.server.answer(200, "{}").answer(200, '{"items":[]}')
    events = await run_until(bench, Connected)
    assert events[:2] == [StreamOffline(bench.clock.now, bench.clock.now), Connected()]
    assert ["broadcastStatus=upcoming&broadcastType=all" in line for line in bench.requests] == [False, True]
    assert not any("search" in line for line in bench.requests)


async def test_viewer_count_falls_back_to_the_video(bench: Bench) -> None:
    video = '{"items":[{"id":"vid00000001","liveStreamingDetails":{"concurrentViewers":"7"}}]}'
    bench.server.answer(200, broadcasts(statistics=None)).answer(200, CATEGORIES).answer(200, video)
    events = await run_until(bench, ViewersCounted)
    assert events[-1] == ViewersCounted(7, bench.clock.now)


async def test_broadcast_that_is_tested_is_not_live_yet(bench: Bench) -> None:
    bench.server.answer(200, broadcasts(status={"lifeCycleStatus": "testing"})).answer(200, "{}")
    events = await run_until(bench, Connected)
    assert not any(isinstance(event, StreamOnline) for event in events)


async def test_broadcast_that_becomes_unlisted_is_emitted_again(tmp_path: Path, clock: FrozenClock) -> None:
    seen = [{"lifeCycleStatus": "live", "privacyStatus": privacy} for privacy in ("public", "unlisted")]
    async with open_bench(tmp_path, clock, replace(CALM, check_seconds=0.2), daily_units=10**9) as bench:
        bench.server.answer(200, broadcasts(status=seen[0])).answer(200, CATEGORIES)
        bench.server.answer(403, f"[{error('liveChatDisabled')}]").answer(200, broadcasts(status=seen[1]))
        events = await run_until(bench, StreamOnline, times=2)
    online = [(event.stream_id, event.is_listed) for event in events if isinstance(event, StreamOnline)]
    assert online == [("vid00000001", True), ("vid00000001", False)]


async def test_spent_quota_is_raised_once_and_then_waited_for(bench: Bench) -> None:
    await bench.platform.governor.close()
    with pytest.raises(QuotaSpent):
        await bench.platform.run(bench.account, Telling(Connected))
    telling = Telling(QuotaReported)
    waiting = asyncio.create_task(bench.platform.run(bench.account, telling))
    await telling.has_come.wait()
    assert not waiting.done()
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    assert bench.requests == []


async def test_unreadable_response_is_an_outage(bench: Bench) -> None:
    bench.server.answer(200, "<html>")
    with pytest.raises(PlatformUnavailable):
        await bench.platform.run(bench.account, Telling(Connected))
