"""The chat of one broadcast: messages, readers of open message streams, and settings."""

import asyncio
from collections import deque
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import msgspec

from rehearsal.platforms.deliveries import Deliveries
from rehearsal.platforms.youtube.chat.messages import snippet
from rehearsal.platforms.youtube.errors import Json
from rehearsal.platforms.youtube.ids import etag_of, message_id

# Messages that a long chat keeps at least, for clients that poll every few seconds; the maximum is twice as many.
MIN_KEPT = 10_000
ALWAYS = frozenset({"kind", "etag", "id"})


@dataclass(slots=True)
class Message:
    id: str
    author_id: str
    snippet: Json
    author: Json
    # The resource as raw JSON, from the control call `raw`.
    raw_json: Json | None = None
    was_served: bool = False
    _encoded: dict[frozenset[str], bytes] = field(default_factory=dict[frozenset[str], bytes])

    @classmethod
    def raw(cls, raw_json: Json) -> "Message":
        return cls(str(raw_json.get("id")), "", {}, {}, raw_json)

    def resource(self) -> Json:
        if self.raw_json is not None:
            return self.raw_json
        shown: Json = {"kind": "youtube#liveChatMessage", "etag": etag_of(self.id), "id": self.id}
        return {**shown, "snippet": self.snippet, "authorDetails": self.author}

    def encoded(self, parts: frozenset[str]) -> bytes:
        """The requested parts as JSON, or all of a raw message; cached."""
        found = self._encoded.get(parts)
        if found is None:
            names = parts | ALWAYS
            body = {name: each for name, each in self.resource().items() if name in names or self.raw_json is not None}
            found = self._encoded[parts] = msgspec.json.encode(body)
        return found

    def change(self, content: Json) -> None:
        self.snippet = content
        self._encoded.clear()


class Watcher:
    """The reader of an open message stream."""

    def __init__(self, position: int, person_id: str) -> None:
        self.position = position
        self.person_id = person_id
        self.changed = asyncio.Event()
        # The last bytes of the stream; None while it is open.
        self.last: bytes | None = None

    def end(self, last: bytes) -> None:
        self.last = last if self.last is None else self.last
        self.changed.set()


class Chat:
    def __init__(self, chat_id: str, video_id: str, deliveries: Deliveries) -> None:
        self.id = chat_id
        self._video_id = video_id
        self._deliveries = deliveries
        self._log: list[Message] = []
        self._first = 0
        self._count = 0
        self._by_id: dict[str, Message] = {}
        self.watchers: list[Watcher] = []
        self.offline_at: datetime | None = None
        self.is_disabled = False
        self.is_for_members = False
        self.active_poll: Message | None = None
        self._polled_at: dict[str, datetime] = {}
        self._sent_at: dict[str, deque[datetime]] = {}

    @property
    def end(self) -> int:
        """The position after the last message."""
        return self._first + len(self._log)

    def compose(self, content: Json, author: Json, author_id: str) -> Message:
        self._count += 1
        return Message(message_id(self._video_id, self._count), author_id, content, author)

    def send(self, message: Message) -> Message:
        """Adds the message to the chat; faults in `deliveries` can delay or lose it."""
        self._deliveries.send(message, self.append)
        return message

    def append(self, message: Message) -> None:
        self._log.append(message)
        self._by_id[message.id] = message
        if len(self._log) > 2 * MIN_KEPT:
            self._drop_oldest()
        for watcher in self.watchers:
            watcher.changed.set()

    def _drop_oldest(self) -> None:
        for old in self._log[:MIN_KEPT]:
            self._by_id.pop(old.id, None)
        del self._log[:MIN_KEPT]
        self._first += MIN_KEPT

    def find(self, message_id: str) -> Message | None:
        return self._by_id.get(message_id)

    def backlog(self, count: int) -> int:
        """The position of the first of the last `count` messages; requests without a page token begin there."""
        return max(self._first, self.end - count)

    def since(self, position: int, limit: int) -> tuple[list[Message], int]:
        """Messages from a position, and the next position."""
        start = max(position - self._first, 0)
        found = self._log[start : start + limit]
        return found, self._first + min(start, len(self._log)) + len(found)

    def remove(self, message: Message) -> None:
        """Replaces the message with a tombstone; readers that already have it are not notified."""
        at = message.snippet["publishedAt"]
        blank = snippet("tombstone", self.id, message.author_id, datetime.fromisoformat(str(at)))
        message.change(blank)

    def is_polled_too_soon(self, reader: str, now: datetime, interval: timedelta) -> bool:
        """Whether the reader asks again before `interval` is over; if not, the request is recorded."""
        last = self._polled_at.get(reader)
        if last is not None and now < last + interval:
            return True
        self._polled_at[reader] = now
        return False

    def sends_too_often(self, person_id: str, now: datetime, limit: int, window: timedelta) -> bool:
        """Whether the person has sent `limit` messages within `window`; if not, one more is counted."""
        sent = self._sent_at.setdefault(person_id, deque())
        while sent and sent[0] <= now - window:
            sent.popleft()
        if len(sent) >= limit:
            return True
        sent.append(now)
        return False

    def close(self, now: datetime) -> None:
        self.offline_at = now
        self.active_poll = None
        for watcher in self.watchers:
            watcher.end(b"]")
