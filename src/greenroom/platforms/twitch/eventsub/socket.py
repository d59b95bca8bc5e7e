"""EventSub WebSocket client: receives only, apart from the library's pongs."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable

from websockets.exceptions import ConnectionClosed, WebSocketException

from greenroom.accounts.platforms import PlatformUnavailable
from greenroom.kernel.clock import Clock
from greenroom.kernel.fast.small_frames import DirectConnect, QuickConnection
from greenroom.kernel.http.parse_errors import UNREADABLE
from greenroom.kernel.logs import get_logger
from greenroom.kernel.tasks.background import spawn
from greenroom.platforms.twitch.eventsub.frame_handler import FrameHandler, OnNotifications, OnReady, OnRevoked
from greenroom.platforms.twitch.eventsub.frames import AnyFrame, Session, read_frame, session_of
from greenroom.platforms.twitch.pace import Pace

log = get_logger(__name__)

# Default if the welcome has no keepalive time.
KEEPALIVE_SECONDS = 10.0
MAX_KEEPALIVE_SECONDS = 600.0
CLOSE_SECONDS = 2.0
# Twitch occasionally moves a session to another server; more than 10 moves in 60 s end the connection.
MAX_MOVES, MOVES_SECONDS = 10, 60.0
# Frames arrive while topics are still being subscribed to, and a full queue would keep the library from sending pongs.
MAX_QUEUED_FRAMES = 1024

CLOSE_REASONS = {
    4000: "internal server error",
    4001: "a message was sent to Twitch",
    4002: "no pong",
    4003: "nothing was subscribed in time",
    4004: "the move to another server took too long",
    4005: "network timeout",
    4006: "network error",
    4007: "the move to another server failed",
}

Subscribe = Callable[[str], Awaitable[None]]


class SocketEnded(PlatformUnavailable):
    """The socket is closed or silent."""


class OpenSocket:
    """One open socket, after its welcome."""

    def __init__(self, socket: QuickConnection, session: Session, slack_seconds: float) -> None:
        self._socket = socket
        keepalive = session.keepalive_timeout_seconds or KEEPALIVE_SECONDS
        self._silence_seconds = min(max(keepalive, 0.0), MAX_KEEPALIVE_SECONDS) + slack_seconds
        self.session_id = session.id
        self._loop = asyncio.get_running_loop()
        # None while no read is waiting: only a waiting read can time out.
        self._waiting_since: float | None = None
        self._is_silent = False
        # One timer, rescheduled when it fires: one per frame would cost more than parsing.
        self._timer = self._loop.call_later(self._silence_seconds, self._check_silence)

    async def receive(self) -> list[AnyFrame]:
        """The next frames; raises SocketEnded if the socket is closed or its keepalive is overdue."""
        self._waiting_since = self._loop.time()
        try:
            texts = await self._socket.recv_all()
        except ConnectionClosed as error:
            raise SocketEnded("Twitch stopped responding" if self._is_silent else _close_reason(error)) from error
        finally:
            self._waiting_since = None
        return [frame for frame in map(_parse_frame, texts) if frame is not None]

    async def close(self) -> None:
        self._timer.cancel()
        await self._socket.close()

    def _check_silence(self) -> None:
        now = self._loop.time()
        since = now if self._waiting_since is None else self._waiting_since
        if now - since >= self._silence_seconds:
            self._is_silent = True
            # No close handshake, because the peer does not respond; the abort wakes the waiting read.
            self._socket.transport.abort()
        else:
            self._timer = self._loop.call_at(since + self._silence_seconds, self._check_silence)


class EventSubSocket:
    """One EventSub session, across the sockets that Twitch moves it to."""

    def __init__(
        self,
        url: str,
        clock: Clock,
        pace: Pace,
        *,
        subscribe: Subscribe,
        ready: OnReady,
        on_notifications: OnNotifications,
        on_revoked: OnRevoked,
    ) -> None:
        self._url = url
        self._pace = pace
        self._subscribe = subscribe
        self._ready = ready
        self._handler = FrameHandler(clock, on_notifications=on_notifications, on_revoked=on_revoked)
        self._moved_at: deque[float] = deque(maxlen=MAX_MOVES)

    async def run(self) -> None:
        """Runs until the connection is lost; raises PlatformUnavailable."""
        opened = await self._open(self._url)
        try:
            await self._subscribe_in_time(opened)
            await self._ready()
            while True:
                moved_to = await self._handler.handle(await opened.receive())
                if moved_to is not None:
                    opened = await self._move(opened, moved_to)
        finally:
            await opened.close()

    async def _open(self, url: str) -> OpenSocket:
        try:
            async with asyncio.timeout(self._pace.welcome_seconds):
                # Twitch closes a socket on which anything but a pong is sent, so the library must not ping.
                socket = await DirectConnect(
                    url,
                    ping_interval=None,
                    close_timeout=CLOSE_SECONDS,
                    max_queue=MAX_QUEUED_FRAMES,
                    proxy=None,
                    create_connection=QuickConnection,
                )
                assert isinstance(socket, QuickConnection)  # see `create_connection`
                try:
                    return OpenSocket(socket, await _welcome(socket), self._pace.slack_seconds)
                except BaseException:
                    await socket.close()
                    raise
        except ConnectionClosed as error:
            raise PlatformUnavailable(_close_reason(error)) from error
        # ValueError: an invalid reconnect address.
        except (OSError, TimeoutError, ValueError, WebSocketException) as error:
            raise PlatformUnavailable("Twitch's event socket is not responding") from error

    async def _subscribe_in_time(self, opened: OpenSocket) -> None:
        try:
            async with asyncio.timeout(self._pace.subscribe_seconds):
                await self._subscribe(opened.session_id)
        except TimeoutError:
            raise PlatformUnavailable("Twitch took too long to accept the subscriptions") from None

    async def _move(self, old: OpenSocket, url: str) -> OpenSocket:
        """Opens the new socket while the old one is still read, so that no frame is lost."""
        self._limit_moves()
        draining = spawn(self._drain(old), name="eventsub_drain")
        new: OpenSocket | None = None
        try:
            new = await self._open(url)
            await old.close()
            await draining
        except BaseException:
            if new is not None:
                await new.close()
            raise
        finally:
            draining.cancel()
            await asyncio.gather(draining, return_exceptions=True)
        return new

    def _limit_moves(self) -> None:
        now, moves = asyncio.get_running_loop().time(), self._moved_at
        if len(moves) == MAX_MOVES and now - moves[0] < MOVES_SECONDS:
            raise PlatformUnavailable("Twitch moved the connection too many times")
        moves.append(now)

    async def _drain(self, opened: OpenSocket) -> None:
        with contextlib.suppress(SocketEnded):
            while True:
                await self._handler.handle(await opened.receive())


async def _welcome(socket: QuickConnection) -> Session:
    while True:
        frame = _parse_frame(await socket.recv_one())
        if frame is not None and frame.metadata.message_type == "session_welcome":
            with contextlib.suppress(*UNREADABLE):
                return session_of(frame)


def _parse_frame(raw: bytes) -> AnyFrame | None:
    try:
        return read_frame(raw)
    except UNREADABLE as error:
        log.warning("twitch_frame_unreadable", error=str(error), size=len(raw))
        return None


def _close_reason(error: ConnectionClosed) -> str:
    code = error.rcvd.code if error.rcvd is not None else None
    return f"Twitch closed the connection ({CLOSE_REASONS.get(code or 0, 'connection lost')})"
