"""The events that webhooks are called for, and the JSON that is sent."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

import msgspec
from msgspec import Struct

from greenroom.chat.protocol.events import ActivityKind
from greenroom.features.activity.records.reports import NOT_STORED

ACTIVITY = "activity."
STREAM_STARTED, STREAM_ENDED, MODERATION, TEST = "stream.started", "stream.ended", "moderation", "test"

STORED_ACTIVITIES = tuple(f"{ACTIVITY}{kind}" for kind in ActivityKind if kind not in NOT_STORED)
EVENTS = (STREAM_STARTED, STREAM_ENDED, MODERATION, *STORED_ACTIVITIES)


class Event(Struct, frozen=True):
    """Something that happened in a channel, as it is sent to webhooks."""

    name: str
    # Id of the event, joined with those values that can change, such as the count of a gift.
    key: str
    happened_at: datetime
    data: Mapping[str, object]
    # Platform and id of the viewer whom `data` names; both are empty if it names no viewer.
    provider: str = ""
    viewer_id: str = ""


def body_of(event: Event, channel_id: UUID) -> str:
    body = {"type": event.name, "timestamp": event.happened_at, "channel_id": channel_id, "data": event.data}
    return msgspec.json.encode(body).decode()


def sample_event(now: datetime, channel_name: str) -> Event:
    return Event(TEST, "", now, {"message": f"Greenroom calls this webhook for {channel_name}."})
