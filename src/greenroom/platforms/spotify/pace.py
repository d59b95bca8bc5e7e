"""Polling intervals for Spotify."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pace:
    # Spotify sends no event when a user revokes the permission or is removed from the app's user list.
    check_seconds: float = 1800.0
