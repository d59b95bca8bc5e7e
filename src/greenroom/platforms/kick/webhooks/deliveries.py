"""Webhook deliveries as they are sent over the bus to the channel's connection."""

from datetime import datetime

import msgspec

# Remembered for all channels together.
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
