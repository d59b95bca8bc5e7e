"""Our parser of small text frames gives the same results as the WebSocket library, and pauses on a busy socket."""

import asyncio
import contextlib
import struct
from collections.abc import AsyncGenerator, Callable, Iterator
from math import inf

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from greenroom.kernel.fast import small_frames
from greenroom.kernel.fast.small_frames import LARGE_READ, MAX_QUEUED, DirectConnect, QuickConnection
from support.waiting import MAX_WAIT_SECONDS, wait_until

TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A
FIRST, NEXT, LAST = 0x01, 0x00, 0x80  # fragments of a text
MAX_MESSAGE_BYTES = 2**20


def frame(kind: int, payload: bytes) -> bytes:
    size = len(payload)
    if size < 126:
        return struct.pack("!BB", kind, size) + payload
    if size < 65_536:
        return struct.pack("!BBH", kind, 126, size) + payload
    return struct.pack("!BBQ", kind, 127, size) + payload


@contextlib.asynccontextmanager
async def connect_to_server_sending(
    *pieces: bytes,
) -> AsyncGenerator[tuple[QuickConnection, asyncio.Future[ServerConnection]]]:
    """A client of a server that writes each piece of bytes separately and then waits."""
    accepted: asyncio.Future[ServerConnection] = asyncio.get_running_loop().create_future()

    async def script(socket: ServerConnection) -> None:
        accepted.set_result(socket)
        for piece in pieces:
            socket.transport.write(piece)
            await asyncio.sleep(0)
        await socket.wait_closed()

    async with serve(script, "127.0.0.1", 0, close_timeout=0.1, compression=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        async with DirectConnect(
            f"ws://127.0.0.1:{port}", create_connection=QuickConnection, proxy=None, close_timeout=0.1
        ) as socket:
            assert isinstance(socket, QuickConnection)
            yield socket, accepted


async def receive_all(socket: QuickConnection) -> tuple[list[bytes], int | None]:
    """Reads until the socket closes; returns all texts and the close code."""
    texts = list[bytes]()
    try:
        while True:
            texts.append(await asyncio.wait_for(socket.recv_one(), MAX_WAIT_SECONDS))
    except ConnectionClosed as error:
        return texts, None if error.rcvd is None else error.rcvd.code


FRAMES = [
    frame(TEXT, b"a"),
    frame(TEXT, b""),
    frame(TEXT, b"b" * 125),
    frame(PING, b"are you there"),
    frame(TEXT, b"c" * 126),
    frame(PONG, b""),
    frame(TEXT, b"d" * 65_535),
]
TEXTS = [b"a", b"", b"b" * 125, b"c" * 126, b"d" * 65_535]
CLOSE_FRAME = frame(CLOSE, struct.pack("!H", 4_003) + b"bye")


def in_one_piece(data: bytes) -> Iterator[bytes]:
    yield data


def in_threes(data: bytes) -> Iterator[bytes]:
    """Splits the first 400 bytes into pieces of three bytes, and all others into larger pieces."""
    for at in range(0, 400, 3):
        yield data[at : min(at + 3, 400)]
    for at in range(400, len(data), 20_000):
        yield data[at : at + 20_000]


@pytest.mark.parametrize("split", [in_one_piece, in_threes])
async def test_texts_arrive_in_order_however_the_bytes_are_split(split: Callable[[bytes], Iterator[bytes]]) -> None:
    async with connect_to_server_sending(*split(b"".join(FRAMES) + CLOSE_FRAME)) as (socket, _):
        assert await receive_all(socket) == (TEXTS, 4_003)


@pytest.mark.parametrize(
    ("other_frame", "text"),
    [
        (frame(FIRST, b"in ") + frame(PING, b"") + frame(NEXT, b"three ") + frame(LAST, b"pieces"), b"in three pieces"),
        (frame(TEXT, b"l" * 70_000), b"l" * 70_000),
        (frame(0x82, b"bytes"), b"bytes"),
    ],
)
async def test_fragmented_large_and_binary_frames_keep_their_order(other_frame: bytes, text: bytes) -> None:
    async with connect_to_server_sending(*FRAMES, other_frame, frame(TEXT, b"after"), CLOSE_FRAME) as (socket, _):
        assert await receive_all(socket) == ([*TEXTS, text, b"after"], 4_003)


@pytest.mark.parametrize(
    "wrong",
    [
        frame(FIRST, b"never ended") + frame(TEXT, b"another"),
        frame(LAST, b"never begun"),
        frame(0xC1, b"compressed"),
        struct.pack("!BB", TEXT, 0x80 | 1) + b"mask" + b"x",
        struct.pack("!BBQ", TEXT, 127, MAX_MESSAGE_BYTES + 1),
    ],
)
async def test_protocol_violation_closes_the_socket(wrong: bytes) -> None:
    async with connect_to_server_sending(frame(TEXT, b"a"), wrong, frame(TEXT, b"never received")) as (socket, _):
        assert await receive_all(socket) == ([b"a"], None)


async def test_pings_are_answered() -> None:
    async with connect_to_server_sending(frame(TEXT, b"a")) as (socket, accepted):
        server = await accepted
        await asyncio.wait_for(await server.ping(), MAX_WAIT_SECONDS)
        assert await socket.recv_one() == b"a"


async def test_a_truncated_text_frame_is_not_delivered() -> None:
    async with connect_to_server_sending(frame(TEXT, b"a"), frame(TEXT, b"half of it")[:-3]) as (socket, accepted):
        assert await socket.recv_one() == b"a"
        (await accepted).transport.abort()
        assert await receive_all(socket) == ([], None)


async def test_reading_pauses_on_a_busy_socket_without_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[bool] = []
    read = QuickConnection.data_received

    def record(connection: QuickConnection, data: bytes) -> None:
        read(connection, data)
        # `is_reading` proves nothing: the library pauses reading too.
        pauses.append(connection._pause is not None)  # pyright: ignore[reportPrivateUsage]  # not visible otherwise

    monkeypatch.setattr(QuickConnection, "data_received", record)
    words = [str(number).encode() for number in range(2_000)]
    async with connect_to_server_sending(*(frame(TEXT, word) for word in words), CLOSE_FRAME) as (socket, _):
        assert await receive_all(socket) == (words, 4_003)
    assert True in pauses


async def test_busy_socket_pauses_reading_after_a_small_but_not_a_large_read(monkeypatch: pytest.MonkeyPatch) -> None:
    async with connect_to_server_sending() as (socket, _):
        monkeypatch.setattr(small_frames, "BUSY_SECONDS", inf)
        socket.data_received(frame(TEXT, bytes(1_000)) * (LARGE_READ // 1_000))
        assert socket._pause is None  # pyright: ignore[reportPrivateUsage]  # not visible otherwise
        socket.data_received(frame(TEXT, b"last"))
        assert socket._pause is not None  # pyright: ignore[reportPrivateUsage]  # not visible otherwise


async def test_queued_texts_are_received_together_and_a_full_queue_pauses_reading() -> None:
    texts = [b"%01000d" % number for number in range(20 * MAX_QUEUED)]
    frames = b"".join(frame(TEXT, text) for text in texts)
    async with connect_to_server_sending(frames, CLOSE_FRAME) as (socket, _):
        await wait_until(lambda: len(socket._texts) >= MAX_QUEUED and socket._pause is None)  # pyright: ignore[reportPrivateUsage]
        assert not socket.transport.is_reading()
        received = await socket.recv_all()
        assert MAX_QUEUED <= len(received) < len(texts)
        remaining, code = await receive_all(socket)
        assert (received + remaining, code) == (texts, 4_003)


@contextlib.asynccontextmanager
async def server_that_ignores_closing() -> AsyncGenerator[int]:
    """Yields the port of a server that answers nothing after the handshake."""

    async def script(socket: ServerConnection) -> None:
        socket.transport.pause_reading()
        await socket.wait_closed()

    async with serve(script, "127.0.0.1", 0, close_timeout=0.1, ping_interval=None) as server:
        yield next(iter(server.sockets)).getsockname()[1]


async def test_close_that_is_cancelled_closes_the_tcp_connection() -> None:
    async with server_that_ignores_closing() as port:
        socket = await DirectConnect(f"ws://127.0.0.1:{port}", proxy=None, ping_interval=None)
        closing = asyncio.create_task(socket.close())
        await asyncio.sleep(0)
        closing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await closing
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            await socket.wait_closed()
