"""A TikTok connection: room lookup, socket, messages and the end of the stream."""

import asyncio
from collections.abc import AsyncGenerator
from urllib.parse import parse_qs, urlsplit

import pytest
from tenacity import wait_none
from websockets.asyncio.server import ServerConnection

from greenroom.chat.protocol.actions import Action, BanViewer, ChangeTitle, ListChatters, RunAd, SendMessage
from greenroom.chat.protocol.events import (
    ActivityReceived,
    ChannelUpdated,
    Connected,
    MessageReceived,
    StreamOffline,
    StreamOnline,
)
from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.tiktok import webcast_pb2 as webcast
from greenroom.platforms.tiktok.pace import Pace
from greenroom.platforms.tiktok.platform import TikTokPlatform
from greenroom.platforms.tiktok.settings import TikTokSettings
from support.adapter_connection import account_of
from support.frozen_clock import FrozenClock
from support.tiktok_hosts import (
    CHECK_ALIVE,
    ENDED,
    ROOM_ID,
    ROOM_LOOKUP,
    SIGN_FETCH,
    Connection,
    chat,
    fake_tiktok,
    frame,
    receive_frame,
    rose,
    send_nothing,
)


@pytest.fixture
async def http() -> AsyncGenerator[HttpClient]:
    http = HttpClient("Greenroom test", wait=wait_none())
    yield http
    await http.close()


async def test_live_room_is_entered_and_read(clock: FrozenClock, http: HttpClient) -> None:
    frames: list[webcast.PushFrame] = []
    two_heartbeats = asyncio.Event()

    async def script(socket: ServerConnection) -> None:
        await socket.send(frame(chat("plain", 1), log_id=11))
        await socket.send(frame(chat("packed", 2), log_id=12, packed=True))
        await socket.send(frame(chat("quiet", 3), log_id=13, need_ack=False))
        while sum(one.payload_type == "hb" for one in frames) < 2:
            frames.append(await receive_frame(socket))
        two_heartbeats.set()
        await socket.wait_closed()

    async with fake_tiktok(script) as tiktok:
        tiktok.set_live(title="Late shift", startTime=1893553440)
        connection = Connection(tiktok, clock, http)
        async with connection.running():
            await connection.received.until(lambda received: len(received.of(MessageReceived)) == 3)
            await connection.received.until(lambda received: received.of(Connected))
            await two_heartbeats.wait()
        request = tiktok.sockets[0].request
        sign = tiktok.calls.calls_to(SIGN_FETCH)[0]
    kinds = [type(event) for event in connection.received.events]
    assert kinds == [StreamOnline, ChannelUpdated, Connected, MessageReceived, MessageReceived, MessageReceived]
    assert [one.payload_type for one in frames[:2]] == ["im_enter_room", "hb"]
    entered = webcast.EnterRoom.FromString(frames[0].payload)
    assert (entered.room_id, entered.live_id, entered.identity, entered.cursor) == (
        int(ROOM_ID),
        12,
        "audience",
        "cur1",
    )
    assert webcast.Heartbeat.FromString(frames[1].payload).room_id == int(ROOM_ID)
    acks = [(one.log_id, one.payload) for one in frames if one.payload_type == "ack"]
    assert acks == [(11, b"ext"), (12, b"ext")]
    assert request is not None
    assert request.headers["Cookie"] == "ttwid=1%7Cabc"
    assert request.headers["User-Agent"] == "Browser/1"
    assert request.headers["Sec-WebSocket-Protocol"] == "echo-protocol"
    query = {name: values[0] for name, values in parse_qs(urlsplit(request.path).query).items()}
    assert (query["imprp"], query["room_id"], query["compress"]) == ("a b", ROOM_ID, "gzip")
    assert query["version_code"] == "270000"
    assert sign.headers["x-api-key"] == "key1"
    assert parse_qs(sign.query)["room_id"] == [ROOM_ID]


async def test_messages_from_before_joining_the_room_are_backlog(clock: FrozenClock, http: HttpClient) -> None:
    async def script(socket: ServerConnection) -> None:
        await socket.send(frame(chat("old", 1), chat("new", 2)))
        await socket.wait_closed()

    async with fake_tiktok(script) as tiktok:
        tiktok.set_ticket(tiktok.first_fetch_result(messages=[chat("old", 1)]))
        connection = Connection(tiktok, clock, http)
        async with connection.running():
            await connection.received.until(lambda received: len(received.of(MessageReceived)) == 2)
    messages = [event for event in connection.received.events if isinstance(event, MessageReceived)]
    assert [(message.text, message.is_backlog) for message in messages] == [("old", True), ("new", False)]


