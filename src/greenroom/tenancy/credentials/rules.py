from collections.abc import Iterable
from datetime import datetime, timedelta

from greenroom.tenancy.platforms import Scopes

# Tokens are refreshed early, so that they do not expire during a call.
EARLY = timedelta(seconds=60)


def is_stale(expires_at: datetime | None, now: datetime) -> bool:
    return expires_at is not None and expires_at - EARLY <= now


def missing_scopes(needed: Scopes, granted: Iterable[str]) -> dict[str, str]:
    have = set(granted)
    return {scope: words for scope, words in needed.items() if scope not in have}
