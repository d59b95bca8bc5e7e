"""The ids of lines that were stored lately, so that a line which is told twice is stored once.

Only SQLite needs it, which has no index of ids that could refuse the second. Whatever this knows is looked up before it
is believed; what it must never do is not to know a line that is there.
"""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from greenroom.chat.line import ChatLine

# A platform that tells a live message again tells it within this time, or with the same moment as before.
AGAIN_WITHIN = timedelta(minutes=5)
# How far back the ids of a chat are known, and twice that at most.
KNOWN_FOR = timedelta(hours=12)
# Some 70 bytes each.
MOST_OF_CHANNEL = 200_000
MOST = 400_000
# Of what was stored before the process came, so many are read: more would keep the chat waiting.
RECALLED = 20_000


class Told:
    """Of one channel: every line that was sent after `since` and is stored."""

    def __init__(self, since: datetime, now: datetime, ids: Iterable[str]) -> None:
        self.since = since
        self._began = now
        self._older = set[int]()
        self._newer = {hash(message_id) for message_id in ids}

    def __len__(self) -> int:
        return len(self._older) + len(self._newer)

    def in_doubt(self, lines: Sequence[ChatLine]) -> list[ChatLine]:
        """Those that may be stored already: heard before, or older or other than what is only told once."""
        known_since, older, newer = self.since + AGAIN_WITHIN, self._older, self._newer
        found: list[ChatLine] = []
        for line in lines:
            key = hash(line.message_id)
            is_sure = key not in newer and key not in older and line.sent_at > known_since
            # A notice comes again under its id when there is more to say, however late.
            if not is_sure or line.is_backlog or line.kind in {"notice", "gap"}:
                found.append(line)
        return found

    def learn(self, lines: Iterable[ChatLine], now: datetime) -> None:
        if now - self._began > KNOWN_FOR or len(self._newer) >= MOST_OF_CHANNEL // 2:
            # Nothing is sent after it is stored: whatever was sent since then is among those that are kept.
            if self._older:
                self.since = self._began
            self._older, self._newer, self._began = self._newer, set[int](), now
        self._newer.update([hash(line.message_id) for line in lines])


class Channels:
    """Of all channels; those that were quiet for longest make room. `last` is the number of the last line stored."""

    def __init__(self) -> None:
        self.last = -1
        self._channels: OrderedDict[UUID, Told] = OrderedDict()

    def of(self, channel_id: UUID) -> Told | None:
        return self._channels.get(channel_id)

    def put(self, channel_id: UUID, told: Told) -> None:
        self._channels[channel_id] = told
        while len(self._channels) > 1 and sum(map(len, self._channels.values())) > MOST:
            self._channels.popitem(last=False)

    def clear(self) -> None:
        self._channels.clear()
