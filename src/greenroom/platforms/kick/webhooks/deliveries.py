"""Webhook deliveries as they are sent over the bus to the channel's connection, and their deduplication."""

from collections import OrderedDict
from datetime import datetime, timedelta

import msgspec

# For all channels together. Beyond this number the oldest ids are removed before they reach their maximum age.
MAX_REMEMBERED_IDS = 100_000


class Delivery(msgspec.Struct, frozen=True):
    """One webhook event with its headers and signed body."""

    id: str
    kind: str
    version: str
    sent_at: datetime
    received_at: datetime
    body: msgspec.Raw


class Broadcaster(msgspec.Struct):
    user_id: int


class BroadcasterPart(msgspec.Struct):
    broadcaster: Broadcaster


def topic_of(broadcaster_id: str) -> str:
    return f"webhook:kick:{broadcaster_id}"


def broadcaster_id_of(body: bytes) -> str:
    """Raises MsgspecError if the event has no broadcaster."""
    return str(msgspec.json.decode(body, type=BroadcasterPart, strict=False).broadcaster.user_id)


class RecentIds:
    """Recently seen ids, for deduplication."""

    def __init__(self, max_age: timedelta) -> None:
        self._max_age = max_age
        self._seen: OrderedDict[str, datetime] = OrderedDict()

    def is_new(self, key: str, now: datetime) -> bool:
        """Stores the key; False if it is stored already."""
        self._remove_before(now - self._max_age)
        if key in self._seen:
            return False
        self._seen[key] = now
        return True

    def _remove_before(self, before: datetime) -> None:
        while self._seen and (len(self._seen) >= MAX_REMEMBERED_IDS or next(iter(self._seen.values())) < before):
            self._seen.popitem(last=False)
