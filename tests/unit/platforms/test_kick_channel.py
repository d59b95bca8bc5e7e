"""A Kick connection: subscriptions, polling, events and its end."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from tenacity import wait_none

from greenroom.accounts.platforms import AuthExpired, Gone, PlatformUnavailable
from greenroom.chat.protocol.events import (
    ActivityReceived,
    ChannelUpdated,
    Connected,
    MessageReceived,
    StreamOffline,
    StreamOnline,
    ViewersCounted,
)
from greenroom.kernel.bus.bus import MemoryBus
from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.kick.pace import Pace
from greenroom.platforms.kick.platform import KickPlatform
from greenroom.platforms.kick.settings import KickSettings
from greenroom.platforms.kick.webhooks.deliveries import Delivery, topic_of
from greenroom.platforms.kick.webhooks.normalize import EVENTS
from support.adapter_connection import MemoryAdapterState, ReceivedEvents, account_of
from support.frozen_clock import FrozenClock
from support.routed_server import RoutedServer, routed_server

SUBSCRIPTIONS, CHANNELS = "/public/v1/events/subscriptions", "GET /public/v1/channels"
NO_POLLING = Pace(poll_seconds=3600, reconcile_seconds=3600)


def subscriptions(*names: str) -> dict[str, object]:
    return {"data": [{"id": f"s-{name}", "event": name, "version": 1, "method": "webhook"} for name in names]}


def subscribe_response(*names: str, **errors: str) -> dict[str, object]:
    created = [{"name": name, "version": 1, "subscription_id": f"s-{name}"} for name in names]
    failed = [{"name": name.replace("_", "."), "version": 1, "error": error} for name, error in errors.items()]
    return {"data": created + failed, "message": "OK"}


def channel(**stream: object) -> dict[str, object]:
    offline: dict[str, object] = {"is_live": False, "start_time": "0001-01-01T00:00:00Z", "viewer_count": 0}
    record = {
        "broadcaster_user_id": 1001,
        "slug": "alpha",
        "stream_title": "Late shift",
        "category": {"id": 15, "name": "Just Chatting", "thumbnail": ""},
        "stream": offline | stream,
    }
    return {"data": [record], "message": "OK"}


NO_CHANNEL: dict[str, object] = {"data": [], "message": "OK"}
UNAUTHORIZED: dict[str, object] = {"data": {}, "message": "Unauthorized"}
LIVE: dict[str, object] = {"is_live": True, "start_time": "2030-01-02T03:00:00Z", "viewer_count": 12}


class Connection:
    """A Kick connection and the bus that delivers its webhooks."""

    def __init__(self, server: RoutedServer, clock: FrozenClock, http: HttpClient) -> None:
        self.began_at = clock.now
        self.bus = MemoryBus()
        self.received = ReceivedEvents()
        self.adapter_state = MemoryAdapterState()
        self._clock = clock
        self._settings = KickSettings(client_id="c1", api_url=f"{server.url}/public")
        self._http = http
        self.use(NO_POLLING)

    def use(self, pace: Pace) -> None:
        self.kick = KickPlatform(self._settings, self._http, self._clock, self.bus, pace)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncGenerator["asyncio.Task[None]"]:
        before = len(self.received.of(Connected))
        running = asyncio.create_task(self.kick.run(account_of("1001", "alpha", self.adapter_state), self.received))
        try:
            await self.received.until(lambda received: len(received.of(Connected)) > before)
            yield running
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

    async def deliver(self, kind: str, body: dict[str, Any], delivery_id: str = "d1", version: str = "1") -> None:
        now, raw = self._clock(), msgspec.Raw(msgspec.json.encode({"broadcaster": {"user_id": 1001}} | body))
        delivery = Delivery(delivery_id, kind, version, now, now, raw)
        await self.bus.publish(topic_of("1001"), msgspec.json.encode(delivery))

    async def follow(self, delivery_id: str) -> None:
        await self.deliver("channel.followed", {"follower": {"user_id": 2002, "username": "B"}}, delivery_id)

    async def send_message(self, message_id: str, delivery_id: str) -> None:
        body = {"message_id": message_id, "sender": {"user_id": 2002, "username": "B"}, "content": "hi"}
        await self.deliver("chat.message.sent", body, delivery_id)

    async def catch_up(self, marker: str) -> None:
        """Delivers a follow and waits for it: all earlier deliveries are then processed."""
        await self.follow(marker)
        await self.received.until(lambda received: any(event.activity_id == marker for event in activities(received)))


def activities(received: ReceivedEvents) -> list[ActivityReceived]:
    return [event for event in received.events if isinstance(event, ActivityReceived)]


@pytest.fixture
async def server() -> AsyncGenerator[RoutedServer]:
    async with routed_server() as server:
        yield server


@pytest.fixture
async def connection(server: RoutedServer, clock: FrozenClock) -> AsyncGenerator[Connection]:
    http = HttpClient("Greenroom test", wait=wait_none())
    yield Connection(server, clock, http)
    await http.close()


@pytest.fixture
def offline_server(server: RoutedServer) -> RoutedServer:
    """Kick's API with subscriptions to all events and an offline channel."""
    return server.on(f"GET {SUBSCRIPTIONS}", 200, subscriptions(*EVENTS)).on(CHANNELS, 200, channel())


