"""Ban requests in Kick's format: time-outs are in whole minutes."""

from msgspec import Struct

MAX_TIMEOUT_MINUTES = 10_080
REASON_MAX_LENGTH = 100


class TooLong(ValueError):
    """The time-out is longer than Kick allows."""


class Duration(Struct, frozen=True):
    minutes: int
    # Note for the moderator if the length was rounded, otherwise empty.
    detail: str


def in_minutes(seconds: int) -> Duration:
    """Converts a time-out to minutes, rounded up; raises TooLong."""
    minutes = max(-(-seconds // 60), 1)
    if minutes > MAX_TIMEOUT_MINUTES:
        raise TooLong
    unit = "minute" if minutes == 1 else "minutes"
    return Duration(
        minutes, "" if minutes * 60 == seconds else f"Kick counts in minutes: rounded up to {minutes} {unit}"
    )


def ban_body(broadcaster_id: str, viewer_id: str, minutes: int | None, reason: str) -> dict[str, object]:
    body: dict[str, object] = {"broadcaster_user_id": int(broadcaster_id), "user_id": int(viewer_id)}
    if minutes is not None:
        body["duration"] = minutes
    if reason:
        body["reason"] = reason[:REASON_MAX_LENGTH]
    return body
