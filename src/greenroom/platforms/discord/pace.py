"""How often we ask Discord, and how long we leave it alone."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pace:
    # Somebody who takes the permission back tells nobody.
    check_seconds: float = 1800.0
