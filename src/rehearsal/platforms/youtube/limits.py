"""YouTube's numbers, in one place so that the control desk can change them while it runs."""

from dataclasses import dataclass

from rehearsal.platforms.limits import PlatformLimits


@dataclass(slots=True)
class Limits(PlatformLimits):
    """Lifetimes, waits and counts; whole numbers, seconds and milliseconds where the name says so."""

    # An hour, of which a second is gone when the answer arrives.
    access_token_seconds: int = 3599
    app_token_seconds: int = 3599
    access_tokens_per_refresh_token: int = 100
    quota_units: int = 10_000
    polling_interval_ms: int = 5_000
    backlog_messages: int = 75
    # How long a stream of messages lives until the server ends it, as it does from time to time.
    stream_seconds: int = 900
    # For so long after the end a chat can still be read; then it is over.
    ended_chat_seconds: int = 60
    viewer_messages: int = 3
    moderator_messages: int = 30
    message_window_seconds: int = 30
    message_characters: int = 200
    # From so many cents on a payment shows as a sticker; 0 means never.
    sticker_from_cents: int = 0
