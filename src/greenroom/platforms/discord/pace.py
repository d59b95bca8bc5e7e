"""Polling intervals for Discord."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pace:
    # Discord sends no event when a user revokes the permission.
    check_seconds: float = 1800.0
