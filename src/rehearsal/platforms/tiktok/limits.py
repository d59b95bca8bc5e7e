"""TikTok's numbers and those of the sign server, in one place so that the control desk can change them."""

from dataclasses import dataclass

from rehearsal.platforms.limits import PlatformLimits


@dataclass(slots=True)
class Limits(PlatformLimits):
    """Lifetimes, waits and counts; few are published, so most are this stand-in's own."""

    access_token_seconds: int = 7200
    # Login Kit as it is used here has no app tokens.
    app_token_seconds: int = 7200
    refresh_token_seconds: int = 31_536_000
    open_requests_per_minute: int = 600
    sign_per_minute: int = 10
    sign_per_hour: int = 60
    sign_per_day: int = 120
    # A key of an account raises the three above so many times.
    sign_key_factor: int = 10
    ticket_seconds: int = 30
    ping_interval_seconds: int = 10
    heartbeat_patience_seconds: int = 40
    ack_patience_seconds: int = 60
    enter_patience_seconds: int = 15
    viewer_count_seconds: int = 10
    # How many of the last messages stand in the sign server's answer.
    first_messages: int = 5
