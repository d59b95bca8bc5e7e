"""What EventSub says, on a socket or in a webhook, and which of it to believe."""

from collections import OrderedDict
from datetime import datetime, timedelta

import msgspec

from greenroom.platforms.twitch.heard import Moment

# Twitch repeats a message with the same id, and asks that older ones are not believed.
BELIEVED_FOR = timedelta(minutes=10)

NOTHING = msgspec.Raw(b"{}")


class Metadata(msgspec.Struct, gc=False):
    message_id: str
    message_type: str
    message_timestamp: Moment
    subscription_type: str = ""
    subscription_version: str = ""


class Frame(msgspec.Struct, gc=False):
    metadata: Metadata
    payload: msgspec.Raw = NOTHING


class Session(msgspec.Struct):
    id: str
    keepalive_timeout_seconds: float | None = None
    reconnect_url: str | None = None


class SessionPayload(msgspec.Struct):
    session: Session


class Subscription(msgspec.Struct, gc=False):
    id: str = ""
    status: str = ""
    type: str = ""


class SubscriptionPayload(msgspec.Struct, gc=False):
    """A notification has an event, a revocation has none."""

    subscription: Subscription
    event: msgspec.Raw = NOTHING


# Made once: a chat says thousands of these in a second.
_FRAMES = msgspec.json.Decoder(Frame)
_SUBSCRIPTIONS = msgspec.json.Decoder(SubscriptionPayload)


def read_frame(raw: str | bytes) -> Frame:
    return _FRAMES.decode(raw)


def read_session(frame: Frame) -> Session:
    return msgspec.json.decode(frame.payload, type=SessionPayload).session


def read_subscription(frame: Frame) -> SubscriptionPayload:
    return _SUBSCRIPTIONS.decode(frame.payload)


class Seen:
    """Remembers message ids for as long as a repetition could be believed."""

    def __init__(self) -> None:
        self._seen: OrderedDict[str, datetime] = OrderedDict()

    def is_news(self, metadata: Metadata, now: datetime) -> bool:
        self._forget(now - BELIEVED_FOR)
        if metadata.message_timestamp < now - BELIEVED_FOR or metadata.message_id in self._seen:
            return False
        self._seen[metadata.message_id] = now
        return True

    def _forget(self, before: datetime) -> None:
        while self._seen and next(iter(self._seen.values())) < before:
            self._seen.popitem(last=False)
