"""Route of the EventSub WebSocket: it sends frames and closes unused, replaced and slow sockets."""

from fastapi import APIRouter
from starlette.websockets import WebSocket, WebSocketDisconnect

from rehearsal.clock import Clock
from rehearsal.network.sockets import close, first_of, forever, send_outbox
from rehearsal.platforms.twitch.eventsub import frames
from rehearsal.platforms.twitch.eventsub.hub import EventSub
from rehearsal.platforms.twitch.eventsub.sessions import (
    GRACE_EXPIRED,
    INBOUND_TRAFFIC,
    INVALID_RECONNECT,
    NOT_READING,
    UNUSED,
    Ending,
    Session,
    ending_by_client,
)
from rehearsal.platforms.twitch.platform import Twitch, TwitchDep

router = APIRouter()


@router.websocket("/twitch/ws")
async def eventsub_socket(websocket: WebSocket, twitch: TwitchDep) -> None:
    await websocket.accept()
    session = open_session(websocket, twitch)
    if session is None:
        await close(websocket, INVALID_RECONNECT)
        twitch.rehearsal.events.record("socket_refused", code=INVALID_RECONNECT.code, reason=INVALID_RECONNECT.reason)
        return
    twitch.rehearsal.events.record("socket_opened", session_id=session.id)
    # After a reset this socket still belongs to the old EventSub.
    eventsub = twitch.eventsub
    ending = await SocketConnection(websocket, session, eventsub, twitch).run()
    await close(websocket, ending)
    eventsub.close(session, ending)


def open_session(websocket: WebSocket, twitch: Twitch) -> Session | None:
    reconnect_id = websocket.query_params.get("reconnect_id")
    if reconnect_id is not None:
        return twitch.eventsub.reconnect(reconnect_id)
    keepalive_seconds = websocket.query_params.get("keepalive_timeout_seconds")
    return twitch.eventsub.open(twitch.limits.keepalive(keepalive_seconds))


class SocketConnection:
    def __init__(self, websocket: WebSocket, session: Session, eventsub: EventSub, twitch: Twitch) -> None:
        self._websocket = websocket
        self._session = session
        self._eventsub = eventsub
        self._limits = twitch.limits
        self._clock: Clock = twitch.rehearsal.clock

    async def run(self) -> Ending:
        watches = (self._close_if_unused(), self._close_after_grace(), self._keep_alive(), self._close_if_not_reading())
        return await first_of(self._listen(), self._send_outbox(), *watches)

    async def _listen(self) -> Ending:
        """Waits until the client disconnects or, which is not allowed, sends a message."""
        message = await self._websocket.receive()
        if message["type"] == "websocket.disconnect":
            return ending_by_client(message.get("code", 1006), message.get("reason") or "")
        return INBOUND_TRAFFIC

    async def _send_outbox(self) -> Ending:
        def on_disconnect(error: WebSocketDisconnect) -> Ending:
            return ending_by_client(error.code, error.reason or "")

        return await send_outbox(self._session.outbox, self._send_frame, on_disconnect)

    async def _send_frame(self, frame: str) -> None:
        await self._websocket.send_text(frame)
        self._session.last_sent_at = self._clock.now()

    async def _close_if_unused(self) -> Ending:
        await self._clock.sleep_until(self._clock.after(self._limits.unused_seconds))
        return await forever() if self._session.was_used else UNUSED

    async def _close_after_grace(self) -> Ending:
        await self._session.must_reconnect.wait()
        await self._clock.sleep_until(self._session.reconnect_by or self._clock.now())
        return GRACE_EXPIRED

    async def _close_if_not_reading(self) -> Ending:
        await self._session.overflowed.wait()
        return NOT_READING

    async def _keep_alive(self) -> Ending:
        """Sends a keepalive when nothing else was sent for `keepalive_seconds`."""
        due = self._clock.after(self._session.keepalive_seconds)
        while True:
            await self._clock.sleep_until(due)
            quiet = (self._clock.now() - self._session.last_sent_at).total_seconds()
            left = self._session.keepalive_seconds - quiet
            if left <= 0 and self._eventsub.sends_keepalives:
                self._session.enqueue(frames.keepalive(self._clock.now()))
            due = self._clock.after(left if left > 0 else self._session.keepalive_seconds)
