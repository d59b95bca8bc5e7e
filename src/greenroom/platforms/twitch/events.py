"""Turns EventSub frames and the current state from Helix into Greenroom events."""

from datetime import datetime, timedelta

import msgspec

from greenroom.chat.protocol.events import AdBegan, ChannelUpdated, Event, StreamOffline, StreamOnline
from greenroom.kernel.logs import get_logger
from greenroom.platforms.twitch.api.helix import Channel, Stream
from greenroom.platforms.twitch.eventsub.frames import AnyFrame, ChatFrame
from greenroom.platforms.twitch.normalize.activity import ACTIVITY
from greenroom.platforms.twitch.normalize.chat import CHAT, message_of
from greenroom.platforms.twitch.normalize.context import FrameContext, Normalize, Timestamp
from greenroom.platforms.twitch.normalize.moderation import MODERATION
from greenroom.platforms.twitch.settings import EMOTES_URL

log = get_logger(__name__)


class OnlinePayload(msgspec.Struct):
    id: str
    started_at: Timestamp


class UpdatePayload(msgspec.Struct):
    title: str = ""
    category_name: str = ""


class AdPayload(msgspec.Struct):
    started_at: Timestamp
    duration_seconds: int = 0


def stream_online(event: msgspec.Raw, context: FrameContext) -> Event:
    payload = msgspec.json.decode(event, type=OnlinePayload)
    return StreamOnline(payload.id, payload.started_at, context.received_at)


def stream_offline(event: msgspec.Raw, context: FrameContext) -> Event:
    return StreamOffline(as_of=context.sent_at, received_at=context.received_at)


def channel_update(event: msgspec.Raw, context: FrameContext) -> Event:
    payload = msgspec.json.decode(event, type=UpdatePayload)
    return ChannelUpdated(payload.title, payload.category_name, context.received_at)


def ad_began(event: msgspec.Raw, context: FrameContext) -> Event:
    payload = msgspec.json.decode(event, type=AdPayload)
    return AdBegan(payload.started_at, payload.duration_seconds, context.received_at)


# Keys are type and version of the subscription.
NORMALIZERS: dict[tuple[str, str], Normalize] = {
    ("stream.online", "1"): stream_online,
    ("stream.offline", "1"): stream_offline,
    ("channel.update", "2"): channel_update,
    ("channel.ad_break.begin", "1"): ad_began,
    **CHAT,
    **MODERATION,
    **ACTIVITY,
}


def event_of(frame: AnyFrame, received_at: datetime, emotes_url: str = EMOTES_URL) -> Event | None:
    """Event of a frame; None for an unknown type, or for what Twitch reports with another frame too."""
    metadata = frame.metadata
    context = FrameContext(metadata.message_id, metadata.message_timestamp, received_at, emotes_url)
    if isinstance(frame, ChatFrame):
        return message_of(frame.payload.event, context)
    normalize = NORMALIZERS.get((metadata.subscription_type, metadata.subscription_version))
    if normalize is None:
        log.warning("twitch_event_unknown", type=metadata.subscription_type, version=metadata.subscription_version)
        return None
    return normalize(frame.payload.event, context)


def current_stream(stream: Stream | None, requested_at: datetime, lag_seconds: float) -> Event:
    """Event for the listed live state; StreamOffline is dated `lag_seconds` back: a new stream may be listed late."""
    if stream is None:
        return StreamOffline(as_of=requested_at - timedelta(seconds=lag_seconds), received_at=requested_at)
    return StreamOnline(stream.id, stream.started_at, requested_at)


def current_channel(channel: Channel, requested_at: datetime) -> Event:
    return ChannelUpdated(channel.title, channel.game_name, requested_at)
