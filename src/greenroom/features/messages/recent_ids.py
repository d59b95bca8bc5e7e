"""The ids of lines that were stored lately, so that a line which is told twice is stored once.

Only SQLite needs it, which has no index of ids that could refuse the second. Whatever this knows is looked up before it
is believed; what it must never do is not to know a line that is there.
"""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from greenroom.chat.messages.line import ChatLine

# A platform that tells a live message again tells it within this time, or with the same moment as before.
AGAIN_WITHIN = timedelta(minutes=5)
# How far back the ids of a chat are known, and twice that at most. A notice that has more to say comes again within it.
KNOWN_FOR = timedelta(hours=12)
# Some 70 bytes each. A chat of a thousand lines a second is known for five minutes and more.
MOST_OF_CHANNEL = 600_000
MOST = 800_000
# Of what was stored before the process came, so many are read: more would keep the chat waiting.
RECALLED = 20_000
MAX_NOTICES = 100_000
NOTICES = frozenset({"notice", "gap"})


class Memory:
    """Ids in two heaps: when the newer is full or old, it takes the place of the older. All since `since` are there."""

    def __init__(self, since: datetime, now: datetime, ids: set[int]) -> None:
        self.since = since
        self.older = set[int]()
        self.newer = ids
        self._began = now

    def __len__(self) -> int:
        return len(self.older) + len(self.newer)

    def learn(self, ids: Iterable[int], now: datetime, most: int) -> None:
        if now - self._began > KNOWN_FOR or len(self.newer) >= most // 2:
            # Nothing is sent after it is stored: whatever was sent since then is among those that are kept.
            if self.older:
                self.since = self._began
            self.older, self.newer, self._began = self.newer, set[int](), now
        self.newer.update(ids)


class Told:
    """Of one channel: every line that was sent after a moment and is stored. Notices are few and known for longer."""

    def __init__(self, since: datetime, now: datetime, ids: Iterable[str]) -> None:
        known = {hash(message_id) for message_id in ids}
        self._lines = Memory(since, now, known)
        # Which of those are notices nobody knows any more.
        self._notices = Memory(since, now, known.copy())

    def __len__(self) -> int:
        return len(self._lines) + len(self._notices)

    def in_doubt(self, lines: Sequence[ChatLine], now: datetime) -> list[ChatLine]:
        """Those that may be stored already: heard before, or older or other than what is only told once."""
        known_since, older, newer = self._lines.since + AGAIN_WITHIN, self._lines.older, self._lines.newer
        found: list[ChatLine] = []
        for line in lines:
            key = hash(line.message_id)
            is_sure = key not in newer and key not in older and line.sent_at > known_since
            # A notice comes again under its id when there is more to say, hours later and with another moment.
            if not is_sure or line.is_backlog or (line.kind in NOTICES and self._may_be_known(key, now)):
                found.append(line)
        return found

    def _may_be_known(self, notice: int, now: datetime) -> bool:
        kept = self._notices
        return notice in kept.newer or notice in kept.older or now - kept.since < KNOWN_FOR

    def learn(self, lines: Sequence[ChatLine], now: datetime) -> None:
        self._lines.learn([hash(line.message_id) for line in lines], now, MOST_OF_CHANNEL)
        self._notices.learn([hash(line.message_id) for line in lines if line.kind in NOTICES], now, MAX_NOTICES)


class Channels:
    """Of all channels; those that were quiet for longest make room. `last` is the number of the last line stored."""

    def __init__(self) -> None:
        self.last = -1
        self._channels: OrderedDict[UUID, Told] = OrderedDict()

    def of(self, channel_id: UUID) -> Told | None:
        return self._channels.get(channel_id)

    def put(self, channel_id: UUID, told: Told) -> None:
        self._channels[channel_id] = told
        self._make_room()

    def learn(self, channel_id: UUID, lines: Sequence[ChatLine], now: datetime) -> None:
        self._channels[channel_id].learn(lines, now)
        self._channels.move_to_end(channel_id)
        self._make_room()

    def clear(self) -> None:
        self._channels.clear()

    def _make_room(self) -> None:
        while len(self._channels) > 1 and sum(map(len, self._channels.values())) > MOST:
            self._channels.popitem(last=False)