async def test_offline_channel_is_connected_and_polled(clock: FrozenClock, http: HttpClient) -> None:
    async with fake_tiktok(send_nothing) as tiktok:
        tiktok.set_offline()
        connection = Connection(tiktok, clock, http)
        async with connection.running():
            await connection.received.until(lambda received: received.of(Connected))
            assert connection.received.of(StreamOffline)
            await tiktok.calls.wait_for_calls(ROOM_LOOKUP, 4)
            assert tiktok.calls.calls_to(SIGN_FETCH) == []
            tiktok.set_live()
            await connection.received.until(lambda received: received.of(StreamOnline))
    assert len(connection.received.of(StreamOffline)) == 1


async def test_sign_server_is_not_called_if_only_the_room_lookup_still_says_live(
    clock: FrozenClock, http: HttpClient
) -> None:
    async with fake_tiktok(send_nothing) as tiktok:
        tiktok.calls.clear_responses(CHECK_ALIVE).on(CHECK_ALIVE, 200, '{"data":[{"alive":false}]}')
        connection = Connection(tiktok, clock, http)
        async with connection.running():
            await connection.received.until(lambda received: received.of(StreamOffline))
        assert tiktok.calls.calls_to(SIGN_FETCH) == []


async def test_polling_continues_after_the_end_of_the_stream(clock: FrozenClock, http: HttpClient) -> None:
    async def script(socket: ServerConnection) -> None:
        await socket.send(frame(rose(3, 1), ENDED))
        await socket.wait_closed()

    async with fake_tiktok(script) as tiktok:
        connection = Connection(tiktok, clock, http)
        async with connection.running() as running:
            await connection.received.until(lambda received: received.of(StreamOnline))
            tiktok.set_offline()
            await connection.received.until(lambda received: received.of(StreamOffline))
            lookups = len(tiktok.calls.calls_to(ROOM_LOOKUP))
            await tiktok.calls.wait_for_calls(ROOM_LOOKUP, lookups + 2)
            assert not running.done()
        assert len(tiktok.calls.calls_to(SIGN_FETCH)) == 1
    assert [event.count for event in connection.received.events if isinstance(event, ActivityReceived)] == [3]


async def test_stream_end_is_emitted_even_if_the_socket_closes_at_once(clock: FrozenClock, http: HttpClient) -> None:
    async def script(socket: ServerConnection) -> None:
        await receive_frame(socket)
        await socket.send(frame(ENDED))
        await socket.close()

    async with fake_tiktok(script) as tiktok:
        connection = Connection(tiktok, clock, http)
        async with connection.running() as running:
            await connection.received.until(lambda received: received.of(StreamOnline))
            tiktok.set_offline()
            await connection.received.until(lambda received: received.of(StreamOffline))
            assert not running.done()


async def test_unreported_end_is_found_by_polling(clock: FrozenClock, http: HttpClient) -> None:
    async with fake_tiktok(send_nothing) as tiktok:
        pace = Pace(poll_seconds=0.02, poll_spread_seconds=0, alive_seconds=0.02, tick_seconds=0.01)
        connection = Connection(tiktok, clock, http, pace)
        async with connection.running():
            await connection.received.until(lambda received: received.of(Connected))
            tiktok.set_offline()
            tiktok.calls.clear_responses(CHECK_ALIVE).on(CHECK_ALIVE, 503, "{}").on(
                CHECK_ALIVE, 200, '{"data":[{"alive":false}]}'
            )
            await connection.received.until(lambda received: received.of(StreamOffline))


@pytest.mark.parametrize("action", [SendMessage("hi"), BanViewer("7000"), ChangeTitle("x"), RunAd(30), ListChatters()])
async def test_actions_are_refused_with_a_reason(clock: FrozenClock, http: HttpClient, action: Action) -> None:
    receipt = await TikTokPlatform(TikTokSettings(), http, clock).act(account_of("beta.b", "beta.b"), action)
    assert receipt.outcome == "refused"
    assert receipt.detail.startswith("TikTok")


def test_tiktok_can_be_connected_without_an_app(clock: FrozenClock, http: HttpClient) -> None:
    platform = TikTokPlatform(TikTokSettings(), http, clock)
    assert not platform.info.is_set_up
    assert platform.registrar is not None
