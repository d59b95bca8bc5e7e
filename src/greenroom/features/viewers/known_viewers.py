"""Cache of viewers that have written before."""

from collections import OrderedDict
from collections.abc import Iterable
from uuid import UUID

MAX_KNOWN = 200_000
MAX_PER_CHANNEL = 50_000

# Platform, and the viewer's id there.
ViewerKey = tuple[str, str]


class KnownViewers:
    """Names of viewers who have written, by channel. When full, drops the channel that was updated longest ago."""

    def __init__(self, limit: int = MAX_KNOWN, channel_limit: int = MAX_PER_CHANNEL) -> None:
        self._limit = limit
        self._channel_limit = channel_limit
        self._channels: OrderedDict[UUID, dict[ViewerKey, str]] = OrderedDict()
        self._count = 0

    def of(self, channel_id: UUID) -> dict[ViewerKey, str]:
        """Names of the channel's cached viewers, by viewer; the caller must not change this dict."""
        return self._channels.get(channel_id, {})

    def update(self, channel_id: UUID, names: Iterable[tuple[ViewerKey, str]]) -> None:
        known = self._channels.setdefault(channel_id, {})
        self._channels.move_to_end(channel_id)
        before = len(known)
        known.update(names)
        if len(known) > self._channel_limit:
            # Removes the half that was cached first, however active they are; their next message costs one query.
            for key in list(known)[: len(known) // 2]:
                del known[key]
        self._count += len(known) - before
        while self._count > self._limit and len(self._channels) > 1:
            _, evicted = self._channels.popitem(last=False)
            self._count -= len(evicted)
