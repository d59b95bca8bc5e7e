"""Spotify's limits, which control calls can change."""

from dataclasses import dataclass

from rehearsal.platforms.limits import PlatformLimits


@dataclass(slots=True)
class Limits(PlatformLimits):
    access_token_seconds: int = 3600
    app_token_seconds: int = 3600
    # Spotify does not publish how many calls its rolling window allows.
    calls_per_window: int = 180
    window_seconds: int = 30
