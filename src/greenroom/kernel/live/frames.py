"""What travels over live sockets: bytes on the wire, and the frames of the topics protocol."""

import struct
from collections.abc import Sequence
from functools import cached_property

import msgspec

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
    """`seq` is where the client stands; the `replayed` events that follow take it to the present."""

    topic: str
    epoch: str
    seq: int
    replayed: int = 0


class Refetch(msgspec.Struct, tag="refetch"):
    """Subscribed from `seq` on; what happened before must be fetched."""

    topic: str
    epoch: str
    seq: int


class Denied(msgspec.Struct, tag="denied"):
    topic: str


class FrameError(Exception):
    """The client does not speak the protocol; the message is the reason it is told."""


_decode = msgspec.json.Decoder(ClientFrame).decode
_encode = msgspec.json.Encoder().encode


def read_frame(text: str) -> ClientFrame:
    if len(text) > MAX_FRAME_CHARACTERS:
        raise FrameError("frame too large")
    try:
        frame = _decode(text)
    except msgspec.MsgspecError as error:
        raise FrameError("frame not understood") from error
    if not 0 < len(frame.topic) <= MAX_TOPIC_CHARACTERS:
        raise FrameError("topic not valid")
    return frame


class Batch:
    """One or more texts sent together, encoded at most once however many sockets get them."""

    def __init__(self, texts: Sequence[bytes]) -> None:
        self.texts = texts

    @cached_property
    def wire(self) -> bytes:
        """All of them as WebSocket frames, to be written to a transport as they are."""
        return b"".join(part for text in self.texts for part in (_header(len(text)), text))


def one(frame: Subscribed | Refetch | Denied) -> Batch:
    return Batch((_encode(frame),))


def events_prefix(topic: str, epoch: str) -> bytes:
    return b'{"type":"events","topic":%b,"epoch":%b,"seq":' % (_encode(topic), _encode(epoch))


def events(prefix: bytes, seq: int, payloads: Sequence[bytes]) -> Batch:
    """The payloads are JSON already: they are joined, not parsed."""
    return Batch((b'%b%d,"events":[%b]}' % (prefix, seq, b",".join(payloads)),))


def _header(size: int) -> bytes:
    """Final text frame, not masked, not compressed (RFC 6455, section 5.2)."""
    if size < 126:
        return struct.pack("!BB", 0x81, size)
    if size < 65_536:
        return struct.pack("!BBH", 0x81, 126, size)
    return struct.pack("!BBQ", 0x81, 127, size)
