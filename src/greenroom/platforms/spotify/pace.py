"""How often we ask Spotify, and how long we leave it alone."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pace:
    # Somebody who takes the permission back, or the account off the app's list, tells nobody.
    check_seconds: float = 1800.0
