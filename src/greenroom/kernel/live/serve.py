"""Serves a WebSocket as a listener of one topic or with the topics protocol."""

from collections.abc import Iterable

from starlette.websockets import WebSocket

from greenroom.kernel.live.connections import ALLOWED, BAD_FRAME, FORBIDDEN, Connection, MayListen, TopicAccess
from greenroom.kernel.live.frames import PROTOCOL, FrameError, Subscribe, Unsubscribe, read_frame
from greenroom.kernel.live.hub import Hub

MAX_TOPICS = 100


async def anyone(_: str) -> TopicAccess:
    return ALLOWED


async def serve_listener(
    socket: WebSocket, hub: Hub, topic: str, may_listen: MayListen = anyone, *, tags: Iterable[str] = ()
) -> None:
    """Serves one topic: sends every event as one text frame; the client may send only "ping"."""
    version = hub.access_version
    access = await may_listen(topic)
    await _accept(socket)
    # Nothing is awaited between the handshake and `hub.listen`: an open socket misses no event.
    async with hub.connected(socket, tags) as connection:
        if not access.is_allowed:
            connection.close(FORBIDDEN, "forbidden")
            return
        hub.listen(connection, topic, may_listen, access)
        if version != hub.access_version:
            await hub.recheck_connection(connection, topic)
        await _accept_only_pings(connection)


async def serve_topics(
    socket: WebSocket, hub: Hub, may_listen: MayListen, *, tags: Iterable[str] = (), has_replay: bool = True
) -> None:
    """Serves up to MAX_TOPICS topics, with numbered events; without replay, a client that missed events refetches."""
    await _accept(socket)
    async with hub.connected(socket, tags) as connection:
        try:
            while (text := await connection.next_text()) is not None:
                await _handle_frame(connection, hub, text, may_listen, has_replay=has_replay)
        except FrameError as error:
            connection.close(BAD_FRAME, str(error))


async def _accept(socket: WebSocket) -> None:
    await socket.accept(PROTOCOL if PROTOCOL in socket.scope.get("subprotocols", []) else None)


async def _accept_only_pings(connection: Connection) -> None:
    try:
        if await connection.next_text() is not None:
            connection.close(BAD_FRAME, "only ping is understood here")
    except FrameError as error:
        connection.close(BAD_FRAME, str(error))


async def _handle_frame(
    connection: Connection, hub: Hub, text: str, may_listen: MayListen, *, has_replay: bool
) -> None:
    match read_frame(text):
        case Subscribe() as frame:
            await _subscribe(connection, hub, frame, may_listen, has_replay=has_replay)
        case Unsubscribe(topic):
            hub.leave(connection, topic)


async def _subscribe(
    connection: Connection, hub: Hub, frame: Subscribe, may_listen: MayListen, *, has_replay: bool
) -> None:
    if frame.topic not in connection.grants and len(connection.grants) >= MAX_TOPICS:
        raise FrameError(f"more than {MAX_TOPICS} topics")
    access = await hub.check_until_stable(connection, frame.topic, may_listen)
    if access.is_allowed:
        hub.subscribe(connection, frame, may_listen, access, has_replay=has_replay)
    elif not connection.is_closed:
        hub.deny(connection, frame.topic, access.reason)
