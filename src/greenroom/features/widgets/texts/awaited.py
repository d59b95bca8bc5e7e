"""Activities that arrived before their chat line: their message is shown once the line has passed the filters."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from msgspec import Struct

from greenroom.chat.pipeline.batch import Batch
from greenroom.features.activity.records.models import Activity
from greenroom.features.widgets.texts.passed import MAX_APART, activity_words, line_words

MAX_AWAITED = 1_000


class _Awaited(Struct, frozen=True):
    provider: str
    viewer_id: str
    words: str
    until: datetime


class AwaitedTexts:
    def __init__(self) -> None:
        # Channel id → activity id → the line that is awaited.
        self._awaited: dict[UUID, dict[UUID, _Awaited]] = {}

    def find_arrived(self, batch: Batch) -> list[UUID]:
        """Ids of awaited activities whose line is in the batch, whatever the filters found."""
        if batch.channel_id not in self._awaited or not batch.messages:
            return []
        lines = {
            (one.line.provider, one.line.author.id, line_words(one.line))
            for one in batch.messages
            if one.line is not None and one.line.author is not None
        }
        self._update(batch.channel_id, {}, (), batch.now)
        awaited = self._awaited.get(batch.channel_id, {})
        return [key for key, one in awaited.items() if (one.provider, one.viewer_id, one.words) in lines]

    def add(self, batch: Batch, activities: Sequence[Activity]) -> None:
        """After the commit, awaits the lines of these activities, and no longer awaits lines that are in the batch."""
        until = batch.now + MAX_APART
        new = {
            one.id: _Awaited(one.provider, one.viewer_id, activity_words(one), until)
            for one in activities
            if one.message and one.viewer_id and one.happened_at > batch.now - MAX_APART
        }
        done = self.find_arrived(batch)
        batch.after_commit.append(lambda: self._update(batch.channel_id, new, done, batch.now))

    def _update(self, channel_id: UUID, new: dict[UUID, _Awaited], done: Sequence[UUID], now: datetime) -> None:
        awaited = self._awaited.pop(channel_id, {}) | new
        awaited = {key: one for key, one in awaited.items() if key not in done and one.until > now}
        if awaited:
            self._awaited[channel_id] = dict(list(awaited.items())[-MAX_AWAITED:])
