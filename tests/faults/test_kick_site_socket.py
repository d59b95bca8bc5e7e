"""The unofficial socket of Kick's site: events, malformed frames, lost and silent connections."""

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator, Awaitable, Callable

import pytest
from websockets.asyncio.server import ServerConnection, serve

from greenroom.chat.protocol.events import (
    ActivityReceived,
    ChatCleared,
    Event,
    MessageDeleted,
    MessageReceived,
    ViewerBanned,
    ViewerUnbanned,
)
from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.kick.pace import Pace
from greenroom.platforms.kick.settings import KickSettings
from greenroom.platforms.kick.site.socket import SiteSocket
from support.frozen_clock import FrozenClock
from support.routed_server import RoutedServer, routed_server
from support.waiting import MAX_WAIT_SECONDS

Script = Callable[[ServerConnection], Awaitable[None]]
LOOKUP, NEGOTIATION = "GET /api/v2/channels/alpha", "POST /rt/channels/5/chat/connection"
PERSON = {"id": 2002, "username": "Beta_B", "slug": "beta-b"}
NEGOTIATED = {"data": {"connections": [{"provider": "pusher", "credentials": {"app_key": "k1", "cluster": "eu"}}]}}


def frame(event: str, data: object, channel: str = "chatrooms.77.v2") -> str:
    return json.dumps({"event": event, "channel": channel, "data": json.dumps(data)})


def app_event(name: str, data: object) -> str:
    return frame(f"App\\Events\\{name}", data)


WELCOME = frame("pusher:connection_established", {"socket_id": "1.2", "activity_timeout": 120})
MESSAGE = {
    "id": "m1",
    "chatroom_id": 77,
    "content": "hi [emote:1:a]",
    "type": "reply",
    "created_at": "2030-01-02T03:04:00+00:00",
    "sender": PERSON | {"identity": {"color": "#112233", "badges": [{"type": "moderator", "text": "Moderator"}]}},
    "metadata": {"original_sender": {"id": "1001", "username": "Alpha"}, "original_message": {"id": "m0"}},
}


class Site:
    """Fake hosts of Kick's site: one for calls, one for the socket."""

    def __init__(self, calls: RoutedServer, socket_url: str) -> None:
        self.calls = calls
        self.socket_url = socket_url
        self.opened: list[str] = []
        calls.on(LOOKUP, 200, {"id": 5, "user_id": 1001, "chatroom": {"id": 77}})


@contextlib.asynccontextmanager
async def fake_site(script: Script, status: int = 200, negotiated: object = NEGOTIATED) -> AsyncGenerator[Site]:
    opened: list[str] = []

    async def handle(socket: ServerConnection) -> None:
        assert socket.request is not None
        opened.append(socket.request.path)
        await script(socket)

    async with routed_server() as calls, serve(handle, "127.0.0.1", 0) as listening:
        site = Site(calls, f"ws://127.0.0.1:{next(iter(listening.sockets)).getsockname()[1]}")
        site.opened = opened
        calls.on(NEGOTIATION, status, negotiated)
        yield site


class Reader:
    def __init__(self, site: Site, clock: FrozenClock, pace: Pace | None = None) -> None:
        settings = KickSettings(
            site_url=site.calls.url, realtime_url=f"{site.calls.url}/rt", pusher_url=site.socket_url
        )
        self.received: list[Event] = []
        self._more = asyncio.Event()
        self._http = HttpClient("Greenroom test")
        self._socket = SiteSocket(settings, self._http, clock, pace or Pace(retry_wait_seconds=0.01), "alpha")

    async def record(self, event: Event) -> None:
        self.received.append(event)
        self._more.set()

    async def read_events(self, count: int) -> list[Event]:
        reading = asyncio.create_task(self._socket.keep_reading(self.record))
        try:
            async with asyncio.timeout(MAX_WAIT_SECONDS):
                while len(self.received) < count:
                    self._more.clear()
                    await self._more.wait()
        finally:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
            await self._http.close()
        return self.received


