"""What a filter has to remember of the messages before, in memory that does not grow."""

from collections import deque
from collections.abc import Hashable
from typing import Generic, TypeVar

from greenroom.features.filters.matching.message import Message

# People whose last messages are remembered, and texts whose last speakers are.
MAX_VIEWERS = 5_000
MAX_TEXTS = 10_000

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")
Sender = tuple[str, str]


class GenerationalCache(Generic[Key, Value]):
    """Holds `most` at most: what was not asked for while the newer half filled up is gone.

    To delete the oldest entry of a dictionary again and again takes longer each time: it walks past the gaps.
    """

    def __init__(self, most: int) -> None:
        self._half = most // 2
        self._new: dict[Key, Value] = {}
        self._old: dict[Key, Value] = {}

    def get(self, key: Key) -> Value | None:
        kept = self._new.get(key)
        if kept is None:
            kept = self._old.pop(key, None)
            if kept is not None:
                self.put(key, kept)
        return kept

    def put(self, key: Key, kept: Value) -> None:
        if len(self._new) >= self._half and key not in self._new:
            self._new, self._old = {}, self._new
        self._new[key] = kept

    def __len__(self) -> int:
        return len(self._new) + len(self._old)


class RecentMessages(Generic[Value]):
    """The last few messages of each person. A message that is heard twice counts once."""

    def __init__(self, per_person: int) -> None:
        self._per_person = per_person
        self._people: GenerationalCache[Sender, deque[tuple[float, str, Value]]] = GenerationalCache(MAX_VIEWERS)

    def add(self, message: Message, kept: Value) -> None:
        person = (message.provider, message.viewer_id)
        said = self._people.get(person)
        if said is None:
            said = deque[tuple[float, str, Value]](maxlen=self._per_person)
            self._people.put(person, said)
        for _, message_id, _ in said:
            if message_id == message.message_id:
                return
        said.append((message.seconds, message.message_id, kept))

    def since(self, message: Message, seconds: float) -> list[Value]:
        """Of the last `seconds` before this message, itself included."""
        said = self._people.get((message.provider, message.viewer_id)) or ()
        return [kept for at, _, kept in said if _is_near(at, message, seconds)]

    def others(self, message: Message, seconds: float) -> list[Value]:
        """The same without this message, which may be here again."""
        said = self._people.get((message.provider, message.viewer_id)) or ()
        return [
            kept for at, message_id, kept in said if _is_near(at, message, seconds) and message_id != message.message_id
        ]

    def __len__(self) -> int:
        return len(self._people)


class TextSenders:
    """For each text the accounts that said it last."""

    def __init__(self, accounts: int) -> None:
        self._accounts = accounts
        # Most texts are said by one person only: a dictionary is made for the second.
        self._texts: GenerationalCache[int, tuple[Sender, float] | dict[Sender, float]] = GenerationalCache(MAX_TEXTS)

    def join(self, text: bytes, message: Message, seconds: float) -> int:
        """How many accounts said it within the time, this one included; no closer look while they are too few."""
        key, person = hash(text), (message.provider, message.viewer_id)
        known = self._texts.get(key)
        if known is None or (isinstance(known, tuple) and known[0] == person):
            self._texts.put(key, (person, message.seconds))
            return 1
        if isinstance(known, tuple):
            known = {known[0]: known[1]}
            self._texts.put(key, known)
        known.pop(person, None)
        known[person] = message.seconds
        if len(known) > self._accounts:
            del known[next(iter(known))]
        if len(known) < self._accounts:
            return len(known)
        return sum(_is_near(at, message, seconds) for at in known.values())

    def __len__(self) -> int:
        return len(self._texts)


def _is_near(at: float, message: Message, seconds: float) -> bool:
    """Somewhat later counts too: two chats are heard out of order. Much later was a clock that was put back since."""
    return -seconds < message.seconds - at < seconds
