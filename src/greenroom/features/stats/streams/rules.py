"""Pure rules: when a stream is continued, when it ended, and its viewer numbers."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from statistics import median

from msgspec import Struct

# A stream that restarts within this time is continued.
RESTART_WINDOW = timedelta(minutes=30)
# A stream that was not seen for longer than this ended when it was last seen, not when its end was noticed.
MAX_SILENCE = timedelta(minutes=10)
# A stream that was not seen for longer than this has ended, although the platform never reported its end.
ABANDONED_AFTER = timedelta(hours=6)
# A longer stream is split after this time, so that streams of a channel that is always live get final numbers.
MAX_STREAM_LENGTH = timedelta(hours=48)
# Messages that arrive later than this after the end are not counted.
SETTLED_AFTER = timedelta(hours=1)


class LastStream(Struct, frozen=True):
    """The channel's newest stream, which a platform that goes live may continue."""

    started_at: datetime
    ended_at: datetime | None
    is_settled: bool
    # Whether the platform's current stream was already part of the channel's newest stream.
    has_same_part: bool


def continues(last: LastStream | None, now: datetime) -> bool:
    """Whether a platform that goes live now joins the newest stream."""
    if last is None or last.is_settled:
        return False
    return last.ended_at is None or last.has_same_part or now - last.ended_at <= RESTART_WINDOW


def start_of_new(started_at: datetime, last: LastStream | None) -> datetime:
    """Start of a new stream: not before the end of the last one, as streams of a channel never overlap."""
    return started_at if last is None or last.ended_at is None else max(started_at, last.ended_at)


def start_of_joined(stream_started_at: datetime, started_at: datetime) -> datetime:
    """Start of a stream after a platform joined it: the platform's start, if that is up to RESTART_WINDOW earlier."""
    is_near = timedelta() <= stream_started_at - started_at <= RESTART_WINDOW
    return started_at if is_near else stream_started_at


def end_of(started_at: datetime, seen_at: datetime, noticed_at: datetime) -> datetime:
    """When a stream ended: when this was noticed, or, if it was not seen for MAX_SILENCE, when it was last seen."""
    return max(started_at, noticed_at if noticed_at - seen_at <= MAX_SILENCE else seen_at)


def is_abandoned(seen_at: datetime, now: datetime) -> bool:
    return now - seen_at > ABANDONED_AFTER


def is_too_long(started_at: datetime, now: datetime) -> bool:
    return now - started_at >= MAX_STREAM_LENGTH


def is_settled(ended_at: datetime | None, now: datetime) -> bool:
    return ended_at is not None and now - ended_at > SETTLED_AFTER


class Minute(Struct, frozen=True):
    """Numbers of one minute on one platform; several accounts of the channel there are added up."""

    # Minutes since 1970.
    minute: int
    # Mean viewers; None if the platform reported no number.
    viewers: float | None
    # Most viewers; None if the platform reported no number.
    peak: int | None
    # Mean lag; None if no event had a lag.
    lag_ms: int | None
    messages: int
    chatters: int = 0
    commands: int = 0
    filter_hits: int = 0


class ViewerNumbers(Struct, frozen=True):
    """Viewer numbers of a stream; average and peak are None if no platform reported a number."""

    average: int | None
    peak: int | None
    watched_minutes: int
    # Minutes with a viewer number.
    counted_minutes: int


def viewer_numbers(platforms: Iterable[Sequence[Minute]]) -> ViewerNumbers:
    """Numbers of several platforms together, whose viewers are added up minute by minute."""
    sums: dict[int, float] = defaultdict(float)
    peaks: dict[int, int] = defaultdict(int)
    for minutes in platforms:
        for one in minutes:
            if one.viewers is not None:
                sums[one.minute] += one.viewers
                peaks[one.minute] += one.peak or 0
    if not sums:
        return ViewerNumbers(None, None, 0, 0)
    watched = sum(sums.values())
    return ViewerNumbers(round(watched / len(sums)), max(peaks.values()), round(watched), len(sums))


def median_lag(platforms: Iterable[Sequence[Minute]]) -> int | None:
    lags = [one.lag_ms for minutes in platforms for one in minutes if one.lag_ms is not None]
    return round(median(lags)) if lags else None


def merge_accounts(minutes: Iterable[Minute]) -> list[Minute]:
    """Adds up the minutes of several accounts on one platform; keeps the highest lag."""
    merged: dict[int, Minute] = {}
    for one in minutes:
        known = merged.get(one.minute)
        merged[one.minute] = one if known is None else _sum_of(known, one)
    return [merged[minute] for minute in sorted(merged)]


def _sum_of(one: Minute, other: Minute) -> Minute:
    return Minute(
        one.minute,
        _optional_sum(one.viewers, other.viewers),
        None if one.peak is None and other.peak is None else (one.peak or 0) + (other.peak or 0),
        _optional_max(one.lag_ms, other.lag_ms),
        one.messages + other.messages,
        one.chatters + other.chatters,
        one.commands + other.commands,
        one.filter_hits + other.filter_hits,
    )


def _optional_sum(one: float | None, other: float | None) -> float | None:
    return None if one is None and other is None else (one or 0) + (other or 0)


def _optional_max(one: int | None, other: int | None) -> int | None:
    return max((value for value in (one, other) if value is not None), default=None)


def by_provider(rows: Iterable[tuple[str, Minute]]) -> Mapping[str, list[Minute]]:
    found: dict[str, list[Minute]] = defaultdict(list)
    for provider, minute in rows:
        found[provider].append(minute)
    return {provider: merge_accounts(minutes) for provider, minutes in found.items()}
