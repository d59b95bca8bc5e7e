"""The server's memory stays bounded with any traffic and slow readers."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncGenerator

from live_server import LiveServer, running

from greenroom.kernel.fast.raw_frames import EncodedFrames
from greenroom.kernel.fast.websocket_server import RawWebSocket
from greenroom.kernel.live import Hub
from greenroom.kernel.live.topics import Budget, History


@contextlib.asynccontextmanager
async def client_that_never_reads(live: LiveServer, path: str) -> AsyncGenerator[socket.socket, None]:
    """Opens a WebSocket that reads one byte of the response to its handshake and nothing more."""
    loop = asyncio.get_running_loop()
    headers = "Host: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    handshake = f"GET {path} HTTP/1.1\r\n{headers}Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.setblocking(False)
        await loop.sock_connect(client, ("127.0.0.1", live.port))
        await loop.sock_sendall(client, handshake.encode())
        await loop.sock_recv(client, 1)
        yield client


async def test_a_client_that_does_not_read_is_disconnected_and_the_others_stay(live: LiveServer) -> None:
    async with client_that_never_reads(live, "/listen/room"), live.client("/listen/room") as client:
        while live.hub.counts.too_slow == 0:
            live.hub.publish("room", b'"%b"' % (b"x" * 800_000))
            await client.text()
        live.hub.publish("room", b"1")
        assert await client.text() == "1"
        assert live.hub.counts.too_slow == 1


async def test_a_client_that_sends_without_reading_is_disconnected(live: LiveServer) -> None:
    async with live.client("/topics") as client:
        epoch = (await client.subscribe("room"))["epoch"]
    live.hub.publish("room", b'"%b"' % (b"x" * 800_000))
    text = b'{"type":"subscribe","topic":"room","seq":0,"epoch":"%b"}' % str(epoch).encode()
    # A text frame whose mask is zero.
    frame = bytes([0x81, 0x80 + len(text), 0, 0, 0, 0]) + text
    async with client_that_never_reads(live, "/topics") as sender:
        while live.hub.counts.too_slow == 0:
            await asyncio.get_running_loop().sock_sendall(sender, frame)
            await asyncio.sleep(0)


def test_a_frame_is_encoded_once_for_all_subscribers() -> None:
    frames = EncodedFrames((b"1", b"2"))
    assert frames.wire is frames.wire
    assert frames.wire == b"\x81\x011\x81\x012"


def test_a_history_keeps_the_latest_events() -> None:
    history = History(Budget(limit=2**30))
    history.extend([b"%d" % number for number in range(1, 701)])
    assert history.seq == 700
    assert history.since(698) == [b"699", b"700"]
    assert history.since(199) is None
    assert len(history.since(200) or []) == 500


def test_a_history_of_large_events_is_shorter() -> None:
    budget = Budget(limit=2**30)
    history = History(budget)
    history.extend([b"x" * 300_000] * 10)
    assert history.since(7) is not None
    assert history.since(6) is None
    assert budget.used <= 2**20


def test_all_histories_together_stay_within_their_budget() -> None:
    budget = Budget(limit=10_000)
    histories = [History(budget) for _ in range(50)]
    for history in histories:
        history.extend([b"x" * 1_000] * 5)
    assert budget.used <= 10_000
    assert histories[0].since(4) is not None
    assert histories[-1].since(4) is None


def test_cleared_history_frees_the_budget() -> None:
    budget = Budget(limit=10_000)
    history = History(budget)
    history.extend([b"x" * 1_000] * 5)
    history.clear()
    assert budget.used == 0


async def test_history_of_a_topic_without_subscribers_is_dropped_after_the_idle_time() -> None:
    seconds = 0.0
    live = LiveServer(Hub(idle_seconds=120, now=lambda: seconds))
    async with running(live, RawWebSocket):
        async with live.client("/topics") as client:
            epoch = (await client.subscribe("news"))["epoch"]
        seconds = 119.0
        async with live.client("/topics") as client:
            assert (await client.subscribe("news", epoch=epoch, seq=0))["type"] == "subscribed"
        seconds = 240.0
        live.hub.publish("another", b"1")
        async with live.client("/topics") as client:
            response = await client.subscribe("news", epoch=epoch, seq=0)
            assert response["type"] == "refetch"
            assert response["epoch"] != epoch
