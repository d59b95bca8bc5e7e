"""YouTube's ids; most of them can be decoded to the ids that they contain."""

import hashlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import lru_cache

CHANNEL_LENGTH = 24
VIDEO_LENGTH = 11
# Bytes before and between the two ids in a live chat id.
CHAT_HEAD, CHAT_MIDDLE = b"*'\n\x18", b"\x12\x0b"
SCRAMBLE = 0x5DEECE66D1B4C3A7


def encode(content: bytes) -> str:
    return urlsafe_b64encode(content).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """The decoded bytes; empty for invalid base64."""
    try:
        return urlsafe_b64decode(text.encode() + b"=" * (-len(text) % 4))
    except ValueError:
        return b""


def etag_of(content: str | bytes) -> str:
    raw = content.encode() if isinstance(content, str) else content
    return encode(hashlib.blake2b(raw, digest_size=20).digest())


@lru_cache(maxsize=4096)
def channel_id(person_id: str) -> str:
    """The person's channel id: 24 characters that begin with UC."""
    return "UC" + encode((int(person_id) ^ SCRAMBLE).to_bytes(8) + _checksum(person_id))


@lru_cache(maxsize=4096)
def person_id(channel: str) -> str | None:
    """The id of the person in a channel id; None for an invalid one."""
    content = decode(channel[2:]) if channel.startswith("UC") and len(channel) == CHANNEL_LENGTH else b""
    found = str(int.from_bytes(content[:8]) ^ SCRAMBLE)
    return found if content and channel_id(found) == channel else None


def _checksum(person: str) -> bytes:
    return hashlib.blake2b(f"channel {person}".encode(), digest_size=8).digest()


def video_id(*parts: object) -> str:
    """A video id: 11 characters derived from the parts."""
    return encode(hashlib.blake2b(repr(parts).encode(), digest_size=8).digest())


def chat_id(channel: str, video: str) -> str:
    return encode(CHAT_HEAD + channel.encode() + CHAT_MIDDLE + video.encode())


def decode_chat_id(chat: str) -> tuple[str, str] | None:
    """Channel and video of a chat id; None for an invalid id."""
    content = decode(chat)
    head, middle = len(CHAT_HEAD), len(CHAT_HEAD) + CHANNEL_LENGTH
    has_shape = content.startswith(CHAT_HEAD) and content[middle : middle + 2] == CHAT_MIDDLE
    if not has_shape or len(content) != middle + 2 + VIDEO_LENGTH:
        return None
    return content[head:middle].decode("ascii", "replace"), content[middle + 2 :].decode("ascii", "replace")


def message_id(video: str, number: int) -> str:
    return "LCC." + encode(b"\x12\x1c\n\x1a" + video.encode() + number.to_bytes(8))


def video_of_message(message: str) -> str | None:
    content = decode(message[4:]) if message.startswith("LCC.") else b""
    return content[4 : 4 + VIDEO_LENGTH].decode("ascii", "replace") if len(content) == 12 + VIDEO_LENGTH else None


def ban_id(chat: str, channel: str) -> str:
    """The id of a ban, which contains the ids of the chat and of the banned channel."""
    return encode(f"{chat} {channel}".encode())


def decode_ban_id(text: str) -> tuple[str, str] | None:
    chat, _, channel = decode(text).decode("ascii", "replace").partition(" ")
    return (chat, channel) if channel else None


def page_token(kind: str, position: int) -> str:
    return encode(f"{kind}:{position}".encode())


def page_position(kind: str, token: str) -> int | None:
    """The position of a page token; None for an invalid token or another kind."""
    found, _, position = decode(token).decode("ascii", "replace").partition(":")
    return int(position) if found == kind and position.isdecimal() else None
