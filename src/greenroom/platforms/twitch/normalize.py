"""From Twitch's payloads to our events: every oddity of theirs ends here."""

from collections.abc import Callable
from datetime import datetime, timedelta

import msgspec

from greenroom.chat.events import ChannelUpdated, Event, StreamOffline, StreamOnline
from greenroom.platforms.twitch.helix import Channel, Stream


class OnlinePayload(msgspec.Struct):
    id: str
    started_at: datetime


class UpdatePayload(msgspec.Struct):
    title: str = ""
    category_name: str = ""


def stream_online(event: msgspec.Raw, heard_at: datetime) -> Event:
    payload = msgspec.json.decode(event, type=OnlinePayload)
    return StreamOnline(payload.id, payload.started_at, heard_at)


def stream_offline(event: msgspec.Raw, heard_at: datetime) -> Event:
    return StreamOffline(as_of=heard_at, heard_at=heard_at)


def channel_update(event: msgspec.Raw, heard_at: datetime) -> Event:
    payload = msgspec.json.decode(event, type=UpdatePayload)
    return ChannelUpdated(payload.title, payload.category_name, heard_at)


Normalize = Callable[[msgspec.Raw, datetime], Event]

# Type and version of each subscription, and how its events read.
NORMALIZERS: dict[tuple[str, str], Normalize] = {
    ("stream.online", "1"): stream_online,
    ("stream.offline", "1"): stream_offline,
    ("channel.update", "2"): channel_update,
}


def current_stream(stream: Stream | None, asked_at: datetime, lag_seconds: float) -> Event:
    """A list that lags proves only that nothing ran before the lag."""
    if stream is None:
        return StreamOffline(as_of=asked_at - timedelta(seconds=lag_seconds), heard_at=asked_at)
    return StreamOnline(stream.id, stream.started_at, asked_at)


def current_channel(channel: Channel, asked_at: datetime) -> Event:
    return ChannelUpdated(channel.title, channel.game_name, asked_at)
