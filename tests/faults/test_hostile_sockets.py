"""Event sockets of Twitch and TikTok with endless redirects or invalid addresses."""

import asyncio
import json
from collections.abc import Callable
from itertools import count

import pytest
from websockets.asyncio.server import ServerConnection, serve

from greenroom.accounts.platforms import PlatformUnavailable
from greenroom.kernel.clock import system_clock
from greenroom.platforms.tiktok.pace import Pace as TikTokPace
from greenroom.platforms.tiktok.room.sign_server import Ticket
from greenroom.platforms.tiktok.room.socket import open_room
from greenroom.platforms.tiktok.webcast_pb2 import FetchResult
from greenroom.platforms.twitch.eventsub.socket import MAX_MOVES, EventSubSocket
from greenroom.platforms.twitch.pace import Pace
from support.waiting import MAX_WAIT_SECONDS

NUMBERS = count()


def frame(kind: str, **session: object) -> str:
    now = system_clock().isoformat()
    metadata = {"message_id": str(next(NUMBERS)), "message_type": kind, "message_timestamp": now}
    return json.dumps({"metadata": metadata, "payload": {"session": {"id": "s1", **session}}})


async def ignore(*_: object) -> None: ...


async def failure_when_moved(target: Callable[[str], str]) -> tuple[str, int]:
    """Runs an EventSub session that each socket moves to `target`; returns its error and the number of sockets."""
    opened, url = 0, ""

    async def redirect(socket: ServerConnection) -> None:
        nonlocal opened
        opened += 1
        await socket.send(frame("session_welcome", keepalive_timeout_seconds=10))
        await socket.send(frame("session_reconnect", reconnect_url=target(url)))
        await socket.wait_closed()

    async with serve(redirect, "127.0.0.1", 0) as server:
        url = f"ws://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}"
        listener = EventSubSocket(
            url, system_clock, Pace(), subscribe=ignore, ready=ignore, on_notifications=ignore, on_revoked=ignore
        )
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            with pytest.raises(PlatformUnavailable) as failure:
                await listener.run()
    return str(failure.value), opened


async def test_redirect_loop_of_twitch_is_an_outage() -> None:
    assert await failure_when_moved(lambda url: url) == ("Twitch moved the connection too many times", MAX_MOVES + 1)


@pytest.mark.parametrize("address", ["file:///etc/passwd", "http://169.254.169.254/", "ws://[", "", "ws://x:99999999/"])
async def test_redirect_of_twitch_to_an_invalid_address_is_an_outage(address: str) -> None:
    assert await failure_when_moved(lambda _: address) == ("Twitch's event socket is not responding", 1)


@pytest.mark.parametrize("address", ["wss://[::1", "wss://x:99999999/", "wss:"])
async def test_invalid_address_of_tiktoks_push_socket_is_an_outage(address: str) -> None:
    with pytest.raises(PlatformUnavailable):
        await open_room(Ticket("Browser/1", address, "ttwid=1", FetchResult()), "7", TikTokPace())
