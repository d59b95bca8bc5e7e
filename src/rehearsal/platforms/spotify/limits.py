"""Spotify's numbers, in one place so that the control desk can change them while it runs."""

from dataclasses import dataclass

from rehearsal.platforms.limits import PlatformLimits


@dataclass(slots=True)
class Limits(PlatformLimits):
    """Lifetimes and counts; whole numbers, seconds where the name says so."""

    access_token_seconds: int = 3600
    app_token_seconds: int = 3600
    # Spotify does not publish how many calls its rolling window takes.
    calls_per_window: int = 180
    window_seconds: int = 30
