"""What Kick asks for in minutes, and other things it sees differently."""

from dataclasses import dataclass

MAX_TIMEOUT_MINUTES = 10_080
REASON_MAX_LENGTH = 100


class TooLong(ValueError):
    """Kick knows no time-out of that length."""


@dataclass(frozen=True, slots=True)
class Duration:
    minutes: int
    # Words for people when it is not what was asked for.
    detail: str


def in_minutes(seconds: int) -> Duration:
    """Rounded up, so that nobody is back sooner than a moderator meant."""
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
