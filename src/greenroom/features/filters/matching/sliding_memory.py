"""Bounded memory of recent messages and texts, for stateful filters."""

from collections import deque
from collections.abc import Hashable, Iterable, Sequence
from math import ceil
from typing import Generic, TypeVar

from greenroom.features.filters.matching.message import Message

MAX_VIEWERS = 5_000
MAX_TEXTS = 10_000
# Maximum number of stored senders of one text.
MAX_SENDERS = 100

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")
# Provider and viewer id.
Sender = tuple[str, str]


class GenerationalCache(Generic[Key, Value]):
    """Cache of at most `size` entries in two generations; when the newer one is full, the older one is dropped.

    Deleting the oldest entry of a dict each time would be slow, because a dict skips over deleted slots.
    """

    def __init__(self, size: int) -> None:
        self._half = size // 2
        self._new: dict[Key, Value] = {}
        self._old: dict[Key, Value] = {}

    def get(self, key: Key) -> Value | None:
        value = self._new.get(key)
        if value is None:
            value = self._old.pop(key, None)
            if value is not None:
                self.put(key, value)
        return value

    def put(self, key: Key, value: Value) -> None:
        if len(self._new) >= self._half and key not in self._new:
            self._new, self._old = {}, self._new
        self._new[key] = value

    def __len__(self) -> int:
        return len(self._new) + len(self._old)


class RecentMessages(Generic[Value]):
    """The last messages of each viewer; a message delivered twice counts once."""

    def __init__(self, per_viewer: int) -> None:
        self._per_viewer = per_viewer
        self._viewers: GenerationalCache[Sender, deque[tuple[float, str, Value]]] = GenerationalCache(MAX_VIEWERS)

    def add(self, message: Message, value: Value) -> None:
        sender = (message.provider, message.viewer_id)
        recent = self._viewers.get(sender)
        if recent is None:
            recent = deque[tuple[float, str, Value]](maxlen=self._per_viewer)
            self._viewers.put(sender, recent)
        for _, message_id, _ in recent:
            if message_id == message.message_id:
                return
        recent.append((message.sent_at, message.message_id, value))

    def since(self, message: Message, seconds: float) -> list[tuple[float, Value]]:
        """Times and values of the viewer's added messages within `seconds` of `message`, which may be one of them."""
        recent = self._viewers.get((message.provider, message.viewer_id)) or ()
        return [(at, value) for at, _, value in recent if _is_near(at, message, seconds)]

    def others_since(self, message: Message, seconds: float) -> list[tuple[float, Value]]:
        """Like `since`, without `message` itself."""
        recent = self._viewers.get((message.provider, message.viewer_id)) or ()
        return [
            (at, value)
            for at, message_id, value in recent
            if _is_near(at, message, seconds) and message_id != message.message_id
        ]

    def __len__(self) -> int:
        return len(self._viewers)


class TextSenders:
    """The last accounts that sent each text, up to MAX_SENDERS."""

    def __init__(self, min_accounts: int) -> None:
        self._min_accounts = min_accounts
        # By hash of a text: the sender and time if it has one sender, as most have; else all senders with their times.
        self._texts: GenerationalCache[int, tuple[Sender, float] | dict[Sender, float]] = GenerationalCache(MAX_TEXTS)

    def add(self, text: str, message: Message, seconds: float) -> Sequence[float]:
        """Adds the sender; returns when each account last sent the text, within `seconds` of this message.

        Empty if the text has fewer stored senders than the minimum.
        """
        key, sender = hash(text), (message.provider, message.viewer_id)
        senders = self._texts.get(key)
        if senders is None or (isinstance(senders, tuple) and senders[0] == sender):
            self._texts.put(key, (sender, message.sent_at))
            return ()
        if isinstance(senders, tuple):
            senders = {senders[0]: senders[1]}
            self._texts.put(key, senders)
        senders.pop(sender, None)
        senders[sender] = message.sent_at
        if len(senders) > MAX_SENDERS:
            del senders[next(iter(senders))]
        if len(senders) < self._min_accounts:
            return ()
        return [at for at in senders.values() if _is_near(at, message, seconds)]

    def __len__(self) -> int:
        return len(self._texts)


def duration(times: Iterable[float]) -> int:
    """Seconds from the first to the last of these times, rounded up, and at least one."""
    found = sorted(times)
    return max(ceil(found[-1] - found[0]), 1)


def _is_near(at: float, message: Message, seconds: float) -> bool:
    """Whether `at` is within `seconds` before or after the message: messages can arrive out of order."""
    return -seconds < message.sent_at - at < seconds
