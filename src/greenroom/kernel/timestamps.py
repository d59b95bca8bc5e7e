"""Timestamps and time zones in requests, and durations as text."""

from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Annotated
from zoneinfo import available_timezones

from pydantic import AfterValidator, AwareDatetime


def _in_utc(moment: datetime) -> datetime:
    try:
        return moment.astimezone(UTC)
    except OverflowError as error:
        raise ValueError("is out of range") from error


Timestamp = Annotated[AwareDatetime, AfterValidator(_in_utc)]

# Names in the time zone database that are not the zone of a place: the machine's own zone, and placeholders.
NO_ZONES = frozenset({"localtime", "posixrules", "Factory"})
MAX_ZONE_LENGTH = 64


@cache
def zone_names() -> frozenset[str]:
    """IANA names of the time zones that a user can choose."""
    return frozenset(available_timezones()) - NO_ZONES


_UNITS = (("year", 365 * 86_400), ("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))


def in_words(length: timedelta | float, max_units: int = 3) -> str:
    """The `max_units` largest non-zero units: "2 days, 3 hours"."""
    left = max(int(length.total_seconds() if isinstance(length, timedelta) else length), 0)
    words: list[str] = []
    for unit, seconds in _UNITS:
        count, left = divmod(left, seconds)
        if count:
            words.append(f"{count} {unit}" + ("s" if count > 1 else ""))
    return ", ".join(words[:max_units]) or "0 seconds"