async def test_missing_subscriptions_are_created_and_the_channel_state_is_emitted(
    server: RoutedServer, connection: Connection
) -> None:
    server.on(f"GET {SUBSCRIPTIONS}", 200, subscriptions(*EVENTS[:4])).on(CHANNELS, 200, channel(**LIVE))
    server.on(f"POST {SUBSCRIPTIONS}", 200, subscribe_response(*EVENTS[4:]))
    async with connection.running():
        assert [type(event) for event in connection.received.events] == [
            ChannelUpdated,
            StreamOnline,
            ViewersCounted,
            Connected,
        ]
    (created,) = server.calls_to(f"POST {SUBSCRIPTIONS}")
    assert created.json == {
        "broadcaster_user_id": 1001,
        "method": "webhook",
        "events": [{"name": name, "version": 1} for name in EVENTS[4:]],
    }
    updated, online, viewers, _ = connection.received.events
    assert updated == ChannelUpdated("Late shift", "Just Chatting", connection.began_at)
    assert isinstance(online, StreamOnline)
    assert online.started_at == datetime(2030, 1, 2, 3, tzinfo=UTC)
    assert isinstance(viewers, ViewersCounted)
    assert viewers.count == 12


async def test_existing_subscriptions_are_kept(offline_server: RoutedServer, connection: Connection) -> None:
    async with connection.running():
        pass
    assert offline_server.calls_to(f"POST {SUBSCRIPTIONS}") == []
    assert len(connection.received.of(StreamOffline)) == 1


async def test_connection_fails_without_the_chat_subscription(server: RoutedServer, connection: Connection) -> None:
    server.on(f"GET {SUBSCRIPTIONS}", 200, subscriptions())
    server.on(
        f"POST {SUBSCRIPTIONS}", 200, subscribe_response(*EVENTS[1:], chat_message_sent="subscription limit reached")
    )
    with pytest.raises(PlatformUnavailable, match="subscription limit reached"):
        await connection.kick.run(account_of("1001", "alpha"), connection.received)
    assert connection.received.events == []


async def test_only_the_chat_subscription_is_required(server: RoutedServer, connection: Connection) -> None:
    server.on(f"GET {SUBSCRIPTIONS}", 200, subscriptions()).on(CHANNELS, 200, channel())
    server.on(f"POST {SUBSCRIPTIONS}", 200, subscribe_response(*EVENTS[:-1], kicks_gifted="not allowed"))
    async with connection.running():
        assert connection.received.of(Connected)


async def test_lost_subscription_is_created_again(server: RoutedServer, connection: Connection) -> None:
    server.on(f"GET {SUBSCRIPTIONS}", 200, subscriptions(*EVENTS)).on(CHANNELS, 200, channel())
    server.on(f"GET {SUBSCRIPTIONS}", 200, subscriptions(*EVENTS[1:]))
    server.on(f"POST {SUBSCRIPTIONS}", 200, subscribe_response(EVENTS[0]))
    connection.use(Pace(poll_seconds=3600, reconcile_seconds=0.02))
    async with connection.running():
        calls = await server.wait_for_calls(f"POST {SUBSCRIPTIONS}", 1)
    assert [event["name"] for event in calls[0].json["events"]] == [EVENTS[0]]


async def test_duplicate_subscription_is_removed(server: RoutedServer, connection: Connection) -> None:
    listed = subscriptions(*EVENTS, EVENTS[0])
    server.on(f"GET {SUBSCRIPTIONS}", 200, listed).on(CHANNELS, 200, channel()).on(f"DELETE {SUBSCRIPTIONS}", 204, "")
    async with connection.running():
        pass
    (removed,) = server.calls_to(f"DELETE {SUBSCRIPTIONS}")
    assert removed.query == f"id=s-{EVENTS[0]}"


async def test_repeated_event_is_emitted_once(offline_server: RoutedServer, connection: Connection) -> None:
    async with connection.running():
        await connection.send_message("m1", "d1")
        await connection.send_message("m1", "d1")
        await connection.send_message("m1", "d2")
        await connection.catch_up("end")
    assert len(connection.received.of(MessageReceived)) == 1


async def test_events_are_deduplicated_across_a_reconnect(offline_server: RoutedServer, connection: Connection) -> None:
    async with connection.running():
        await connection.send_message("m1", "d1")
        await connection.catch_up("first")
    connection.received.events.clear()
    async with connection.running():
        await connection.send_message("m1", "d1")
        await connection.catch_up("second")
    assert connection.received.of(MessageReceived) == []


