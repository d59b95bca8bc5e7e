"""How often the Discord adapter checks a connected account."""

from msgspec import Struct


class Pace(Struct, frozen=True):
    # Interval of checks, because Discord sends no event when a user revokes the authorization.
    check_seconds: float = 1800.0
