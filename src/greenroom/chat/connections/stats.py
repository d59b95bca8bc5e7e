"""Counters of one connection (lag, message rate, viewers), kept in memory and written every few seconds."""

from collections import deque
from datetime import UTC, datetime, timedelta

from greenroom.accounts.channel_providers.connection_health import (
    MINUTE_SECONDS,
    ConnectionHealth,
    Quota,
    ViewerCounts,
    minute_of,
)
from greenroom.chat.protocol.events import (
    ActivityReceived,
    ChatEvent,
    MessageReceived,
    NoticeReceived,
    QuotaReported,
    ViewersCounted,
)
from greenroom.kernel.clock import Clock

RATE_SECONDS = 60
# Messages are counted in slices of this length, so that memory does not grow with the message rate.
SLICE_SECONDS = 5
# A longer lag means that the platform's clock is wrong.
MAX_LAG = timedelta(days=7)
NO_LAG = timedelta()
MILLISECOND = timedelta(milliseconds=1)
# Limit of the database columns.
MAX_VIEWERS = 2**31 - 1
NO_COUNTS = ViewerCounts(0, 0, None)
LONG_AGO = datetime.min.replace(tzinfo=UTC)


class ConnectionStats:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._rate = Rate()
        self._written_rate = 0
        self._last_event_at: datetime | None = None
        self._lag: timedelta | None = None
        # Sum and number of lags per minute, for minutes that are not completely written yet.
        self._lags: dict[int, tuple[timedelta, int]] = {}
        # The current slice: its start as a Unix timestamp, then its start and end as datetimes.
        self._slice, self._slice_begins, self._slice_ends = 0, LONG_AGO, LONG_AGO
        # Counts of the current slice that are not added up yet: messages, events, and the sum of their lags.
        self._messages, self._events, self._lag_sum = 0, 0, NO_LAG
        self._viewers: int | None = None
        self._viewer_counts: dict[int, ViewerCounts] = {}
        self._quota: Quota | None = None
        self._has_changes = False

    @property
    def has_unwritten_changes(self) -> bool:
        """Whether there is something to write: a change, or a message rate that is falling to zero."""
        return self._has_changes or self._written_rate > 0

    def record(self, event: ChatEvent | ViewersCounted | QuotaReported) -> None:
        self._has_changes = True
        match event:
            # Checked first: nearly all events are messages.
            case MessageReceived():
                self._record_chat_event(event.sent_at, event.received_at, is_backlog=event.is_backlog, is_message=True)
            case NoticeReceived():
                self._record_chat_event(event.sent_at, event.received_at, is_backlog=event.is_backlog)
            case ActivityReceived():
                self._record_chat_event(event.happened_at, event.received_at, is_backlog=event.is_backlog)
            case ViewersCounted():
                self._viewers = min(max(event.count, 0), MAX_VIEWERS)
                minute = minute_of(event.received_at)
                self._viewer_counts[minute] = self._viewer_counts.get(minute, NO_COUNTS).with_count(self._viewers)
                self._update_last_event_at(event.received_at)
            case QuotaReported():
                self._quota = Quota(event.used, event.total, event.resets_at, event.forecast, event.restriction)
            case _:
                self._update_last_event_at(event.received_at)

    def take(self) -> ConnectionHealth | None:
        """The current values; None if nothing has changed since the last call."""
        self._add_up()
        rate = self._rate.per_minute(self._clock())
        if not self._has_changes and rate == self._written_rate:
            return None
        health = ConnectionHealth(
            last_event_at=self._last_event_at,
            lag_ms=None if self._lag is None else _milliseconds(self._lag),
            lags={minute: _milliseconds(total / number) for minute, (total, number) in self._lags.items()},
            messages_per_minute=rate,
            viewers=self._viewers,
            allowance=self._quota,
            viewer_counts=self._viewer_counts,
        )
        self._reset(rate)
        return health

    def _reset(self, rate: int) -> None:
        self._written_rate, self._has_changes = rate, False
        # Viewers are not written again until the platform reports a new count: the stream may have ended.
        self._viewers, self._viewer_counts = None, {}
        # Only the newest minute is incomplete.
        self._lags = {minute: self._lags[minute] for minute in sorted(self._lags)[-1:]}

    def _record_chat_event(
        self, sent_at: datetime, received_at: datetime, *, is_backlog: bool, is_message: bool = False
    ) -> None:
        lag = received_at - sent_at
        if not NO_LAG <= lag <= MAX_LAG:
            # A platform's clock may be ahead of ours; a negative lag is not possible.
            lag = min(max(lag, NO_LAG), MAX_LAG)
            sent_at = received_at - lag
        # Same as `_update_last_event_at`, inlined to save one call per message.
        if self._last_event_at is None or sent_at > self._last_event_at:
            self._last_event_at = sent_at
        # Backlog counts neither for the message rate nor for the lag.
        if is_backlog:
            return
        if not self._slice_begins <= received_at < self._slice_ends:
            self._begin_slice(received_at)
        self._messages += is_message
        self._events += 1
        self._lag = lag
        self._lag_sum += lag

    def _add_up(self) -> None:
        if self._messages:
            self._rate.add(self._slice, self._messages)
        if self._events:
            minute = self._slice // MINUTE_SECONDS
            total, number = self._lags.get(minute, (NO_LAG, 0))
            self._lags[minute] = (total + self._lag_sum, number + self._events)
        self._messages, self._events, self._lag_sum = 0, 0, NO_LAG

    def _begin_slice(self, at: datetime) -> None:
        """Adds up the counts of the last slice, and begins the slice of SLICE_SECONDS that contains `at`."""
        self._add_up()
        seconds = int(at.timestamp())
        self._slice = seconds - seconds % SLICE_SECONDS
        self._slice_begins = datetime.fromtimestamp(self._slice, UTC)
        self._slice_ends = self._slice_begins + timedelta(seconds=SLICE_SECONDS)

    def _update_last_event_at(self, at: datetime) -> None:
        if self._last_event_at is None or at > self._last_event_at:
            self._last_event_at = at


def _milliseconds(lag: timedelta) -> int:
    return round(lag / MILLISECOND)


class Rate:
    """Message count of the last minute."""

    def __init__(self) -> None:
        # Pairs of slice number and message count.
        self._slices: deque[list[int]] = deque(maxlen=RATE_SECONDS // SLICE_SECONDS)

    def add(self, timestamp: int, messages: int) -> None:
        number = timestamp // SLICE_SECONDS
        if self._slices and self._slices[-1][0] >= number:
            self._slices[-1][1] += messages
        else:
            self._slices.append([number, messages])

    def per_minute(self, now: datetime) -> int:
        oldest = (int(now.timestamp()) - RATE_SECONDS) // SLICE_SECONDS
        return sum(counted for number, counted in self._slices if number > oldest)
