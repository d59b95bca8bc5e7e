"""Check of the machine's clock against the clocks of the platforms and the database."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta

from msgspec import Struct

from greenroom.kernel.clock import Clock
from greenroom.kernel.health.check import Check, Finding, fine, problem, warning

# Offset that is tolerated: a time in an HTTP header has whole seconds, and the response takes a while to arrive.
FINE = timedelta(seconds=2)
# With a larger offset, signed webhooks and tokens are refused.
TOO_FAR = timedelta(seconds=60)


class TimeSource(Struct, frozen=True):
    """The clock of another machine; `ask` returns None if its time cannot be read."""

    name: str
    ask: Callable[[], Awaitable[datetime | None]]


def checks(clock: Clock, find_sources: Callable[[], Sequence[TimeSource]]) -> list[Check]:
    return [Check("clock", "Clock", lambda: check_clock(clock, find_sources()))]


async def check_clock(clock: Clock, sources: Sequence[TimeSource]) -> Finding:
    """Compares the clock with the first source that answers."""
    for source in sources:
        time = await source.ask()
        if time is not None:
            return judge(clock() - time, source.name)
    return fine("Not compared: nothing to compare with")


def judge(ahead: timedelta, name: str) -> Finding:
    offset = abs(ahead)
    sentence = f"{offset.total_seconds():.0f} s {'ahead of' if ahead > timedelta() else 'behind'} {name}"
    fix = "Let the machine set its clock by NTP, for example: timedatectl set-ntp true."
    if offset > TOO_FAR:
        return problem(f"{sentence}: platforms refuse signatures and tokens.", fix)
    if offset > FINE:
        return warning(f"{sentence}.", fix)
    return fine(f"Within {FINE.total_seconds():.0f} s of {name}")
