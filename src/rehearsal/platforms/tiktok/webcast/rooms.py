"""Live rooms with their messages and sockets."""

import asyncio
from collections import deque
from dataclasses import dataclass, field
from datetime import datetime

from rehearsal.clock import Clock
from rehearsal.platforms.deliveries import Deliveries
from rehearsal.platforms.tallies import Tallies
from rehearsal.platforms.tiktok.rehearsal_webcast_pb2 import Message
from rehearsal.platforms.tiktok.webcast import messages as encoders
from rehearsal.platforms.tiktok.webcast.message_tally import count_message
from rehearsal.platforms.tiktok.webcast.messages import Batch, Stamp
from rehearsal.platforms.tiktok.webcast.sessions import Session
from rehearsal.simulation.world import Person

MAX_MESSAGES_KEPT = 2000
MAX_FIRST_MESSAGES = 50
MAX_MESSAGES_PER_FRAME = 50
FIRST_MESSAGE_ID = 7_400_000_000_000_000_000


@dataclass(slots=True, eq=False)
class LiveRoom:
    id: int
    person: Person
    viewers: int
    clock: Clock
    deliveries: Deliveries
    tallies: Tallies
    likes: int = 0
    followers: int = 0
    shares: int = 0
    members: int = 0
    sessions: set[Session] = field(default_factory=set[Session])
    # Viewer id of the sender of each kept message, by message id.
    sender_ids: dict[int, str] = field(default_factory=dict[int, str])
    recent: deque[Message] = field(default_factory=lambda: deque[Message](maxlen=MAX_FIRST_MESSAGES))
    _pending: list[Message] = field(default_factory=list[Message])
    _next_id: int = 0
    _log_id: int = 0

    def stamp(self) -> Stamp:
        self._next_id += 1
        return Stamp(FIRST_MESSAGE_ID + self.id % 10**13 * 10**5 + self._next_id, self.id, self.clock.now())

    def keep(self, message_id: int, viewer_id: str) -> None:
        self.sender_ids[message_id] = viewer_id
        if len(self.sender_ids) > MAX_MESSAGES_KEPT:
            del self.sender_ids[next(iter(self.sender_ids))]

    def send(self, message: Message) -> None:
        """Queues a message for the next frame."""
        is_sent = self.deliveries.send(message, self._collect)
        if is_sent and any(session.has_entered for session in self.sessions):
            count_message(self.tallies, self.person.login, message)

    def send_viewer_count(self) -> None:
        self.send(encoders.viewers(self.stamp(), self.viewers, self.viewers * 3 + self.members))

    def first_messages(self, count: int) -> list[Message]:
        """Recent chat messages for a new reader, marked as history."""
        recent = list(self.recent)[-count:] if count else []
        return [
            Message(method=each.method, payload=each.payload, msg_id=each.msg_id, is_history=True) for each in recent
        ]

    def flush(self) -> None:
        pending, self._pending = self._pending, []
        if not self.sessions:
            return
        now = self.clock.now()
        for start in range(0, len(pending), MAX_MESSAGES_PER_FRAME):
            messages = pending[start : start + MAX_MESSAGES_PER_FRAME]
            self._send(encoders.batch(messages, self._new_log_id(), now, need_ack=True), now)

    def _collect(self, message: Message) -> None:
        if message.method == encoders.CHAT:
            self.recent.append(message)
        if not self._pending:
            asyncio.get_running_loop().call_soon(self.flush)
        self._pending.append(message)

    def _send(self, batch: Batch, now: datetime) -> None:
        for session in self.sessions:
            if session.has_entered:
                session.send_batch(batch, now)

    def _new_log_id(self) -> int:
        self._log_id += 1
        return self.id // 10**6 * 10**6 + self._log_id