async def test_messages_moderation_and_hosts_are_received(clock: FrozenClock) -> None:
    subscribed: list[str] = []

    async def script(socket: ServerConnection) -> None:
        await socket.send(WELCOME)
        subscribed.append(str(await socket.recv()))
        await socket.send(app_event("ChatMessageEvent", MESSAGE))
        await socket.send(app_event("MessageDeletedEvent", {"id": "e1", "message": {"id": "m1"}, "aiModerated": False}))
        await socket.send(app_event("UserBannedEvent", {"id": "e2", "user": PERSON, "permanent": False, "duration": 5}))
        await socket.send(app_event("UserUnbannedEvent", {"id": "e3", "user": PERSON, "unbanned_by": PERSON}))
        await socket.send(app_event("StreamHostEvent", {"host_username": "Gamma", "number_viewers": 40}))
        await socket.send(app_event("ChatroomClearEvent", {"id": "e4"}))
        await socket.wait_closed()

    async with fake_site(script) as site:
        events = await Reader(site, clock).read_events(6)
    assert [type(event) for event in events] == [
        MessageReceived,
        MessageDeleted,
        ViewerBanned,
        ViewerUnbanned,
        ActivityReceived,
        ChatCleared,
    ]
    message, _, ban, *_ = events
    assert isinstance(message, MessageReceived)
    assert (message.message_id, message.text, message.chatter.colour) == ("m1", "hi a", "#112233")
    assert message.chatter.is_moderator
    assert message.reply_to is not None
    assert (message.reply_to.message_id, message.reply_to.author_id) == ("m0", "1001")
    assert isinstance(ban, ViewerBanned)
    assert ban.until is not None
    assert (ban.until - clock.now).total_seconds() == 300
    assert json.loads(subscribed[0]) == {
        "event": "pusher:subscribe",
        "data": {"auth": "", "channel": "chatrooms.77.v2"},
    }
    assert site.opened[0].startswith("/app/k1?protocol=7")


ODD = ("", "[]", "nonsense", '{"event":5}', app_event("ChatMessageEvent", {}), app_event("Unheard", {}), b"\xff")


async def test_malformed_frames_are_ignored_and_pings_answered(clock: FrozenClock) -> None:
    async def script(socket: ServerConnection) -> None:
        for odd in ODD:
            await socket.send(odd)
        await socket.send(WELCOME)
        await socket.recv()
        for odd in ODD:
            await socket.send(odd)
        await socket.send('{"event":"pusher:ping","data":{}}')
        assert json.loads(await socket.recv()) == {"event": "pusher:pong", "data": {}}
        await socket.send(app_event("ChatMessageEvent", MESSAGE))
        await socket.wait_closed()

    async with fake_site(script) as site:
        assert len(await Reader(site, clock).read_events(1)) == 1


async def test_broken_socket_is_reopened(clock: FrozenClock) -> None:
    async def script(socket: ServerConnection) -> None:
        await socket.send(WELCOME)
        await socket.recv()
        await socket.send(app_event("ChatMessageEvent", MESSAGE))
        socket.transport.abort()

    async with fake_site(script) as site:
        assert len(await Reader(site, clock).read_events(2)) == 2


async def test_silent_socket_is_pinged_and_then_reopened(clock: FrozenClock) -> None:
    client_events: list[str] = []

    async def script(socket: ServerConnection) -> None:
        await socket.send(WELCOME)
        await socket.recv()
        if client_events:
            await socket.send(app_event("ChatMessageEvent", MESSAGE))
        client_events.append(json.loads(await socket.recv())["event"])
        await socket.wait_closed()

    pace = Pace(retry_wait_seconds=0.01, socket_silence_seconds=0.05, pong_seconds=0.05)
    async with fake_site(script) as site:
        await Reader(site, clock, pace).read_events(1)
    assert client_events[0] == "pusher:ping"


@pytest.mark.parametrize(
    ("status", "negotiated"), [(403, "{}"), (200, '{"data":{}}'), (200, '{"data":{"connections":[]}}')]
)
async def test_built_in_app_key_is_used_if_the_negotiation_fails(
    clock: FrozenClock, status: int, negotiated: str
) -> None:
    async def script(socket: ServerConnection) -> None:
        await socket.send(WELCOME)
        await socket.recv()
        await socket.send(app_event("ChatMessageEvent", MESSAGE))
        await socket.wait_closed()

    async with fake_site(script, status, negotiated) as site:
        await Reader(site, clock).read_events(1)
    assert site.opened[0].startswith("/app/32cbd69e4b950bf97679?")


async def test_negotiated_socket_on_another_host_is_not_opened(clock: FrozenClock) -> None:
    async def script(socket: ServerConnection) -> None:
        await socket.send(WELCOME)
        await socket.recv()
        await socket.send(app_event("ChatMessageEvent", MESSAGE))
        await socket.wait_closed()

    evil = {"provider": "pusher", "credentials": {"app_key": "k1/../../", "cluster": "evil.example/"}}
    async with fake_site(script, negotiated={"data": {"connections": [evil]}}) as site:
        site.calls.on(NEGOTIATION, 200, NEGOTIATED)
        await Reader(site, clock).read_events(1)
    assert len(site.calls.calls_to(NEGOTIATION)) == 2
    assert len(site.opened) == 1
