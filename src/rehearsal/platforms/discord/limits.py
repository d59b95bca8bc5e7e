"""Discord's limits, which control calls can change."""

from dataclasses import dataclass

from rehearsal.platforms.limits import PlatformLimits


@dataclass(slots=True)
class Limits(PlatformLimits):
    access_token_seconds: int = 604_800
    app_token_seconds: int = 604_800
    # Discord does not publish the limits of single routes; these were seen in practice.
    route_calls: int = 10
    route_window_seconds: int = 5
    global_calls_per_second: int = 50
