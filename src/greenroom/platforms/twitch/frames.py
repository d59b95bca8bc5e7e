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


class Session(msgspec.Struct, gc=False):
    id: str
    keepalive_timeout_seconds: float | None = None
    reconnect_url: str | None = None


class Subscription(msgspec.Struct, gc=False):
    id: str = ""
    status: str = ""
    type: str = ""


class Payload(msgspec.Struct, gc=False):
    """A welcome has a session, a revocation a subscription, and a notification an event as well."""

    session: Session | None = None
    subscription: Subscription | None = None
    event: msgspec.Raw = NOTHING


class Frame(msgspec.Struct, gc=False):
    metadata: Metadata
    payload: Payload = msgspec.field(default_factory=Payload)


# Made once: a chat says thousands of these in a second. All but the event is read in one pass.
read_frame = msgspec.json.Decoder(Frame).decode
read_payload = msgspec.json.Decoder(Payload).decode


def session_of(frame: Frame) -> Session:
    if frame.payload.session is None:
        raise msgspec.ValidationError("a frame without its session")
    return frame.payload.session


def subscription_of(frame: Frame) -> Subscription:
    if frame.payload.subscription is None:
        raise msgspec.ValidationError("a frame without its subscription")
    return frame.payload.subscription


class Seen:
    """Remembers message ids for as long as a repetition could be believed."""

    def __init__(self) -> None:
        self._seen: OrderedDict[str, datetime] = OrderedDict()

    def is_news(self, metadata: Metadata, now: datetime) -> bool:
        too_old = now - BELIEVED_FOR
        self._forget(too_old)
        if metadata.message_timestamp < too_old or metadata.message_id in self._seen:
            return False
        self._seen[metadata.message_id] = now
        return True

    def _forget(self, before: datetime) -> None:
        while self._seen and next(iter(self._seen.values())) < before:
            self._seen.popitem(last=False)
