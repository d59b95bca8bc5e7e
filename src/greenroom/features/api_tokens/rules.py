from datetime import datetime, timedelta
from typing import Literal

from greenroom.accounts.access.rules import Permission

# Permissions that no API token can have: no program needs to delete a channel or to control the rehearsal.
NOT_FOR_TOKENS = frozenset({Permission.CHANNEL_DELETE, Permission.REHEARSAL_CONTROL})

Lifetime = Literal["30_days", "90_days", "1_year", "never"]
DAYS: dict[Lifetime, int] = {"30_days": 30, "90_days": 90, "1_year": 365}


def expiry(lifetime: Lifetime, now: datetime) -> datetime | None:
    """When a token created now expires; None if never."""
    return None if lifetime == "never" else now + timedelta(days=DAYS[lifetime])
