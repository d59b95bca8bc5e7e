"""Variables for times, dates and countdowns."""

import re
from datetime import UTC, datetime, tzinfo

from greenroom.features.variables.time_format import ParsedTime, find_zone, format_time, is_format, parse_time
from greenroom.kernel.timestamps import in_words
from greenroom.responses.variables import Arguments, NoValue, Variable, VariableContext

TIME = "Time"
MAX_FORMAT_LENGTH = 100
MAX_TIME_LENGTH = 60

_ZONED = re.compile(r"time\.[a-z_]+(?:/[a-z0-9_+-]+){0,2}")


def _format_now(context: VariableContext, words: tuple[str, ...], default_format: str) -> str:
    """Takes a zone, a format, or both in this order."""
    zone, pattern = UTC, words
    if words and not is_format(words[0]):
        zone, pattern = _zone(words[0]), words[1:]
    return format_time(context.now.astimezone(zone), " ".join(pattern)[:MAX_FORMAT_LENGTH] or default_format)


def _zone(name: str) -> tzinfo:
    zone = find_zone(name)
    if zone is None:
        raise NoValue(f'Unknown time zone "{name[:MAX_TIME_LENGTH]}"; write it like Europe/Berlin')
    return zone


def _time(context: VariableContext, arguments: Arguments) -> str:
    # As in `$(time.Europe/Berlin)`.
    _, _, zone = arguments.name.partition(".")
    return _format_now(context, (zone, *arguments.words) if zone else arguments.words, "HH:mm")


def _date(context: VariableContext, arguments: Arguments) -> str:
    return _format_now(context, arguments.words, "D MMMM YYYY")


def _parse_argument(arguments: Arguments) -> ParsedTime:
    parsed = parse_time(arguments.text[:MAX_TIME_LENGTH])
    if parsed is None:
        raise NoValue("Write a time like 2026-12-24 18:00 Europe/Berlin, or 18:00 for every day")
    return parsed


def _countdown(context: VariableContext, arguments: Arguments) -> str:
    at: datetime = _parse_argument(arguments).next(context.now)
    if at <= context.now:
        raise NoValue("That time has passed")
    return in_words(at - context.now)


def _countup(context: VariableContext, arguments: Arguments) -> str:
    at = _parse_argument(arguments).last(context.now)
    if at > context.now:
        raise NoValue("That time is in the future")
    return in_words(context.now - at)


VARIABLES = (
    Variable(
        name="time",
        also=_ZONED,
        group=TIME,
        summary="Current time in a time zone (default UTC) and format: HH:mm, h:mm a, dddd, D MMMM YYYY",
        example='$(time Europe/Berlin "h:mm a")',
        shows="8:30 pm",
        evaluate=_time,
        takes="words",
    ),
    Variable(
        name="date",
        group=TIME,
        summary="Current date, with a time zone and a format as in time",
        example="$(date Europe/Berlin)",
        shows="24 December 2026",
        evaluate=_date,
        takes="words",
    ),
    Variable(
        name="countdown",
        aliases=("time.until",),
        group=TIME,
        summary="Time until a date; a time without a date repeats every day",
        example="$(countdown 2026-12-24 18:00 Europe/Berlin|It has begun!)",
        shows="3 days, 2 hours, 12 minutes",
        evaluate=_countdown,
        takes="text",
    ),
    Variable(
        name="countup",
        aliases=("time.since",),
        group=TIME,
        summary="Time since a date",
        example="Since the first stream: $(countup June 3, 2021)",
        shows="Since the first stream: 5 years, 164 days, 20 hours",
        evaluate=_countup,
        takes="text",
    ),
)
