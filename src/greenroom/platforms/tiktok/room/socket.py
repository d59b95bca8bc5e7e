"""WebSocket of one room: heartbeats out, messages in."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from http.cookies import CookieError, SimpleCookie
from itertools import count
from typing import NoReturn

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.typing import Subprotocol

from greenroom.accounts.platforms import PlatformUnavailable
from greenroom.kernel.fast.small_frames import DirectConnect
from greenroom.kernel.logs import get_logger
from greenroom.platforms.tiktok.pace import Pace
from greenroom.platforms.tiktok.room import frames
from greenroom.platforms.tiktok.room.sign_server import Ticket
from greenroom.platforms.tiktok.webcast_pb2 import FetchResult

log = get_logger(__name__)

PROTOCOL = Subprotocol("echo-protocol")
CLOSE_SECONDS = 2.0
MIN_HEARTBEAT_SECONDS, MAX_HEARTBEAT_SECONDS = 0.05, 60.0


class RoomSocket:
    def __init__(self, socket: ClientConnection, room_id: str, pace: Pace) -> None:
        self._socket = socket
        self._room_id = room_id
        self._pace = pace

    async def enter(self, cursor: str) -> None:
        await self._send(frames.enter_room(self._room_id, cursor))
        await self._send(frames.heartbeat(self._room_id, 1))

    async def send_heartbeats(self) -> NoReturn:
        seconds = heartbeat_seconds(self._options(), self._pace.heartbeat_seconds)
        for number in count(2):
            await asyncio.sleep(seconds)
            await self._send(frames.heartbeat(self._room_id, number))
        raise AssertionError("counting has no end")

    async def results(self) -> AsyncGenerator[FetchResult]:
        """Yields the room's messages in groups; raises PlatformUnavailable when the socket closes or falls silent."""
        while True:
            frame = frames.read_frame(await self._receive())
            result = None if frame is None else frames.read_result(frame)
            if frame is None or result is None:
                continue
            if result.need_ack:
                await self._send(frames.ack(frame, result))
            yield result

    async def close(self) -> None:
        await self._socket.close()

    async def _receive(self) -> str | bytes:
        try:
            async with asyncio.timeout(self._pace.silence_seconds):
                return await self._socket.recv()
        except TimeoutError:
            raise PlatformUnavailable("TikTok stopped responding") from None
        except ConnectionClosed as error:
            raise PlatformUnavailable("TikTok closed the connection") from error

    async def _send(self, frame: bytes) -> None:
        # Does not raise when the socket is closed: frames from before the close are read first, then `results` raises.
        with contextlib.suppress(ConnectionClosed):
            await self._socket.send(frame)

    def _options(self) -> str:
        response = self._socket.response
        return response.headers.get("Handshake-Options", "") if response is not None else ""


def heartbeat_seconds(options: str, default: float) -> float:
    try:
        interval = SimpleCookie(options).get("ping-interval")
        seconds = float(interval.value) if interval is not None else default
    except (CookieError, ValueError):
        return default
    return min(max(seconds, MIN_HEARTBEAT_SECONDS), MAX_HEARTBEAT_SECONDS) if seconds > 0 else default


async def open_room(ticket: Ticket, room_id: str, pace: Pace) -> RoomSocket:
    try:
        async with asyncio.timeout(pace.open_seconds):
            socket = await DirectConnect(
                ticket.url,
                subprotocols=[PROTOCOL],
                additional_headers={"Cookie": ticket.cookie},
                user_agent_header=ticket.user_agent,
                # TikTok does not answer pings, so the library would close a working socket.
                ping_interval=None,
                close_timeout=CLOSE_SECONDS,
                proxy=None,
            )
    except InvalidStatus as error:
        message = error.response.headers.get("Handshake-Msg", "")[:100]
        log.warning("tiktok_socket_refused", status=error.response.status_code, message=message)
        raise PlatformUnavailable(
            f"TikTok refused the connection to the room{f' ({message})' if message else ''}"
        ) from error
    # ValueError: an invalid address.
    except (OSError, TimeoutError, ValueError, WebSocketException) as error:
        raise PlatformUnavailable("TikTok's socket is not responding") from error
    return RoomSocket(socket, room_id, pace)
