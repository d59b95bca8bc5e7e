"""One subscribed socket, and lists of them."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable

from msgspec import Struct
from starlette.websockets import WebSocket, WebSocketDisconnect

from greenroom.kernel.errors import AppError
from greenroom.kernel.fast.frame_writers import frame_writer_for
from greenroom.kernel.fast.raw_frames import EncodedFrames
from greenroom.kernel.live.frames import PING, PONG, FrameError
from greenroom.kernel.logs import get_logger
from greenroom.kernel.tasks.background import spawn

log = get_logger(__name__)


class TopicAccess(Struct, frozen=True):
    """Result of an access check."""

    is_allowed: bool
    # Seconds until access expires; it is checked again then, because it may have been extended. None: never expires.
    seconds: float | None = None
    # Why access is refused; may be empty.
    reason: str = ""


ALLOWED = TopicAccess(is_allowed=True)
REFUSED = TopicAccess(is_allowed=False)

# Checks whether the client may use a topic. Raises an AppError if the client may not use any topic any more.
MayListen = Callable[[str], Awaitable[TopicAccess]]

# WebSocket close codes.
RESTARTED = 1012
TOO_SLOW = 1013
FAILED = 1011
BAD_FRAME = 4400
FORBIDDEN = 4403

CLOSE_SECONDS = 5.0

_PONG = EncodedFrames((PONG,))


class Counts(Struct):
    """Metrics of the live sockets."""

    sockets: int = 0
    too_slow: int = 0


class TopicGrant(Struct, eq=False):
    """A socket's access to one topic: the check, and the timer that repeats the check when access expires."""

    may_listen: MayListen
    timer: asyncio.TimerHandle | None

    def set_timer(self, timer: asyncio.TimerHandle | None) -> None:
        if self.timer is not None:
            self.timer.cancel()
        self.timer = timer


class Connection:
    """An accepted socket; all frames to it are sent through here, so they arrive in order."""

    def __init__(self, socket: WebSocket, tags: Iterable[str], counts: Counts) -> None:
        self.tags = frozenset(tags)
        # The topics that the socket gets, each with its access.
        self.grants: dict[str, TopicGrant] = {}
        self._socket = socket
        self._writer = frame_writer_for(socket)
        self._counts = counts
        self._closing: asyncio.Task[None] | None = None

    @property
    def is_closed(self) -> bool:
        return self._closing is not None

    def push(self, batch: EncodedFrames) -> None:
        if self._closing is None and not self._writer.write(batch):
            self._disconnect_slow()

    def close(self, code: int, reason: str) -> None:
        """Starts to close the socket; has no effect if it is being closed already."""
        if self._closing is None:
            self._closing = spawn(self._close(code, reason), name="close_websocket")

    async def closed(self) -> None:
        """Waits for a close in progress."""
        if self._closing is not None:
            await asyncio.wait({self._closing})

    async def next_text(self) -> str | None:
        """The next text from the client, except pings; None when it has disconnected or was closed."""
        while self._closing is None:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return None
            text: str | None = message.get("text")
            if text is None:
                raise FrameError("text frames only")
            if text != PING:
                return text
            self.push(_PONG)
        return None

    async def check_access(self, topic: str, may_listen: MayListen) -> TopicAccess:
        """Runs the access check; an error closes the socket, so that the client reconnects and is checked again."""
        try:
            return await may_listen(topic)
        except AppError as error:
            self.close(error.close_code, error.type)
        except Exception:
            log.exception("live_permission_check_failed", topic=topic)
            self.close(FAILED, "permission could not be checked")
        return REFUSED

    def revoke(self, topic: str) -> bool:
        """Ends the access to the topic; returns False if there was none."""
        grant = self.grants.pop(topic, None)
        if grant is not None:
            grant.set_timer(None)
        return grant is not None

    def _disconnect_slow(self) -> None:
        self._counts.too_slow += 1
        log.info("live_client_too_slow", topics=len(self.grants))
        self._writer.abort()
        self.close(TOO_SLOW, "too slow")

    async def _close(self, code: int, reason: str) -> None:
        try:
            # The client may have disconnected at the same moment; Starlette reports it as either of these errors.
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                async with asyncio.timeout(CLOSE_SECONDS):
                    await self._writer.flush()
                    await self._socket.close(code, reason)
        except TimeoutError:
            self._writer.abort()


class ConnectionList:
    """Connections with O(1) removal; unlike a set, fast to iterate after it has held thousands."""

    def __init__(self) -> None:
        self.all: list[Connection] = []
        self._positions: dict[Connection, int] = {}

    def __len__(self) -> int:
        return len(self.all)

    def __contains__(self, connection: Connection) -> bool:
        return connection in self._positions

    def add(self, connection: Connection) -> None:
        if connection not in self._positions:
            self._positions[connection] = len(self.all)
            self.all.append(connection)

    def discard(self, connection: Connection) -> None:
        position = self._positions.pop(connection, None)
        if position is None:
            return
        last = self.all.pop()
        if last is not connection:
            self.all[position] = last
            self._positions[last] = position

    def push(self, batch: EncodedFrames) -> None:
        for connection in self.all:
            connection.push(batch)
