"""EventSub frames, from the socket or from webhooks, and their deduplication."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

import msgspec

from greenroom.kernel.ids import RecentIds
from greenroom.kernel.logs import get_logger
from greenroom.platforms.twitch.normalize.chat import MESSAGE_TOPIC, MESSAGE_VERSION, MessagePayload
from greenroom.platforms.twitch.normalize.context import Timestamp

log = get_logger(__name__)

# Twitch asks clients to refuse older messages. Ids are kept this long, because Twitch may repeat a message.
MAX_FRAME_AGE = timedelta(minutes=10)

NOTHING = msgspec.Raw(b"{}")


class Metadata(msgspec.Struct, gc=False):
    message_id: str
    message_type: str
    message_timestamp: Timestamp
    subscription_type: str = ""
    subscription_version: str = ""


class Session(msgspec.Struct, gc=False):
    id: str
    keepalive_timeout_seconds: float | None = None
    reconnect_url: str | None = None


class Subscription(msgspec.Struct, gc=False):
    id: str = ""
    status: str = ""
    type: str = ""


class Payload(msgspec.Struct, gc=False):
    """A welcome has a session, a revocation a subscription, a notification a subscription and an event."""

    session: Session | None = None
    subscription: Subscription | None = None
    event: msgspec.Raw = NOTHING


class Frame(msgspec.Struct, gc=False):
    metadata: Metadata
    payload: Payload = msgspec.field(default_factory=Payload)


class ChatPayload(msgspec.Struct, gc=False):
    event: MessagePayload
    subscription: Subscription | None = None


class ChatFrame(msgspec.Struct, gc=False):
    """A chat message, parsed completely in one pass."""

    metadata: Metadata
    payload: ChatPayload


AnyFrame = Frame | ChatFrame

# Built once, because a chat can send thousands of frames in a second.
_read_frame = msgspec.json.Decoder(Frame).decode
_read_chat_frame = msgspec.json.Decoder(ChatFrame).decode
read_payload = msgspec.json.Decoder(Payload).decode

# Text in every frame of a chat message, and the number of bytes at the start of the frame that contain it.
_CHAT_MARK, _MARKED_WITHIN = f'"{MESSAGE_TOPIC}"'.encode(), 400


def read_frame(raw: bytes) -> AnyFrame:
    """Parses a frame; the event in it is parsed only if it is a chat message."""
    if raw.find(_CHAT_MARK, 0, _MARKED_WITHIN) >= 0:
        try:
            frame = _read_chat_frame(raw)
        except msgspec.MsgspecError:
            # The general decoder leaves the event unparsed, so it can still read the metadata.
            return _read_frame(raw)
        metadata = frame.metadata
        if metadata.subscription_type == MESSAGE_TOPIC and metadata.subscription_version == MESSAGE_VERSION:
            return frame
    return _read_frame(raw)


def session_of(frame: AnyFrame) -> Session:
    if isinstance(frame, ChatFrame) or frame.payload.session is None:
        raise msgspec.ValidationError("a frame without its session")
    return frame.payload.session


def subscription_of(frame: AnyFrame) -> Subscription:
    if frame.payload.subscription is None:
        raise msgspec.ValidationError("a frame without its subscription")
    return frame.payload.subscription


class RecentFrames:
    """Recently seen message ids, for deduplication."""

    def __init__(self) -> None:
        self._seen = RecentIds[str](max_age=MAX_FRAME_AGE)

    def unseen(self, frames: Iterable[AnyFrame], now: datetime) -> Iterator[AnyFrame]:
        """Frames that are neither repeated nor too old."""
        too_old = now - MAX_FRAME_AGE
        for frame in frames:
            metadata = frame.metadata
            if metadata.message_timestamp >= too_old and self._seen.is_new(metadata.message_id, now):
                yield frame
            else:
                # Logged, because a wrong clock would make every frame too old.
                sent_at = str(metadata.message_timestamp)
                log.warning("twitch_frame_skipped", type=metadata.message_type, sent_at=sent_at)
