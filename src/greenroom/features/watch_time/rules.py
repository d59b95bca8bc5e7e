"""Pure rules: which stream is running, how many seconds a job run credits, and when a streak ends."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from msgspec import Struct

from greenroom.features.stats.streams.rules import RESTART_WINDOW

INTERVAL_SECONDS = 60
# A late run credits the missed time up to this limit; the rest of a longer outage is not credited.
MAX_CREDIT_SECONDS = 120
# A shorter period, after the run of another process, is left to the next run.
MIN_CREDIT_SECONDS = 30
MAX_STREAM_IDS = 20


class StreamRecord(Struct, frozen=True):
    """The channel's newest stream, and until when watch time is credited."""

    number: int
    stream_ids: Sequence[str]
    credited_at: datetime


class StreamCredit(Struct, frozen=True):
    """The current stream and the seconds to credit now."""

    number: int
    stream_ids: list[str]
    seconds: int


def next_credit(record: StreamRecord | None, stream_ids: Collection[str], now: datetime) -> StreamCredit:
    """What to credit: the last stream if credited within RESTART_WINDOW or with one of the ids, else a new stream."""
    running = sorted(stream_ids)
    if record is None:
        return StreamCredit(1, running, INTERVAL_SECONDS)
    elapsed = now - record.credited_at
    is_same = timedelta(0) <= elapsed < RESTART_WINDOW or any(stream_id in record.stream_ids for stream_id in running)
    if not is_same:
        return StreamCredit(record.number + 1, running, INTERVAL_SECONDS)
    new = [stream_id for stream_id in running if stream_id not in record.stream_ids]
    return StreamCredit(record.number, [*record.stream_ids, *new][-MAX_STREAM_IDS:], credit_seconds(elapsed))


def credit_seconds(elapsed: timedelta) -> int:
    seconds = int(elapsed.total_seconds())
    if seconds < 0:
        # The clock was set back: the elapsed time is unknown.
        return INTERVAL_SECONDS
    return 0 if seconds < MIN_CREDIT_SECONDS else min(seconds, MAX_CREDIT_SECONDS)


def paid_minutes(unpaid_seconds: int, seconds: int) -> tuple[int, int]:
    """Whole minutes to pay points for now, and the seconds that are left for the next run.

    Rounds to the nearest minute, because runs are some seconds early or late; the seconds left may be negative.
    """
    total = unpaid_seconds + seconds
    minutes = (total + 30) // 60
    return minutes, total - 60 * minutes


def current_streak(streak: int, last_stream: int, number: int) -> int:
    """The stored streak, or 0 if a whole stream was missed since `last_stream`."""
    return streak if number - last_stream <= 1 else 0
