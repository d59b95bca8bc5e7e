"""Limits of TikTok and the sign server, which control calls can change."""

from dataclasses import dataclass

from rehearsal.platforms.limits import PlatformLimits


@dataclass(slots=True)
class Limits(PlatformLimits):
    """TikTok publishes few of its limits; most values are made up."""

    access_token_seconds: int = 7200
    # Unused: Login Kit has no app tokens here.
    app_token_seconds: int = 7200
    refresh_token_seconds: int = 31_536_000
    open_requests_per_minute: int = 600
    sign_per_minute: int = 10
    sign_per_hour: int = 60
    sign_per_day: int = 120
    # An API key multiplies the three limits above.
    sign_key_factor: int = 10
    ticket_seconds: int = 30
    ping_interval_seconds: int = 10
    heartbeat_timeout_seconds: int = 40
    ack_timeout_seconds: int = 60
    enter_timeout_seconds: int = 15
    viewer_count_seconds: int = 10
    # Number of recent messages in the sign server's response.
    first_messages: int = 5
