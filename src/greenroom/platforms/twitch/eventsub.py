"""The EventSub WebSocket: Twitch speaks, we listen; the only thing ever sent is the library's pong."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from greenroom.kernel.clock import Clock
from greenroom.kernel.logs import get_logger
from greenroom.platforms.twitch.frames import Frame, Seen, Session, read_frame, read_session, read_subscription
from greenroom.platforms.twitch.pace import Pace
from greenroom.tenancy.platforms import PlatformUnavailable

log = get_logger(__name__)

# What Twitch agrees to when a welcome does not say.
KEEPALIVE_SECONDS = 10.0
CLOSE_SECONDS = 2.0

CLOSE_WORDS = {
    4000: "internal server error",
    4001: "Twitch says that we spoke",
    4002: "no pong",
    4003: "nothing was subscribed in time",
    4004: "the move to another server took too long",
    4005: "network timeout",
    4006: "network error",
    4007: "the move to another server failed",
}

Subscribe = Callable[[str], Awaitable[None]]
Ready = Callable[[], Awaitable[None]]
Hear = Callable[[Frame, msgspec.Raw], Awaitable[None]]
Revoked = Callable[[str], Awaitable[None]]


class LineEnded(PlatformUnavailable):
    """This socket is of no use any more."""


class Line:
    """One socket, from its welcome on."""

    def __init__(self, socket: ClientConnection, session: Session, slack_seconds: float) -> None:
        self._socket = socket
        self._silence_seconds = (session.keepalive_timeout_seconds or KEEPALIVE_SECONDS) + slack_seconds
        self.session_id = session.id

    async def receive(self) -> Frame:
        """The next frame that can be read; silence beyond what was agreed means a dead line."""
        while True:
            try:
                async with asyncio.timeout(self._silence_seconds):
                    frame = _readable(await self._socket.recv())
            except TimeoutError:
                raise LineEnded("Twitch fell silent") from None
            except ConnectionClosed as error:
                raise LineEnded(_why_closed(error)) from error
            if frame is not None:
                return frame

    async def close(self) -> None:
        await self._socket.close()


class EventSub:
    """One session at Twitch, over as many sockets as Twitch moves it to."""

    def __init__(
        self,
        url: str,
        clock: Clock,
        pace: Pace,
        *,
        subscribe: Subscribe,
        ready: Ready,
        hear: Hear,
        revoked: Revoked,
    ) -> None:
        self._url = url
        self._clock = clock
        self._pace = pace
        self._subscribe = subscribe
        self._ready = ready
        self._hear = hear
        self._revoked = revoked
        self._seen = Seen()

    async def run(self) -> None:
        """Until the line breaks, which is told by PlatformUnavailable."""
        line = await self._open(self._url)
        try:
            await self._subscribe_in_time(line)
            await self._ready()
            while True:
                moved_to = await self._take(await line.receive())
                if moved_to is not None:
                    line = await self._move(line, moved_to)
        finally:
            await line.close()

    async def _open(self, url: str) -> Line:
        try:
            async with asyncio.timeout(self._pace.welcome_seconds):
                # Twitch closes a socket on which anything but a pong is sent, so the library must not ping.
                socket = await connect(url, ping_interval=None, close_timeout=CLOSE_SECONDS, proxy=None)
                try:
                    return Line(socket, await _welcome(socket), self._pace.slack_seconds)
                except BaseException:
                    await socket.close()
                    raise
        except ConnectionClosed as error:
            raise PlatformUnavailable(_why_closed(error)) from error
        except (OSError, TimeoutError, WebSocketException) as error:
            raise PlatformUnavailable("Twitch's event socket does not answer") from error

    async def _subscribe_in_time(self, line: Line) -> None:
        try:
            async with asyncio.timeout(self._pace.subscribe_seconds):
                await self._subscribe(line.session_id)
        except TimeoutError:
            raise PlatformUnavailable("Twitch took too long to accept the subscriptions") from None

    async def _take(self, frame: Frame) -> str | None:
        """Deals with one frame; returns the address to move to if Twitch asks for that."""
        sent_at = frame.metadata.message_timestamp
        if not self._seen.is_news(frame.metadata, self._clock()):
            # A clock that is wrong by minutes would make everything old: that has to be seen in the log.
            log.warning("twitch_frame_skipped", type=frame.metadata.message_type, sent_at=str(sent_at))
            return None
        try:
            match frame.metadata.message_type:
                case "notification":
                    await self._hear(frame, read_subscription(frame).event)
                case "session_reconnect":
                    return read_session(frame).reconnect_url
                case "revocation":
                    await self._revoked(read_subscription(frame).subscription.status)
                case "session_keepalive" | "session_welcome":
                    pass
                case unknown:
                    log.warning("twitch_frame_unknown", type=unknown)
        except msgspec.MsgspecError as error:
            log.warning("twitch_frame_odd", type=frame.metadata.message_type, error=str(error))
        return None

    async def _move(self, old: Line, url: str) -> Line:
        """Opens the new line while the old one is still read: what is under way there must not be lost."""
        draining = asyncio.create_task(self._drain(old))
        new: Line | None = None
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

    async def _drain(self, line: Line) -> None:
        with contextlib.suppress(LineEnded):
            while True:
                await self._take(await line.receive())


async def _welcome(socket: ClientConnection) -> Session:
    while True:
        frame = _readable(await socket.recv())
        if frame is not None and frame.metadata.message_type == "session_welcome":
            with contextlib.suppress(msgspec.MsgspecError):
                return read_session(frame)


def _readable(raw: str | bytes) -> Frame | None:
    try:
        return read_frame(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        log.warning("twitch_frame_unreadable", error=str(error), size=len(raw))
        return None


def _why_closed(error: ConnectionClosed) -> str:
    code = error.rcvd.code if error.rcvd is not None else None
    return f"Twitch closed the connection ({CLOSE_WORDS.get(code or 0, 'connection lost')})"
