"""Which stream it is, and how much of it a turn credits."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

INTERVAL_SECONDS = 60
# A turn that comes late credits what was missed, and one that comes after an outage does not make it up.
MAX_CREDIT_SECONDS = 120
# Two processes, or a clock that was put back: what is shorter is left for the next turn.
MIN_CREDIT_SECONDS = 30
# A stream that broke off and began again within this time is still the same one.
RESTART_WINDOW = timedelta(minutes=30)
MAX_STREAM_IDS = 20


@dataclass(frozen=True, slots=True)
class StreamRecord:
    """What was written down of a channel's streams."""

    number: int
    stream_ids: Sequence[str]
    credited_at: datetime


@dataclass(frozen=True, slots=True)
class StreamCredit:
    """The stream that runs, and how many seconds of it are credit_seconds now."""

    number: int
    stream_ids: list[str]
    seconds: int


def next_credit(known: StreamRecord | None, stream_ids: Collection[str], now: datetime) -> StreamCredit:
    running = sorted(stream_ids)
    if known is None:
        return StreamCredit(1, running, INTERVAL_SECONDS)
    since = now - known.credited_at
    is_same = timedelta(0) <= since < RESTART_WINDOW or any(one in known.stream_ids for one in running)
    if not is_same:
        return StreamCredit(known.number + 1, running, INTERVAL_SECONDS)
    new = [one for one in running if one not in known.stream_ids]
    return StreamCredit(known.number, [*known.stream_ids, *new][-MAX_STREAM_IDS:], credit_seconds(since))


def credit_seconds(since: timedelta) -> int:
    """Since the last turn."""
    seconds = int(since.total_seconds())
    if seconds < 0:
        # The clock was put back: nobody knows how long it has been.
        return INTERVAL_SECONDS
    return 0 if seconds < MIN_CREDIT_SECONDS else min(seconds, MAX_CREDIT_SECONDS)


def current_streak(streak: int, last_stream: int, number: int) -> int:
    """Whoever has seen the one before keeps it until the one that runs is over."""
    return streak if number - last_stream <= 1 else 0
