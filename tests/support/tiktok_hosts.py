"""Fake TikTok servers on loopback, and a connection of the adapter to them."""

import asyncio
import contextlib
import gzip
from collections.abc import AsyncGenerator, Awaitable, Callable

import pytest
from google.protobuf.message import Message as Protobuf
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

from greenroom.accounts.platforms import PlatformFailure
from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.tiktok import webcast_pb2 as webcast
from greenroom.platforms.tiktok.pace import Pace
from greenroom.platforms.tiktok.platform import TikTokPlatform
from greenroom.platforms.tiktok.settings import TikTokSettings
from support.adapter_connection import MemoryAdapterState, ReceivedEvents, account_of
from support.frozen_clock import FrozenClock
from support.routed_server import RoutedServer, routed_server
from support.waiting import MAX_WAIT_SECONDS

ROOM_LOOKUP = "GET /api-live/user/room/"
CHECK_ALIVE = "GET /webcast/room/check_alive/"
SIGN_FETCH = "GET /sign/webcast/fetch"
ROOM_ID = "7312345678901234567"
USER = webcast.User(id=7000, nickname="Beta B", display_id="beta.b")
# Retries are immediate and polls frequent, but the live state of an open room is not polled.
QUICK = Pace(poll_seconds=0.02, poll_spread_seconds=0, alive_seconds=3600, retry_seconds=(0.0,), tick_seconds=0.01)

# What the push server does on each socket.
Script = Callable[[ServerConnection], Awaitable[None]]


def message(method: str, content: Protobuf, message_id: int) -> webcast.Message:
    return webcast.Message(method=method, payload=content.SerializeToString(), msg_id=message_id)


def chat(text: str, message_id: int) -> webcast.Message:
    return message("WebcastChatMessage", webcast.ChatMessage(user=USER, content=text), message_id)


def rose(count: int, message_id: int) -> webcast.Message:
    gift = webcast.Gift(id=5655, name="Rose", type=1, diamond_count=1)
    fields = webcast.GiftMessage(gift_id=5655, repeat_count=count, group_id=5, user=USER, gift=gift)
    return message("WebcastGiftMessage", fields, message_id)


ENDED = message("WebcastControlMessage", webcast.ControlMessage(action=3), 900)


def frame(*messages: webcast.Message, log_id: int = 1, packed: bool = False, need_ack: bool = True) -> bytes:
    result = webcast.FetchResult(messages=messages, internal_ext="ext", need_ack=need_ack)
    payload, headers = result.SerializeToString(), list[webcast.PushFrame.Header]()
    if packed:
        payload, headers = gzip.compress(payload), [webcast.PushFrame.Header(key="compress_type", value="gzip")]
    return webcast.PushFrame(log_id=log_id, payload_type="msg", payload=payload, headers=headers).SerializeToString()


async def receive_frame(socket: ServerConnection) -> webcast.PushFrame:
    raw = await socket.recv()
    assert isinstance(raw, bytes)
    return webcast.PushFrame.FromString(raw)


class FakeTikTok:
    """The web pages, the sign server and the push server that the adapter calls."""

    def __init__(self, calls: RoutedServer, socket_url: str) -> None:
        self.calls = calls
        self.socket_url = socket_url
        self.sockets: list[ServerConnection] = []
        self.refusals: list[Response] = []

    def first_fetch_result(self, **changes: object) -> bytes:
        fields: dict[str, object] = {
            "cursor": "cur1",
            "push_server": self.socket_url,
            "route_params": {"imprp": "a b"},
            "is_first": True,
            "need_ack": True,
        }
        return webcast.FetchResult(**(fields | changes)).SerializeToString()  # pyright: ignore[reportArgumentType]  # fields differ per test

    def set_live(self, **room: object) -> None:
        data = {"user": {"roomId": ROOM_ID}, "liveRoom": {"status": 2} | room}
        self.calls.clear_responses(ROOM_LOOKUP).on(ROOM_LOOKUP, 200, {"message": "", "data": data})
        self.calls.clear_responses(CHECK_ALIVE).on(CHECK_ALIVE, 200, '{"data":[{"alive":true}]}')

    def set_offline(self) -> None:
        data = {"user": {"roomId": ROOM_ID}, "liveRoom": {"status": 4}}
        self.calls.clear_responses(ROOM_LOOKUP).on(ROOM_LOOKUP, 200, {"message": "", "data": data})

    def set_ticket(self, body: bytes | None = None) -> None:
        cookie = "ttwid=1%7Cabc; Path=/; HttpOnly"
        body = self.first_fetch_result() if body is None else body
        self.calls.clear_responses(SIGN_FETCH).on(SIGN_FETCH, 200, body, X_Set_TT_Cookie=cookie)


@contextlib.asynccontextmanager
async def fake_tiktok(script: Script) -> AsyncGenerator[FakeTikTok]:
    sockets: list[ServerConnection] = []

    async def handle(socket: ServerConnection) -> None:
        sockets.append(socket)
        await script(socket)

    refusals: list[Response] = []
    async with (
        routed_server() as calls,
        serve(
            handle,
            "127.0.0.1",
            0,
            subprotocols=[Subprotocol("echo-protocol")],
            process_request=lambda _, __: refusals[0] if refusals else None,
            process_response=_with_options,
            ping_interval=None,
        ) as listening,
    ):
        tiktok = FakeTikTok(calls, f"ws://127.0.0.1:{next(iter(listening.sockets)).getsockname()[1]}/webcast/im")
        tiktok.sockets, tiktok.refusals = sockets, refusals
        tiktok.set_live()
        tiktok.set_ticket()
        yield tiktok


def _with_options(_: ServerConnection, __: Request, response: Response) -> None:
    response.headers["Handshake-Options"] = "ping-interval=0.05; other=1"


class Connection:
    def __init__(self, tiktok: FakeTikTok, clock: FrozenClock, http: HttpClient, pace: Pace = QUICK) -> None:
        settings = TikTokSettings.model_validate(
            {
                "app_url": tiktok.calls.url,
                "webcast_url": f"{tiktok.calls.url}/webcast",
                "sign_url": f"{tiktok.calls.url}/sign",
                "sign_api_key": "key1",
                "user_agent": "Browser/1",
            }
        )
        self.platform = TikTokPlatform(settings, http, clock, pace)
        self.received = ReceivedEvents()
        self.adapter_state = MemoryAdapterState()

    async def run(self) -> None:
        await self.platform.run(account_of("beta.b", "beta.b", self.adapter_state), self.received)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncGenerator["asyncio.Task[None]"]:
        running = asyncio.create_task(self.run())
        try:
            yield running
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

    async def run_until_failure(self) -> PlatformFailure:
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            with pytest.raises(PlatformFailure) as failed:
                await self.run()
        return failed.value


async def send_nothing(socket: ServerConnection) -> None:
    await socket.wait_closed()
