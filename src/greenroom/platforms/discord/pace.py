"""The polling interval of Discord."""

from msgspec import Struct


class Pace(Struct, frozen=True):
    # Discord sends no event when a user revokes the permission.
    check_seconds: float = 1800.0
