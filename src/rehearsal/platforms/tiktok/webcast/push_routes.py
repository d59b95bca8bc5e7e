"""Route of the push server's WebSocket, with enter, heartbeat and ack frames."""

import secrets
from datetime import timedelta
from http.cookies import CookieError, SimpleCookie

from fastapi import APIRouter
from google.protobuf.message import DecodeError
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from rehearsal.network.protocols import disable_pings
from rehearsal.network.sockets import Ending, close, first_of, forever, send_outbox
from rehearsal.platforms.tiktok.platform import PUSH_PATH, TikTok, TikTokDep
from rehearsal.platforms.tiktok.rehearsal_webcast_pb2 import EnterRoom, Heartbeat, PushFrame
from rehearsal.platforms.tiktok.webcast import messages
from rehearsal.platforms.tiktok.webcast.rooms import LiveRoom
from rehearsal.platforms.tiktok.webcast.sessions import DISCONNECTED, NO_ACK, NO_HEARTBEAT, NOT_ENTERED, Session

PROTOCOL = "echo-protocol"

router = APIRouter()


@router.websocket(PUSH_PATH)
async def push(websocket: WebSocket, tiktok: TikTokDep) -> None:
    refusal = refusal_reason(websocket, tiktok)
    room = tiktok.find_room(websocket.query_params.get("room_id", ""))
    if refusal is not None or room is None:
        await refuse(websocket, tiktok, refusal or (200, "ROOM_NOT_FOUND"))
        return
    options = f"ping-interval={tiktok.limits.ping_interval_seconds}".encode()
    # Some clients send no subprotocol, and TikTok accepts them too.
    protocol = PROTOCOL if PROTOCOL in websocket.scope["subprotocols"] else None
    disable_pings(websocket.scope)
    await websocket.accept(subprotocol=protocol, headers=[(b"Handshake-Options", options)])
    is_gzip = websocket.query_params.get("compress") == "gzip"
    session = Session(secrets.token_hex(6), is_gzip, tiktok.rehearsal.clock.now())
    room.sessions.add(session)
    facts = {"platform": tiktok.key, "login": room.person.login, "session_id": session.id}
    tiktok.rehearsal.events.record("socket_opened", **facts)
    ending = await SocketConnection(websocket, session, room, tiktok).run()
    room.sessions.discard(session)
    await close(websocket, ending)
    tiktok.rehearsal.events.record("socket_closed", **facts, reason=ending.reason)


def refusal_reason(websocket: WebSocket, tiktok: TikTok) -> tuple[int, str] | None:
    """Status and message of a refusal, or None; TikTok refuses bots with status 200."""
    if tiktok.refuse_next_handshakes > 0:
        tiktok.refuse_next_handshakes -= 1
        return 200, "DEVICE_BLOCKED"
    query = websocket.query_params
    if not tiktok.ticket_issuer.redeem(query.get("wrss", ""), query.get("room_id", "")):
        return 200, "INVALID_SIGNATURE"
    return None if has_cookie(websocket.headers.get("cookie", "")) else (200, "COOKIE_MISSING")


def has_cookie(header: str) -> bool:
    try:
        return "ttwid" in SimpleCookie(header)
    except CookieError:
        return "ttwid=" in header


async def refuse(websocket: WebSocket, tiktok: TikTok, refusal: tuple[int, str]) -> None:
    status, message = refusal
    tiktok.rehearsal.events.record("socket_refused", platform=tiktok.key, status=status, reason=message)
    await websocket.send_denial_response(Response(status_code=status, headers={"Handshake-Msg": message}))


class SocketConnection:
    def __init__(self, websocket: WebSocket, session: Session, room: LiveRoom, tiktok: TikTok) -> None:
        self._websocket = websocket
        self._session = session
        self._room = room
        self._limits = tiktok.limits
        self._rehearsal = tiktok.rehearsal
        self._clock = tiktok.rehearsal.clock

    async def run(self) -> Ending:
        watches = (self._close_if_not_entered(), self._close_without_heartbeats(), self._close_without_acks())
        return await first_of(self._listen(), self._send_outbox(), self._send_viewer_counts(), *watches)

    async def _listen(self) -> Ending:
        while True:
            try:
                data = await self._websocket.receive_bytes()
            except (WebSocketDisconnect, KeyError):
                # Clients send binary frames only; for a text frame `receive_bytes` raises KeyError.
                return DISCONNECTED
            self._handle_bytes(data)

    def _handle_bytes(self, data: bytes) -> None:
        try:
            frame = PushFrame.FromString(data)
            self._handle_frame(frame)
        except DecodeError:
            self._rehearsal.events.record("frame_unreadable", platform="tiktok", session_id=self._session.id)

    def _handle_frame(self, frame: PushFrame) -> None:
        match frame.payload_type:
            case "hb":
                if Heartbeat.FromString(frame.payload).room_id == self._room.id:
                    self._session.last_beat_at = self._clock.now()
                    self._session.send(messages.heartbeat_response())
            case "im_enter_room":
                if EnterRoom.FromString(frame.payload).room_id == self._room.id:
                    self._enter()
            case "ack":
                self._session.unacked.pop(frame.log_id, None)
            case _:
                pass

    def _enter(self) -> None:
        self._session.has_entered = True
        facts = {"login": self._room.person.login, "session_id": self._session.id}
        self._rehearsal.events.record("room_entered", platform="tiktok", **facts)

    async def _send_outbox(self) -> Ending:
        return await send_outbox(self._session.outbox, self._websocket.send_bytes, lambda _: DISCONNECTED)

    async def _close_if_not_entered(self) -> Ending:
        await self._clock.sleep_until(self._clock.after(self._limits.enter_timeout_seconds))
        return await forever() if self._session.has_entered else NOT_ENTERED

    async def _close_without_heartbeats(self) -> Ending:
        timeout = timedelta(seconds=self._limits.heartbeat_timeout_seconds)
        while True:
            due = self._session.last_beat_at + timeout
            await self._clock.sleep_until(due)
            if self._clock.now() >= self._session.last_beat_at + timeout:
                return NO_HEARTBEAT

    async def _close_without_acks(self) -> Ending:
        timeout = timedelta(seconds=self._limits.ack_timeout_seconds)
        while True:
            await self._clock.sleep_until(self._clock.after(timeout.total_seconds() / 4))
            oldest = next(iter(self._session.unacked.values()), None)
            if oldest is not None and self._clock.now() - oldest >= timeout:
                return NO_ACK

    async def _send_viewer_counts(self) -> Ending:
        while True:
            await self._clock.sleep_until(self._clock.after(self._limits.viewer_count_seconds))
            # One socket of the room sends the count for all sockets.
            if self._session is next(iter(self._room.sessions), None):
                self._room.send_viewer_count()