async def test_unreadable_and_unknown_events_are_ignored(offline_server: RoutedServer, connection: Connection) -> None:
    async with connection.running() as running:
        await connection.deliver("chat.message.sent", {"content": 5}, "d1")
        await connection.deliver("something.new", {}, "d2")
        await connection.deliver("channel.followed", {}, "d3", version="2")
        await connection.bus.publish(topic_of("1001"), b"nonsense")
        await connection.bus.publish(topic_of("1002"), b"for another channel")
        await connection.catch_up("end")
        assert not running.done()
    assert len(activities(connection.received)) == 1


async def test_start_and_end_of_a_stream_are_emitted(offline_server: RoutedServer, connection: Connection) -> None:
    started = {"is_live": True, "title": "New", "started_at": "2030-01-02T03:04:00Z", "ended_at": None}
    async with connection.running():
        await connection.deliver("livestream.status.updated", started, "d1")
        await connection.deliver("livestream.status.updated", started, "d2")
        await connection.deliver(
            "livestream.status.updated", started | {"is_live": False, "ended_at": "2030-01-02T03:04:05Z"}, "d3"
        )
        await connection.catch_up("end")
    assert [type(event) for event in connection.received.of(StreamOnline, StreamOffline)] == [
        StreamOffline,
        StreamOnline,
        StreamOffline,
    ]
    assert ("New", "Just Chatting") in [
        (event.title, event.category) for event in connection.received.events if isinstance(event, ChannelUpdated)
    ]


async def test_unreported_stream_is_found_by_polling(offline_server: RoutedServer, connection: Connection) -> None:
    offline_server.on(CHANNELS, 200, channel(**LIVE))
    connection.use(Pace(poll_seconds=0.02, reconcile_seconds=3600))
    async with connection.running():
        await connection.received.until(lambda received: received.of(StreamOnline))
        await connection.received.until(lambda received: len(received.of(ViewersCounted)) >= 2)
    assert len(connection.received.of(StreamOnline)) == 1
    assert len(connection.received.of(ChannelUpdated)) == 1


async def test_stream_keeps_its_id_when_the_connection_starts_again(
    server: RoutedServer, connection: Connection
) -> None:
    server.on(f"GET {SUBSCRIPTIONS}", 200, subscriptions(*EVENTS)).on(CHANNELS, 200, channel(**LIVE))
    server.on(CHANNELS, 200, channel(**LIVE | {"start_time": "2030-01-02T03:00:40Z"}))
    for _ in range(2):
        async with connection.running():
            pass
    first, second = connection.received.of(StreamOnline)
    assert first == second


async def test_stream_without_a_start_time_stays_one_stream(
    server: RoutedServer, connection: Connection, clock: FrozenClock
) -> None:
    server.on(f"GET {SUBSCRIPTIONS}", 200, subscriptions(*EVENTS))
    server.on(CHANNELS, 200, channel(is_live=True, start_time=None))
    for _ in range(2):
        async with connection.running():
            clock.advance(300)
    first, second = [event for event in connection.received.events if isinstance(event, StreamOnline)]
    assert (first.stream_id, first.started_at) == (second.stream_id, second.started_at)


async def test_api_outage_does_not_end_the_connection(offline_server: RoutedServer, connection: Connection) -> None:
    offline_server.on(CHANNELS, 500, "{}")
    connection.use(Pace(poll_seconds=0.02, reconcile_seconds=0.02, retry_wait_seconds=0.02))
    async with connection.running() as running:
        offline_server.on(f"GET {SUBSCRIPTIONS}", 429, "{}")
        await offline_server.wait_for_calls(CHANNELS, 4)
        await connection.catch_up("still here")
        assert not running.done()


async def test_no_events_and_no_responses_are_an_outage(offline_server: RoutedServer, connection: Connection) -> None:
    offline_server.on(CHANNELS, 500, "{}")
    connection.use(Pace(poll_seconds=0.02, reconcile_seconds=3600, retry_wait_seconds=0.02, lost_seconds=0.1))
    async with connection.running() as running:
        with pytest.raises(PlatformUnavailable):
            await running


async def test_refused_token_ends_the_connection(server: RoutedServer, connection: Connection) -> None:
    server.on(f"GET {SUBSCRIPTIONS}", 401, UNAUTHORIZED)
    with pytest.raises(AuthExpired):
        await connection.kick.run(account_of("1001", "alpha"), connection.received)


async def test_deleted_channel_ends_the_connection(server: RoutedServer, connection: Connection) -> None:
    server.on(f"GET {SUBSCRIPTIONS}", 200, subscriptions(*EVENTS)).on(CHANNELS, 200, NO_CHANNEL)
    with pytest.raises(Gone):
        await connection.kick.run(account_of("1001", "alpha"), connection.received)


async def test_ended_connection_receives_no_events(offline_server: RoutedServer, connection: Connection) -> None:
    async with connection.running():
        pass
    count = len(connection.received.events)
    await connection.follow("late")
    assert len(connection.received.events) == count
