"""Outages and malformed responses of TikTok and of the third-party sign server, whose responses are called tickets."""

import asyncio
import gzip
from collections.abc import AsyncGenerator

import pytest
from tenacity import wait_none
from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers
from websockets.http11 import Response

from greenroom.accounts.platforms import Gone, PlatformUnavailable, RateLimited
from greenroom.chat.protocol.events import (
    ActivityReceived,
    MessageReceived,
    StreamOnline,
)
from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.tiktok import webcast_pb2 as webcast
from greenroom.platforms.tiktok.pace import Pace
from support.frozen_clock import FrozenClock
from support.tiktok_hosts import (
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


async def test_broken_socket_loses_no_gift_and_does_not_count_it_twice(clock: FrozenClock, http: HttpClient) -> None:
    async def script(socket: ServerConnection) -> None:
        await socket.send(frame(rose(3, 1), chat("hi", 2)))
        await receive_frame(socket)
        await asyncio.sleep(0.05)
        socket.transport.abort()

    async with fake_tiktok(script) as tiktok:
        connection = Connection(tiktok, clock, http)
        for _ in range(2):
            assert isinstance(await connection.run_until_failure(), PlatformUnavailable)
    assert [event.count for event in connection.received.events if isinstance(event, ActivityReceived)] == [3]
    assert len(connection.received.of(MessageReceived)) == 1
    first, second = connection.received.of(StreamOnline)
    assert first == second


async def test_retries_after_a_failure_are_delayed(clock: FrozenClock, http: HttpClient) -> None:
    async with fake_tiktok(send_nothing) as tiktok:
        tiktok.set_ticket(b"")
        connection = Connection(tiktok, clock, http, Pace(retry_seconds=(0.1, 0.2)))
        began = asyncio.get_running_loop().time()
        for _ in range(3):
            await connection.run_until_failure()
        assert asyncio.get_running_loop().time() - began >= 0.3


async def test_silent_socket_ends_the_connection(clock: FrozenClock, http: HttpClient) -> None:
    async with fake_tiktok(send_nothing) as tiktok:
        connection = Connection(tiktok, clock, http, Pace(silence_seconds=0.1))
        assert str(await connection.run_until_failure()) == "TikTok stopped responding"


@pytest.mark.parametrize("status", [200, 400])
async def test_refused_handshake_is_reported_with_tiktoks_message(
    clock: FrozenClock, http: HttpClient, status: int
) -> None:
    async with fake_tiktok(send_nothing) as tiktok:
        headers = Headers({"Handshake-Msg": "DEVICE_BLOCKED", "Content-Length": "0", "Connection": "close"})
        tiktok.refusals.append(Response(status, "Refused", headers, b""))
        assert "DEVICE_BLOCKED" in str(await Connection(tiktok, clock, http).run_until_failure())


ODD = (b"", b"\xff\xff", "text", frame(), webcast.PushFrame(payload_type="msg", payload=b"\xff").SerializeToString())


async def test_malformed_frames_are_ignored(clock: FrozenClock, http: HttpClient) -> None:
    async def script(socket: ServerConnection) -> None:
        gzip_header = [webcast.PushFrame.Header(key="compress_type", value="gzip")]
        bomb = gzip.compress(b"\0" * (17 * 2**20))
        for payload in (b"no gzip", bomb, gzip.compress(b"cut short")[:-4]):
            await socket.send(
                webcast.PushFrame(payload_type="msg", payload=payload, headers=gzip_header).SerializeToString()
            )
        for odd in ODD:
            await socket.send(odd)
        await socket.send(frame(chat("still here", 1)))
        await socket.wait_closed()

    async with fake_tiktok(script) as tiktok:
        connection = Connection(tiktok, clock, http)
        async with connection.running():
            await connection.received.until(lambda received: received.of(MessageReceived))


@pytest.mark.parametrize(
    "change", [{"cursor": ""}, {"push_server": ""}, {"route_params": {}}, {"push_server": "http://elsewhere.example/"}]
)
async def test_unusable_ticket_raises_platform_unavailable(
    clock: FrozenClock, http: HttpClient, change: dict[str, object]
) -> None:
    async with fake_tiktok(send_nothing) as tiktok:
        tiktok.set_ticket(tiktok.first_fetch_result(**change))
        assert isinstance(await Connection(tiktok, clock, http).run_until_failure(), PlatformUnavailable)


async def test_ticket_without_a_cookie_raises_platform_unavailable(clock: FrozenClock, http: HttpClient) -> None:
    async with fake_tiktok(send_nothing) as tiktok:
        tiktok.calls.clear_responses(SIGN_FETCH).on(SIGN_FETCH, 200, tiktok.first_fetch_result())
        failure = await Connection(tiktok, clock, http).run_until_failure()
        assert isinstance(failure, PlatformUnavailable)
        assert "cookie" in str(failure)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"RateLimit_Remaining": "0", "RateLimit_Reset": "42"}, 42),
        ({"RateLimit_Remaining": "0", "RateLimit_Reset": "1893553500"}, 54.322),
        ({"RateLimit_Reset": "999999"}, 3600),
        ({}, 60),
    ],
)
async def test_rate_limit_of_the_sign_server_is_raised_with_its_wait(
    clock: FrozenClock, http: HttpClient, headers: dict[str, str], seconds: float
) -> None:
    async with fake_tiktok(send_nothing) as tiktok:
        limited = '{"message":"Too many","limit_label":"rate_limit_account_minute"}'
        tiktok.calls.clear_responses(SIGN_FETCH).on(SIGN_FETCH, 429, limited, **headers)
        failure = await Connection(tiktok, clock, http).run_until_failure()
    assert isinstance(failure, RateLimited)
    assert failure.after_seconds == pytest.approx(seconds)


async def test_handle_that_does_not_exist_raises_gone(clock: FrozenClock, http: HttpClient) -> None:
    async with fake_tiktok(send_nothing) as tiktok:
        tiktok.calls.clear_responses(ROOM_LOOKUP).on(ROOM_LOOKUP, 200, '{"message":"user_not_found","data":{}}')
        assert isinstance(await Connection(tiktok, clock, http).run_until_failure(), Gone)
