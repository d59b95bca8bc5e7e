"""Frames of the live topics protocol."""

from collections.abc import Sequence

import msgspec

from greenroom.kernel.fast.raw_frames import EncodedFrames

PROTOCOL = "greenroom.v1"

PING = "ping"
PONG = b"pong"

MAX_FRAME_CHARACTERS = 4_096
MAX_TOPIC_CHARACTERS = 200


class Subscribe(msgspec.Struct, tag="subscribe"):
    topic: str
    epoch: str | None = None
    seq: int | None = None


class Unsubscribe(msgspec.Struct, tag="unsubscribe"):
    topic: str


ClientFrame = Subscribe | Unsubscribe


class Subscribed(msgspec.Struct, tag="subscribed"):
    """`seq` is the client's position; `replayed` is the number of events that follow to bring it up to date."""

    topic: str
    epoch: str
    seq: int
    replayed: int = 0


class Refetch(msgspec.Struct, tag="refetch"):
    """The client missed events: it must fetch the state again, and from now on gets the events after `seq`."""

    topic: str
    epoch: str
    seq: int


class Denied(msgspec.Struct, tag="denied", omit_defaults=True):
    topic: str
    # An error type, such as `channel_suspended`.
    reason: str = ""


class FrameError(Exception):
    """The client violated the protocol; the message is the close reason."""


_decode = msgspec.json.Decoder(ClientFrame).decode
_encode = msgspec.json.Encoder().encode


def read_frame(text: str) -> ClientFrame:
    if len(text) > MAX_FRAME_CHARACTERS:
        raise FrameError("frame too large")
    try:
        frame = _decode(text)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise FrameError("frame not understood") from error
    if not 0 < len(frame.topic) <= MAX_TOPIC_CHARACTERS:
        raise FrameError("topic not valid")
    return frame


def encode_frame(frame: Subscribed | Refetch | Denied) -> EncodedFrames:
    return EncodedFrames((_encode(frame),))


def events_prefix(topic: str, epoch: str) -> bytes:
    return b'{"type":"events","topic":%b,"epoch":%b,"seq":' % (_encode(topic), _encode(epoch))


def encode_events(prefix: bytes, seq: int, payloads: Sequence[bytes]) -> EncodedFrames:
    """A frame with these events; payloads are JSON already, and only joined."""
    return EncodedFrames((b'%b%d,"events":[%b]}' % (prefix, seq, b",".join(payloads)),))
