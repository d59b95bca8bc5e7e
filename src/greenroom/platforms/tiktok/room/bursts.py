"""Merges likes and joins that arrive in bursts."""

from datetime import datetime, timedelta

import msgspec
from msgspec import Struct

from greenroom.chat.protocol.events import ActivityReceived, Chatter

MAX_LIKERS = 1_000
MAX_NAMES = 20


class _Joined(Struct):
    first: ActivityReceived
    names: list[str]
    count: int


class BurstMerger:
    """Likes are merged per viewer, joins into one event."""

    def __init__(self, seconds: float) -> None:
        self._window = timedelta(seconds=seconds)
        self._since: datetime | None = None
        self._likes: dict[str, ActivityReceived] = {}
        self._joined: _Joined | None = None

    def like(self, like: ActivityReceived, chatter: Chatter) -> None:
        self._since = self._since or like.received_at
        known = self._likes.get(chatter.id)
        if known is not None:
            self._likes[chatter.id] = msgspec.structs.replace(known, count=known.count + like.count)
        elif len(self._likes) < MAX_LIKERS:
            self._likes[chatter.id] = like

    def join(self, join: ActivityReceived, chatter: Chatter) -> None:
        self._since = self._since or join.received_at
        if self._joined is None:
            self._joined = _Joined(join, [chatter.name], 1)
            return
        self._joined.count += 1
        if len(self._joined.names) < MAX_NAMES:
            self._joined.names.append(chatter.name)

    def due(self, now: datetime) -> list[ActivityReceived]:
        """All merged events once `seconds` have passed since the first like or join, until then none."""
        return self.take() if self._since is not None and now - self._since >= self._window else []

    def take(self) -> list[ActivityReceived]:
        merged = list(self._likes.values())
        if self._joined is not None:
            merged.append(_event(self._joined))
        self._since, self._joined = None, None
        self._likes.clear()
        return merged


def _event(joined: _Joined) -> ActivityReceived:
    if joined.count == 1:
        return joined.first
    names = tuple(joined.names)
    return msgspec.structs.replace(joined.first, chatter=None, count=joined.count, recipients=names)
