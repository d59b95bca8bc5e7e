from collections.abc import Iterable
from datetime import datetime, timedelta

from greenroom.accounts.platforms import Scopes

# Tokens are refreshed early, so that they do not expire during a call.
REFRESH_MARGIN = timedelta(seconds=60)


def is_stale(expires_at: datetime | None, now: datetime) -> bool:
    return expires_at is not None and expires_at - REFRESH_MARGIN <= now


def missing_scopes(needed: Scopes, granted: Iterable[str]) -> dict[str, str]:
    granted_scopes = set(granted)
    return {scope: label for scope, label in needed.items() if scope not in granted_scopes}
