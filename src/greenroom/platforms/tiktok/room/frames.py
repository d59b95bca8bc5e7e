"""Protocol Buffers frames of a room's socket."""

import zlib

from google.protobuf.message import DecodeError, Message

from greenroom.kernel.logs import get_logger
from greenroom.platforms.tiktok.webcast_pb2 import EnterRoom, FetchResult, Heartbeat, PushFrame

log = get_logger(__name__)

GZIP = 16 + zlib.MAX_WBITS
# Limit of a decompressed payload, which protects against decompression bombs.
MAX_PAYLOAD_BYTES = 16 * 2**20


def enter_room(room_id: str, cursor: str) -> bytes:
    entering = EnterRoom(room_id=int(room_id), live_id=12, identity="audience", cursor=cursor, filter_welcome_msg="0")
    return _frame("im_enter_room", entering)


def heartbeat(room_id: str, number: int) -> bytes:
    return _frame("hb", Heartbeat(room_id=int(room_id), send_packet_seq_id=number))


def ack(frame: PushFrame, result: FetchResult) -> bytes:
    payload = (result.internal_ext or "-").encode()
    reply = PushFrame(log_id=frame.log_id, payload_encoding="pb", payload_type="ack", payload=payload)
    return reply.SerializeToString()


def _frame(kind: str, content: Message) -> bytes:
    frame = PushFrame(payload_encoding="pb", payload_type=kind, payload=content.SerializeToString())
    return frame.SerializeToString()


def read_frame(raw: str | bytes) -> PushFrame | None:
    """None for an unreadable frame, which is logged."""
    try:
        return PushFrame.FromString(raw.encode() if isinstance(raw, str) else raw)
    except DecodeError:
        log.warning("tiktok_frame_unreadable", size=len(raw))
        return None


def read_result(frame: PushFrame) -> FetchResult | None:
    """Payload of a `msg` frame; None for other frames and for an unreadable payload."""
    if frame.payload_type != "msg":
        return None
    try:
        return FetchResult.FromString(_payload(frame))
    except (DecodeError, zlib.error, ValueError) as error:
        log.warning("tiktok_payload_unreadable", size=len(frame.payload), error=str(error))
        return None


def _payload(frame: PushFrame) -> bytes:
    if not any(header.key == "compress_type" and header.value == "gzip" for header in frame.headers):
        return frame.payload
    decompressor = zlib.decompressobj(GZIP)
    payload = decompressor.decompress(frame.payload, MAX_PAYLOAD_BYTES)
    if not decompressor.eof:
        raise ValueError("truncated or too large")
    return payload
