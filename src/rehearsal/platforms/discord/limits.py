"""Discord's numbers, in one place so that the control desk can change them while it runs."""

from dataclasses import dataclass

from rehearsal.platforms.limits import PlatformLimits


@dataclass(slots=True)
class Limits(PlatformLimits):
    """Lifetimes and counts; whole numbers, seconds where the name says so."""

    access_token_seconds: int = 604_800
    app_token_seconds: int = 604_800
    # Buckets are not published; these are what people see.
    route_calls: int = 10
    route_window_seconds: int = 5
    global_calls_per_second: int = 50
