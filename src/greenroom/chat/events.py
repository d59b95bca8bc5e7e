"""What a platform tells us, in words that no platform owns."""

from datetime import datetime

import msgspec


class Connected(msgspec.Struct, frozen=True):
    """The platform listens to us and we to it: from here on nothing is missed."""


class StreamOnline(msgspec.Struct, frozen=True):
    stream_id: str
    started_at: datetime
    heard_at: datetime


class StreamOffline(msgspec.Struct, frozen=True):
    """Streams that began before `as_of` are over; one that began later is not meant."""

    as_of: datetime
    heard_at: datetime


class ChannelUpdated(msgspec.Struct, frozen=True):
    title: str
    category: str
    heard_at: datetime


Event = Connected | StreamOnline | StreamOffline | ChannelUpdated
