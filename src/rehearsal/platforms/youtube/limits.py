"""YouTube's limits, which control calls can change."""

from dataclasses import dataclass

from rehearsal.platforms.limits import PlatformLimits


@dataclass(slots=True)
class Limits(PlatformLimits):
    # One second less than an hour, as in Google's responses.
    access_token_seconds: int = 3599
    app_token_seconds: int = 3599
    access_tokens_per_refresh_token: int = 100
    quota_units: int = 10_000
    polling_interval_ms: int = 5_000
    backlog_messages: int = 75
    # How long a stream of messages stays open until the server ends it.
    stream_seconds: int = 900
    # How long a chat can be read after its end.
    ended_chat_seconds: int = 60
    viewer_messages: int = 3
    moderator_messages: int = 30
    message_window_seconds: int = 30
    message_characters: int = 200
    # Payments from this many cents become stickers; 0 means never.
    sticker_from_cents: int = 0
