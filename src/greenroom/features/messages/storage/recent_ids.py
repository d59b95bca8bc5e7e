"""Ids of recently stored lines, so that a repeated line is stored once.

Only needed on SQLite, which has no unique index on the ids. A line with a remembered id is also looked up in the
database, so equal hashes of two ids do no harm; a stored line must never count as new.
"""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from greenroom.chat.messages.line import ChatLine

# Maximum difference between the timestamps of a message and of its repetition.
MAX_REPEAT_DELAY = timedelta(minutes=5)
# Ids are kept for one to two times this long, unless there are too many; a notice is repeated within this time.
MIN_RETENTION = timedelta(hours=12)
# Maximum number of ids of a channel, 70 bytes each: at a thousand lines a second enough for at least five minutes.
MAX_PER_CHANNEL = 600_000
MAX_NOTICES = 100_000
MAX_IDS_OF_ALL_CHANNELS = 800_000
# Number of lines whose ids are read after a start: more would delay the chat.
MAX_LOADED_LINES = 20_000
NOTICE_KINDS = frozenset({"notice", "gap"})


class IdGenerations:
    """Hashes of the ids of lines sent after `since`; once `newer` is full or old, it replaces `older`."""

    def __init__(self, since: datetime, now: datetime, ids: set[int]) -> None:
        self.since = since
        self.older = set[int]()
        self.newer = ids
        self._began = now

    def __len__(self) -> int:
        return len(self.older) + len(self.newer)

    def add(self, ids: Iterable[int], now: datetime, max_ids: int) -> None:
        if now - self._began > MIN_RETENTION or len(self.newer) >= max_ids // 2:
            # Lines sent after `_began` were also stored after it, so the two kept generations have them all.
            if self.older:
                self.since = self._began
            self.older, self.newer, self._began = self.newer, set[int](), now
        self.newer.update(ids)


class ChannelIds:
    """Hashes of a channel's line ids; those of notices, which are few, are also kept apart, and there longer."""

    def __init__(self, since: datetime, now: datetime, ids: Iterable[str]) -> None:
        known = {hash(message_id) for message_id in ids}
        self._lines = IdGenerations(since, now, known)
        # The kinds of these lines are unknown: any of them may be a notice.
        self._notices = IdGenerations(since, now, known.copy())

    def __len__(self) -> int:
        return len(self._lines) + len(self._notices)

    def possibly_stored(self, lines: Sequence[ChatLine], now: datetime) -> list[ChatLine]:
        """Lines that may be stored already: lines with known ids, old lines, backlog and repeated notices."""
        known_since, older, newer = self._lines.since + MAX_REPEAT_DELAY, self._lines.older, self._lines.newer
        found: list[ChatLine] = []
        for line in lines:
            key = hash(line.message_id)
            is_new = key not in newer and key not in older and line.sent_at > known_since
            # A notice may arrive again with the same id hours later, with another timestamp.
            if not is_new or line.is_backlog or (line.kind in NOTICE_KINDS and self._may_be_known(key, now)):
                found.append(line)
        return found

    def _may_be_known(self, notice: int, now: datetime) -> bool:
        kept = self._notices
        return notice in kept.newer or notice in kept.older or now - kept.since < MIN_RETENTION

    def add(self, lines: Sequence[ChatLine], now: datetime) -> None:
        self._lines.add([hash(line.message_id) for line in lines], now, MAX_PER_CHANNEL)
        self._notices.add([hash(line.message_id) for line in lines if line.kind in NOTICE_KINDS], now, MAX_NOTICES)


class RecentLineIds:
    """Ids of all channels; when there are too many, the channel that stored no line for longest is removed."""

    def __init__(self) -> None:
        # Row id of the line that was stored last.
        self.last = -1
        self._channels: OrderedDict[UUID, ChannelIds] = OrderedDict()

    def of(self, channel_id: UUID) -> ChannelIds | None:
        return self._channels.get(channel_id)

    def put(self, channel_id: UUID, ids: ChannelIds) -> None:
        self._channels[channel_id] = ids
        self._evict()

    def add(self, channel_id: UUID, lines: Sequence[ChatLine], now: datetime) -> None:
        self._channels[channel_id].add(lines, now)
        self._channels.move_to_end(channel_id)
        self._evict()

    def clear(self) -> None:
        self._channels.clear()

    def _evict(self) -> None:
        while len(self._channels) > 1 and sum(map(len, self._channels.values())) > MAX_IDS_OF_ALL_CHANNELS:
            self._channels.popitem(last=False)
