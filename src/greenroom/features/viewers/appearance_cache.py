"""Cache of viewers as last stored: for viewers who have not changed, only message counts are updated."""

from collections.abc import Mapping
from uuid import UUID

from greenroom.features.viewers.known_viewers import ViewerKey
from greenroom.features.viewers.writer import SeenViewer

MAX_APPEARANCES = 20_000


class AppearanceCache:
    """Viewers as last committed, by channel; a viewer that is not cached is written in full."""

    def __init__(self, limit: int = MAX_APPEARANCES) -> None:
        self._limit = limit
        self._channels: dict[UUID, dict[ViewerKey, SeenViewer]] = {}
        self._count = 0

    def of(self, channel_id: UUID) -> Mapping[ViewerKey, SeenViewer]:
        return self._channels.get(channel_id, {})

    def update(self, channel_id: UUID, seen: Mapping[ViewerKey, SeenViewer]) -> None:
        if self._count + len(seen) > self._limit:
            self._channels.clear()
            self._count = 0
        appearances = self._channels.setdefault(channel_id, {})
        before = len(appearances)
        appearances.update(seen)
        self._count += len(appearances) - before
