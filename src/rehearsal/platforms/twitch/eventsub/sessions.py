"""An EventSub socket session and its close reasons."""

import asyncio
from dataclasses import dataclass, field
from datetime import datetime

from rehearsal.network import sockets


@dataclass(frozen=True, slots=True)
class Ending(sockets.Ending):
    """Why a socket ends, and the `status` that its subscriptions get."""

    status: str


INTERNAL_ERROR = Ending(4000, "internal server error", "websocket_internal_error")
INBOUND_TRAFFIC = Ending(4001, "sent inbound traffic", "websocket_received_inbound_traffic")
FAILED_PING_PONG = Ending(4002, "failed ping pong", "websocket_failed_ping_pong", is_by_client=True)
UNUSED = Ending(4003, "connection unused", "websocket_connection_unused")
GRACE_EXPIRED = Ending(4004, "client reconnect grace time expired", "websocket_failed_to_reconnect")
NETWORK_TIMEOUT = Ending(4005, "network timeout", "websocket_network_timeout")
NETWORK_ERROR = Ending(4006, "network error", "websocket_network_error")
INVALID_RECONNECT = Ending(4007, "invalid reconnect attempt", "websocket_failed_to_reconnect")
CUT_OFF = Ending(None, "cut off", "websocket_network_error")
# A client that does not read would not read a close frame either.
NOT_READING = Ending(None, "does not read", "websocket_network_timeout")

BY_CODE = {
    ending.code: ending for ending in (INTERNAL_ERROR, NETWORK_TIMEOUT, NETWORK_ERROR, GRACE_EXPIRED, FAILED_PING_PONG)
}


def ending_by_code(code: int | None) -> Ending:
    """The ending that a control call asks for; without a code the connection is cut."""
    if code is None:
        return CUT_OFF
    known = BY_CODE.get(code, INTERNAL_ERROR)
    return Ending(code, known.reason, known.status)


def ending_by_client(code: int, reason: str) -> Ending:
    """The ending after a disconnect; with code 4002 the server closed the socket, because a pong was missing."""
    if code == FAILED_PING_PONG.code:
        return FAILED_PING_PONG
    return Ending(code, reason, "websocket_disconnected", is_by_client=True)


@dataclass(slots=True)
class Session:
    id: str
    connected_at: datetime
    keepalive_seconds: int
    last_sent_at: datetime
    # A socket with more unsent frames is cut.
    outbox_max: int
    # Client id and account of its subscriptions; the account is "" for shards of a conduit.
    owner: tuple[str, str] | None = None
    was_used: bool = False
    reconnect_by: datetime | None = None
    must_reconnect: asyncio.Event = field(default_factory=asyncio.Event)
    overflowed: asyncio.Event = field(default_factory=asyncio.Event)
    outbox: asyncio.Queue[str | Ending] = field(default_factory=asyncio.Queue[str | Ending])

    def belongs_to(self, person_id: str | None) -> bool:
        """Whether the socket belongs to the account; None matches all."""
        return person_id is None or (self.owner is not None and self.owner[1] == person_id)

    def enqueue(self, frame: str | Ending) -> None:
        if self.overflowed.is_set():
            return
        if self.outbox.qsize() >= self.outbox_max:
            self.overflowed.set()
            while not self.outbox.empty():
                self.outbox.get_nowait()
            return
        self.outbox.put_nowait(frame)
