"""Times, dates, and how long it is until or since."""

import re
from datetime import UTC, datetime, tzinfo

from greenroom.features.variables.time_format import ParsedTime, find_zone, format_time, is_format, parse_time
from greenroom.kernel.timestamps import in_words
from greenroom.responses.variables import Arguments, NoValue, Variable, VariableContext

TIME = "Time"
MAX_FORMAT_LENGTH = 100
MAX_TIME_LENGTH = 60

_ZONED = re.compile(r"time\.[a-z_]+(?:/[a-z0-9_+-]+){0,2}")


def _shown(occasion: VariableContext, words: tuple[str, ...], usual: str) -> str:
    """A zone, a format, or both, in this order."""
    zone, pattern = UTC, words
    if words and not is_format(words[0]):
        zone, pattern = _zone(words[0]), words[1:]
    return format_time(occasion.now.astimezone(zone), " ".join(pattern)[:MAX_FORMAT_LENGTH] or usual)


def _zone(name: str) -> tzinfo:
    zone = find_zone(name)
    if zone is None:
        raise NoValue(f'There is no time zone "{name[:MAX_TIME_LENGTH]}": write it as in Europe/Berlin')
    return zone


def _time(occasion: VariableContext, given: Arguments) -> str:
    # As in `$(time.Europe/Berlin)`.
    _, _, zone = given.name.partition(".")
    return _shown(occasion, (zone, *given.words) if zone else given.words, "HH:mm")


def _date(occasion: VariableContext, given: Arguments) -> str:
    return _shown(occasion, given.words, "D MMMM YYYY")


def _named(given: Arguments) -> ParsedTime:
    named = parse_time(given.text[:MAX_TIME_LENGTH])
    if named is None:
        raise NoValue("Write a moment: 2026-12-24 18:00 Europe/Berlin, or 18:00 for every day")
    return named


def _countdown(occasion: VariableContext, given: Arguments) -> str:
    moment: datetime = _named(given).next(occasion.now)
    if moment <= occasion.now:
        raise NoValue("That moment has passed")
    return in_words(moment - occasion.now)


def _countup(occasion: VariableContext, given: Arguments) -> str:
    moment = _named(given).last(occasion.now)
    if moment > occasion.now:
        raise NoValue("That moment is still to come")
    return in_words(occasion.now - moment)


VARIABLES = (
    Variable(
        name="time",
        also=_ZONED,
        group=TIME,
        summary="The time in a time zone (UTC when none is named), with the letters of a format behind it: "
        "HH:mm, h:mm a, dddd, D MMMM YYYY.",
        example='$(time Europe/Berlin "h:mm a")',
        shows="8:30 pm",
        evaluate=_time,
        takes="words",
    ),
    Variable(
        name="date",
        group=TIME,
        summary="The date, with a time zone and a format as in time.",
        example="$(date Europe/Berlin)",
        shows="24 December 2026",
        evaluate=_date,
        takes="words",
    ),
    Variable(
        name="countdown",
        aliases=("time.until",),
        group=TIME,
        summary="How long it is until a moment; a time without a date is that of every day.",
        example="$(countdown 2026-12-24 18:00 Europe/Berlin|It has begun!)",
        shows="3 days, 2 hours, 12 minutes",
        evaluate=_countdown,
        takes="text",
    ),
    Variable(
        name="countup",
        aliases=("time.since",),
        group=TIME,
        summary="How long it is since a moment.",
        example="Since the first stream: $(countup June 3, 2021)",
        shows="Since the first stream: 5 years, 164 days, 20 hours",
        evaluate=_countup,
        takes="text",
    ),
)
