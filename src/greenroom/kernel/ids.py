"""Ids are UUIDv7: sorted by creation time. Ids of others are remembered to drop what arrives twice."""

import sys
from collections import OrderedDict
from collections.abc import Hashable
from datetime import datetime, timedelta
from typing import Generic, TypeVar
from uuid import UUID

from uuid_utils.compat import uuid7

Key = TypeVar("Key", bound=Hashable)


def new_id() -> UUID:
    return uuid7()


def uuid_of(text: str) -> UUID | None:
    """None if the text is not a UUID."""
    try:
        return UUID(text)
    except ValueError:
        return None


class RecentIds(Generic[Key]):
    """Ids seen lately, for deduplication: none older than `max_age`, and at most `limit`, the oldest removed first."""

    def __init__(self, *, max_age: timedelta = timedelta.max, limit: int = sys.maxsize) -> None:
        self._max_age = max_age
        self._limit = limit
        self._seen: OrderedDict[Key, datetime] = OrderedDict()

    def is_new(self, key: Key, now: datetime) -> bool:
        """Stores the id; False if it is stored already."""
        seen = self._seen
        while seen and now - next(iter(seen.values())) > self._max_age:
            seen.popitem(last=False)
        if key in seen:
            return False
        seen[key] = now
        if len(seen) > self._limit:
            seen.popitem(last=False)
        return True
