"""Parses and formats dates, times and time zones."""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, time, timedelta, timezone, tzinfo
from functools import cache
from zoneinfo import ZoneInfo

from msgspec import Struct

from greenroom.kernel.timestamps import zone_names

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@cache
def _zones() -> Mapping[str, str]:
    return {name.lower(): name for name in zone_names()}


_OFFSET = re.compile(r"(?:utc|gmt)?([+-])(\d{1,2}):?([0-5]\d)?", re.ASCII)


def find_zone(name: str) -> tzinfo | None:
    """A time zone by its name, such as "Europe/Berlin", or by an offset from UTC; None if it is unknown."""
    wanted = name.lower()
    if wanted in {"z", "utc", "gmt"}:
        return UTC
    known = _zones().get(wanted)
    if known is not None:
        return ZoneInfo(known)
    found = _OFFSET.fullmatch(wanted)
    if found is None:
        return None
    sign, hours, minutes = found.groups()
    distance = timedelta(hours=int(hours), minutes=int(minutes or 0))
    if distance > timedelta(hours=15):
        return None
    return timezone(distance if sign == "+" else -distance)


def _twelve_hour(moment: datetime) -> int:
    return moment.hour % 12 or 12


_FORMAT = re.compile(r"\[([^\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|DD|D|dddd|ddd|HH|H|hh|h|mm|m|ss|s|A|a|Z|z")
_LETTERS = re.compile(r"[A-Za-z]")
_TOKENS: dict[str, Callable[[datetime], object]] = {
    "YYYY": lambda at: f"{at.year:04}",
    "YY": lambda at: f"{at.year % 100:02}",
    "MMMM": lambda at: MONTHS[at.month - 1],
    "MMM": lambda at: MONTHS[at.month - 1][:3],
    "MM": lambda at: f"{at.month:02}",
    "M": lambda at: at.month,
    "DD": lambda at: f"{at.day:02}",
    "D": lambda at: at.day,
    "dddd": lambda at: DAYS[at.weekday()],
    "ddd": lambda at: DAYS[at.weekday()][:3],
    "HH": lambda at: f"{at.hour:02}",
    "H": lambda at: at.hour,
    "hh": lambda at: f"{_twelve_hour(at):02}",
    "h": _twelve_hour,
    "mm": lambda at: f"{at.minute:02}",
    "m": lambda at: at.minute,
    "ss": lambda at: f"{at.second:02}",
    "s": lambda at: at.second,
    "A": lambda at: "AM" if at.hour < 12 else "PM",
    "a": lambda at: "am" if at.hour < 12 else "pm",
    "Z": lambda at: f"{at:%z}"[:3] + ":" + f"{at:%z}"[3:5],
    "z": lambda at: at.tzname() or "",
}


def is_format(text: str) -> bool:
    """Whether the text is a format and not a time zone; a text with spaces is always a format."""
    return " " in text or (find_zone(text) is None and _LETTERS.search(_FORMAT.sub("", text)) is None)


def format_time(moment: datetime, pattern: str) -> str:
    """Formats with tokens like `dddd, D MMMM YYYY, h:mm a`; text in `[…]` is literal."""

    def replace(found: re.Match[str]) -> str:
        return found.group(1) if found.group(1) is not None else str(_TOKENS[found.group()](moment))

    return _FORMAT.sub(replace, pattern)


_MONTH = "|".join(month[:3].lower() + (f"(?:{month[3:].lower()})?" if month[3:] else "") for month in MONTHS)
_ISO_DATE = re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})", re.ASCII)
_DAY_FIRST = re.compile(rf"(?P<day>\d{{1,2}})\.?\s+(?P<name>{_MONTH})\.?,?\s+(?P<year>\d{{4}})", re.ASCII)
_MONTH_FIRST = re.compile(rf"(?P<name>{_MONTH})\.?\s+(?P<day>\d{{1,2}}),?\s+(?P<year>\d{{4}})", re.ASCII)
_TIME = re.compile(r"(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2}))?\s*(?P<half>[ap]m)?", re.ASCII)
_SHORT_TIME = re.compile(r"(?P<hour>\d{1,2})\s*(?P<half>[ap]m)", re.ASCII)
_ATTACHED_ZONE = re.compile(r"(?<=:\d\d)(z|[+-]\d\d:?\d\d)$", re.ASCII)
_SEPARATOR = re.compile(r"(?<=\d)t(?=\d)", re.ASCII)


class ParsedTime(Struct, frozen=True):
    """A time on one date, or, if `year` is None, on every day."""

    year: int | None
    month: int
    day: int
    at: time
    zone: tzinfo

    def next(self, now: datetime) -> datetime:
        return self._closest(now, lambda moment: moment > now, 1)

    def last(self, now: datetime) -> datetime:
        return self._closest(now, lambda moment: moment <= now, -1)

    def _closest(self, now: datetime, matches: Callable[[datetime], bool], step_days: int) -> datetime:
        if self.year is not None:
            return datetime.combine(datetime(self.year, self.month, self.day), self.at, self.zone)  # noqa: DTZ001
        moment = datetime.combine(now.astimezone(self.zone).date(), self.at, self.zone)
        return moment if matches(moment) else moment + timedelta(days=step_days)


def parse_time(text: str, default_zone: tzinfo = UTC) -> ParsedTime | None:
    """Reads `2026-12-24 18:00 Europe/Berlin`, `December 24, 2026 6 pm` or `18:00`; None for anything else."""
    rest, zone = _split_zone(_SEPARATOR.sub(" ", text.strip().lower()), default_zone)
    date = next((found for form in (_ISO_DATE, _DAY_FIRST, _MONTH_FIRST) if (found := form.match(rest))), None)
    rest = rest[date.end() :].strip(" ,") if date else rest
    clock = _TIME.fullmatch(rest) or _SHORT_TIME.fullmatch(rest)
    if (clock is None and rest) or (clock is None and date is None):
        return None
    try:
        at = time(0) if clock is None else _clock(clock.groupdict())
        year, month, day = (None, 1, 1) if date is None else _date(date.groupdict())
        return ParsedTime(year, month, day, at, zone)
    except ValueError:
        return None


def _split_zone(text: str, default_zone: tzinfo) -> tuple[str, tzinfo]:
    spaced = _ATTACHED_ZONE.sub(r" \1", text)
    first, _, last = spaced.rpartition(" ")
    zone = find_zone(last) if first else None
    return (spaced, default_zone) if zone is None else (first.strip(), zone)


def _clock(found: Mapping[str, str | None]) -> time:
    hour, half = int(found["hour"] or 0), found["half"]
    if half is not None:
        if not 1 <= hour <= 12:
            raise ValueError("hour out of range")
        hour = hour % 12 + (12 if half == "pm" else 0)
    return time(hour, int(found.get("minute") or 0), int(found.get("second") or 0))


def _date(found: Mapping[str, str | None]) -> tuple[int, int, int]:
    name = found.get("name")
    month = int(found["month"] or 0) if name is None else _month(name)
    day = datetime(int(found["year"] or 0), month, int(found["day"] or 0), tzinfo=UTC)
    # Converting between time zones must not leave the supported years.
    if not 2 <= day.year <= 9_998:
        raise ValueError("year out of range")
    return day.year, day.month, day.day


def _month(name: str) -> int:
    return next(number for number, month in enumerate(MONTHS, start=1) if month.lower().startswith(name[:3]))
