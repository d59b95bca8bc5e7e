"""Malformed, repeated, late and missing frames of Twitch's event socket."""

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta

import pytest
from websockets.asyncio.server import ServerConnection, serve

from greenroom.accounts.platforms import PlatformUnavailable
from greenroom.kernel.clock import system_clock
from greenroom.platforms.twitch.eventsub.frames import AnyFrame
from greenroom.platforms.twitch.eventsub.socket import EventSubSocket
from greenroom.platforms.twitch.pace import Pace

Script = Callable[[ServerConnection], Awaitable[None]]
EMPTY: dict[str, object] = {}


def frame(kind: str, message_id: str, payload: object = EMPTY, age: timedelta = timedelta()) -> str:
    sent_at = (datetime.now(UTC) - age).isoformat()
    metadata = {"message_id": message_id, "message_type": kind, "message_timestamp": sent_at}
    return json.dumps({"metadata": metadata, "payload": payload})


def welcome(**session: object) -> str:
    return frame("session_welcome", "welcome", {"session": {"id": "s1", "keepalive_timeout_seconds": 10, **session}})


def notification(message_id: str, age: timedelta = timedelta()) -> str:
    return frame("notification", message_id, {"subscription": {"status": "enabled"}, "event": {}}, age)


@contextlib.asynccontextmanager
async def server(script: Script) -> AsyncGenerator[str]:
    async with serve(script, "127.0.0.1", 0) as listening:
        yield f"ws://127.0.0.1:{next(iter(listening.sockets)).getsockname()[1]}"


class Listener:
    """An EventSubSocket session that records its notifications."""

    def __init__(self, url: str, pace: Pace | None = None) -> None:
        self.received: list[str] = []
        self.subscribed: list[str] = []
        self._session = EventSubSocket(
            url,
            system_clock,
            pace or Pace(),
            subscribe=self._subscribe,
            ready=self._on_ready,
            on_notifications=self._on_notifications,
            on_revoked=self._revoked,
        )

    async def run(self) -> str:
        """Runs the session until it ends; returns the reason."""
        with pytest.raises(PlatformUnavailable) as ended:
            await self._session.run()
        return str(ended.value)

    async def _subscribe(self, session_id: str) -> None:
        self.subscribed.append(session_id)

    async def _on_ready(self) -> None: ...

    async def _on_notifications(self, frames: Sequence[AnyFrame], received_at: datetime) -> None:
        self.received += [one.metadata.message_id for one in frames]

    async def _revoked(self, status: str) -> None:
        raise PlatformUnavailable(f"revoked: {status}")


ODD = (
    "",
    "not json",
    "[]",
    '{"metadata": {}}',
    '{"metadata": {"message_id": 1, "message_type": "notification", "message_timestamp": "today"}}',
    frame("notification", "no subscription"),
    frame("notification", "wrong payload", ["a list"]),
    frame("session_reconnect", "no session"),
    frame("something_new", "unknown type"),
    b"\xff\xfe",
)


async def test_malformed_frames_are_ignored() -> None:
    async def script(socket: ServerConnection) -> None:
        for odd in ODD:
            await socket.send(odd)
        await socket.send(welcome())
        for odd in ODD:
            await socket.send(odd)
        await socket.send(notification("good"))
        await socket.close(4000)

    async with server(script) as url:
        listener = Listener(url)
        ended = await listener.run()
    assert listener.received == ["good"]
    assert ended == "Twitch closed the connection (internal server error)"


async def test_repeated_frames_and_frames_older_than_ten_minutes_are_ignored() -> None:
    async def script(socket: ServerConnection) -> None:
        await socket.send(welcome())
        await socket.send(notification("once"))
        await socket.send(notification("once"))
        await socket.send(notification("old", timedelta(minutes=11)))
        await socket.send(notification("late", timedelta(minutes=9)))
        await socket.close(4006)

    async with server(script) as url:
        listener = Listener(url)
        await listener.run()
    assert listener.received == ["once", "late"]


async def test_socket_without_a_welcome_ends_as_unavailable() -> None:
    async def script(socket: ServerConnection) -> None:
        await socket.send(frame("session_keepalive", "k1"))
        await socket.wait_closed()

    async with server(script) as url:
        listener = Listener(url, Pace(welcome_seconds=0.1))
        assert await listener.run() == "Twitch's event socket is not responding"
    assert listener.subscribed == []


async def test_silent_socket_ends_as_unavailable() -> None:
    async def script(socket: ServerConnection) -> None:
        await socket.send(welcome(keepalive_timeout_seconds=0.05))
        await socket.wait_closed()

    async with server(script) as url:
        assert await Listener(url, Pace(slack_seconds=0.05)).run() == "Twitch stopped responding"


async def test_unreachable_address_ends_as_unavailable() -> None:
    async with server(lambda socket: socket.wait_closed()) as url:
        pass
    assert await Listener(url).run() == "Twitch's event socket is not responding"


async def test_revocation_is_reported_with_its_status() -> None:
    async def script(socket: ServerConnection) -> None:
        await socket.send(welcome())
        await socket.send(frame("revocation", "r1", {"subscription": {"status": "authorization_revoked"}}))
        await socket.wait_closed()

    async with server(script) as url:
        assert await Listener(url).run() == "revoked: authorization_revoked"


class Mover:
    """A server that moves a session to a second socket, and then sends more frames on the first socket."""

    def __init__(self, *late_frames: str) -> None:
        self._late_frames = late_frames
        self._has_moved = asyncio.Event()
        self._has_sent = asyncio.Event()
        self.url = ""

    async def __call__(self, socket: ServerConnection) -> None:
        assert socket.request is not None
        await (self._new(socket) if socket.request.path.endswith("?moved") else self._old(socket))

    async def _old(self, socket: ServerConnection) -> None:
        await socket.send(welcome())
        await socket.send(notification("before"))
        session = {"session": {"id": "s1", "reconnect_url": f"{self.url}?moved"}}
        await socket.send(frame("session_reconnect", "move", session))
        await self._has_moved.wait()
        for text in self._late_frames:
            await socket.send(text)
        self._has_sent.set()
        await socket.wait_closed()

    async def _new(self, socket: ServerConnection) -> None:
        self._has_moved.set()
        await self._has_sent.wait()
        await socket.send(welcome(id="s2"))
        await socket.send(notification("late"))
        await socket.send(notification("after"))
        await socket.close(4000)


async def test_late_frames_of_the_old_socket_are_delivered_once() -> None:
    mover = Mover(notification("late"), *(notification(f"n{number}") for number in range(100)))
    async with server(mover) as mover.url:
        listener = Listener(mover.url)
        await listener.run()
    assert listener.received == ["before", "late", *(f"n{number}" for number in range(100)), "after"]
    assert listener.subscribed == ["s1"]


async def test_revocation_during_a_move_is_not_lost() -> None:
    mover = Mover(frame("revocation", "r1", {"subscription": {"status": "user_removed"}}))
    async with server(mover) as mover.url:
        assert await Listener(mover.url).run() == "revoked: user_removed"
