"""Variables for times, dates and countdowns."""

import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, tzinfo
from uuid import UUID

from sqlalchemy import select

from greenroom.accounts.models.channels import Channel
from greenroom.features.variables.time_format import ParsedTime, find_zone, format_time, is_format, parse_time
from greenroom.kernel.context import Kernel
from greenroom.kernel.timestamps import in_words
from greenroom.responses.variables import Arguments, NoValue, Variable, VariableContext

TIME = "Time"
MAX_FORMAT_LENGTH = 100
MAX_TIME_LENGTH = 60

_ZONED = re.compile(r"time\.[a-z_]+(?:/[a-z0-9_+-]+){0,2}")


# Reads the time zone of a channel.
ReadZone = Callable[[UUID], Awaitable[tzinfo]]


async def utc(_: UUID) -> tzinfo:
    return UTC


def stored_zone(kernel: Kernel) -> ReadZone:
    async def read(channel_id: UUID) -> tzinfo:
        async with kernel.database.read() as session:
            name = await session.scalar(select(Channel.time_zone).where(Channel.id == channel_id))
        return find_zone(name or "UTC") or UTC

    return read


async def _format_now(
    context: VariableContext, words: tuple[str, ...], default_format: str, read_zone: ReadZone
) -> str:
    """The current time; `words` are a time zone, a format, or both in this order."""
    if words and not is_format(words[0]):
        zone, pattern = _zone(words[0]), words[1:]
    else:
        zone, pattern = await read_zone(context.channel_id), words
    return format_time(context.now.astimezone(zone), " ".join(pattern)[:MAX_FORMAT_LENGTH] or default_format)


def _zone(name: str) -> tzinfo:
    zone = find_zone(name)
    if zone is None:
        raise NoValue(f'Unknown time zone "{name[:MAX_TIME_LENGTH]}"; write it like Europe/Berlin')
    return zone


def _parse_argument(arguments: Arguments, zone: tzinfo) -> ParsedTime:
    parsed = parse_time(arguments.text[:MAX_TIME_LENGTH], zone)
    if parsed is None:
        raise NoValue("Write a time like 2026-12-24 18:00 Europe/Berlin, or 18:00 for every day")
    return parsed


# long-because: one table, read from top to bottom
def time_variables(read_zone: ReadZone) -> list[Variable]:
    """`read_zone` returns the zone for times that are written without one."""

    async def now(context: VariableContext, arguments: Arguments) -> str:
        # The zone in `$(time.Europe/Berlin)`; empty in `$(time)`.
        _, _, zone = arguments.name.partition(".")
        return await _format_now(context, (zone, *arguments.words) if zone else arguments.words, "HH:mm", read_zone)

    async def today(context: VariableContext, arguments: Arguments) -> str:
        return await _format_now(context, arguments.words, "D MMMM YYYY", read_zone)

    async def countdown(context: VariableContext, arguments: Arguments) -> str:
        at: datetime = _parse_argument(arguments, await read_zone(context.channel_id)).next(context.now)
        if at <= context.now:
            raise NoValue("That time has passed")
        return in_words(at - context.now)

    async def countup(context: VariableContext, arguments: Arguments) -> str:
        at = _parse_argument(arguments, await read_zone(context.channel_id)).last(context.now)
        if at > context.now:
            raise NoValue("That time is in the future")
        return in_words(context.now - at)

    return [
        Variable(
            name="time",
            also=_ZONED,
            group=TIME,
            summary="Current time in a time zone (default: the channel's) and format: HH:mm, h:mm a, dddd, D MMMM YYYY",
            example='$(time Europe/Berlin "h:mm a")',
            shows="8:30 pm",
            evaluate=now,
            cost="database",
            takes="words",
        ),
        Variable(
            name="date",
            group=TIME,
            summary="Current date, with a time zone and a format as in time",
            example="$(date Europe/Berlin)",
            shows="24 December 2026",
            evaluate=today,
            cost="database",
            takes="words",
        ),
        Variable(
            name="countdown",
            aliases=("time.until",),
            group=TIME,
            summary="Time until a date; a time without a date repeats every day",
            example="$(countdown 2026-12-24 18:00 Europe/Berlin|It has begun!)",
            shows="3 days, 2 hours, 12 minutes",
            evaluate=countdown,
            cost="database",
            takes="text",
        ),
        Variable(
            name="countup",
            aliases=("time.since",),
            group=TIME,
            summary="Time since a date",
            example="Since the first stream: $(countup June 3, 2021)",
            shows="Since the first stream: 5 years, 164 days, 20 hours",
            evaluate=countup,
            cost="database",
            takes="text",
        ),
    ]
