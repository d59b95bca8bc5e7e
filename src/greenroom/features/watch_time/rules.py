"""Which stream it is, and how much of it a turn credits."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

EVERY_SECONDS = 60
# A turn that comes late credits what was missed, and one that comes after an outage does not make it up.
MOST_SECONDS = 120
# Two processes, or a clock that was put back: what is shorter is left for the next turn.
LEAST_SECONDS = 30
# A stream that broke off and began again within this time is still the same one.
PAUSE = timedelta(minutes=30)
MOST_STREAM_IDS = 20


@dataclass(frozen=True, slots=True)
class Known:
    """What was written down of a channel's streams."""

    number: int
    stream_ids: Sequence[str]
    credited_at: datetime


@dataclass(frozen=True, slots=True)
class Turn:
    """The stream that runs, and how many seconds of it are credited now."""

    number: int
    stream_ids: list[str]
    seconds: int


def turn_of(known: Known | None, stream_ids: Collection[str], now: datetime) -> Turn:
    running = sorted(stream_ids)
    if known is None:
        return Turn(1, running, EVERY_SECONDS)
    since = now - known.credited_at
    is_same = timedelta(0) <= since < PAUSE or any(one in known.stream_ids for one in running)
    if not is_same:
        return Turn(known.number + 1, running, EVERY_SECONDS)
    new = [one for one in running if one not in known.stream_ids]
    return Turn(known.number, [*known.stream_ids, *new][-MOST_STREAM_IDS:], credited(since))


def credited(since: timedelta) -> int:
    """Since the last turn."""
    seconds = int(since.total_seconds())
    if seconds < 0:
        # The clock was put back: nobody knows how long it has been.
        return EVERY_SECONDS
    return 0 if seconds < LEAST_SECONDS else min(seconds, MOST_SECONDS)


def streak_now(streak: int, last_stream: int, number: int) -> int:
    """Whoever has seen the one before keeps it until the one that runs is over."""
    return streak if number - last_stream <= 1 else 0
