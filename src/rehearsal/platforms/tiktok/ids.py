"""TikTok's ids: users and rooms have 19 digits beginning with 7; the others are opaque strings."""

import hashlib


def user_id(viewer_id: str) -> int:
    return int(f"7{viewer_id.zfill(18)}")


def room_id(stream_id: str) -> int:
    """The room of a stream; larger than every user id, so that the two cannot be confused."""
    return int(f"75{stream_id.zfill(17)}")


def sec_uid(viewer_id: str) -> str:
    return f"MS4wLjABAAAA{hashlib.sha256(f'sec {viewer_id}'.encode()).hexdigest()[:52]}"


def open_id(person_id: str) -> str:
    """The user id for one app."""
    return f"-000{hashlib.sha256(f'open {person_id}'.encode()).hexdigest()[:32]}"


def union_id(person_id: str) -> str:
    """The user id for all apps of one developer."""
    return hashlib.sha256(f"union {person_id}".encode()).hexdigest()[:36]
