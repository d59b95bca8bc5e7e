"""The polling interval of Spotify."""

from msgspec import Struct


class Pace(Struct, frozen=True):
    # Interval of checks: Spotify sends no event when a user revokes the authorization or is removed from the app.
    check_seconds: float = 1800.0
