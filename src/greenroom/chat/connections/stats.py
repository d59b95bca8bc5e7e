"""Counters of one connection (lag, message rate, viewers), kept in memory and written every few seconds."""

from collections import deque
from datetime import UTC, datetime, timedelta

from greenroom.chat.protocol.events import (
    ActivityReceived,
    AllowanceReported,
    ChatEvent,
    MessageReceived,
    NoticeReceived,
    ViewersCounted,
)
from greenroom.kernel.clock import Clock
from greenroom.tenancy.channel_providers.connection_health import MINUTE_SECONDS, Allowance, ConnectionHealth

RATE_SECONDS = 60
# Messages are counted in slices of this length, so that a busy chat takes no more memory than a quiet one.
SLICE_SECONDS = 5
# What claims to be older has a wrong clock behind it.
LONGEST_LAG = timedelta(days=7)
NO_LAG = timedelta()
MILLISECOND = timedelta(milliseconds=1)
LONG_AGO = datetime.min.replace(tzinfo=UTC)


class ConnectionStats:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._rate = Rate()
        self._told_rate = 0
        self._last_event_at: datetime | None = None
        self._lag: timedelta | None = None
        # Sum and number of the lags of each minute that was not told of to its end.
        self._lags: dict[int, tuple[timedelta, int]] = {}
        # The slice in which something was heard last: its first second, and where it begins and ends.
        self._slice, self._slice_begins, self._slice_ends = 0, LONG_AGO, LONG_AGO
        # What was heard in it since it was last added up: messages, events, and the sum of their lags.
        self._messages, self._felt, self._lag_sum = 0, 0, NO_LAG
        self._viewers: int | None = None
        self._allowance: Allowance | None = None
        self._has_news = False

    @property
    def is_restless(self) -> bool:
        """Whether there is something to tell, or will be when nothing more is heard."""
        return self._has_news or self._told_rate > 0

    def feel(self, event: ChatEvent | ViewersCounted | AllowanceReported) -> None:
        self._has_news = True
        match event:
            # First, because nearly all events are messages.
            case MessageReceived():
                self._chat(event.sent_at, event.heard_at, is_backlog=event.is_backlog, is_message=True)
            case NoticeReceived():
                self._chat(event.sent_at, event.heard_at, is_backlog=event.is_backlog)
            case ActivityReceived():
                self._chat(event.happened_at, event.heard_at, is_backlog=event.is_backlog)
            case ViewersCounted():
                self._viewers = max(event.count, 0)
                self._heard(event.heard_at)
            case AllowanceReported():
                self._allowance = Allowance(event.used, event.total, event.resets_at, event.forecast, event.restriction)
            case _:
                self._heard(event.heard_at)

    def take(self) -> ConnectionHealth | None:
        """What is new since it was taken last."""
        self._add_up()
        rate = self._rate.per_minute(self._clock())
        if not self._has_news and rate == self._told_rate:
            return None
        vitals = ConnectionHealth(
            last_event_at=self._last_event_at,
            lag_ms=None if self._lag is None else _milliseconds(self._lag),
            lags={minute: _milliseconds(total / number) for minute, (total, number) in self._lags.items()},
            messages_per_minute=rate,
            viewers=self._viewers,
            allowance=self._allowance,
        )
        self._forget_told(rate)
        return vitals

    def _forget_told(self, rate: int) -> None:
        self._told_rate, self._has_news = rate, False
        # Counted again by the platform before it is told again: meanwhile the stream may have ended.
        self._viewers = None
        # The newest minute goes on; those before it are complete.
        self._lags = {minute: self._lags[minute] for minute in sorted(self._lags)[-1:]}

    def _chat(self, sent_at: datetime, heard_at: datetime, *, is_backlog: bool, is_message: bool = False) -> None:
        lag = heard_at - sent_at
        if not NO_LAG <= lag <= LONGEST_LAG:
            # A platform's clock may be ahead of ours: nothing is heard before it is said.
            lag = min(max(lag, NO_LAG), LONGEST_LAG)
            sent_at = heard_at - lag
        # As `_heard` does, written out: one call less for each message.
        if self._last_event_at is None or sent_at > self._last_event_at:
            self._last_event_at = sent_at
        # What was said before we came says nothing about how lively it is now.
        if is_backlog:
            return
        if not self._slice_begins <= heard_at < self._slice_ends:
            self._begin_slice(heard_at)
        self._messages += is_message
        self._felt += 1
        self._lag = lag
        self._lag_sum += lag

    def _add_up(self) -> None:
        if self._messages:
            self._rate.count(self._slice, self._messages)
        if self._felt:
            minute = self._slice // MINUTE_SECONDS
            total, number = self._lags.get(minute, (NO_LAG, 0))
            self._lags[minute] = (total + self._lag_sum, number + self._felt)
        self._messages, self._felt, self._lag_sum = 0, 0, NO_LAG

    def _begin_slice(self, at: datetime) -> None:
        """A minute is made of whole slices, so one look at the calendar is enough for all that is heard in it."""
        self._add_up()
        seconds = int(at.timestamp())
        self._slice = seconds - seconds % SLICE_SECONDS
        self._slice_begins = datetime.fromtimestamp(self._slice, UTC)
        self._slice_ends = self._slice_begins + timedelta(seconds=SLICE_SECONDS)

    def _heard(self, at: datetime) -> None:
        if self._last_event_at is None or at > self._last_event_at:
            self._last_event_at = at


def _milliseconds(lag: timedelta) -> int:
    return round(lag / MILLISECOND)


class Rate:
    """Messages of the last minute."""

    def __init__(self) -> None:
        # Number of the slice, and what was counted in it.
        self._slices: deque[list[int]] = deque(maxlen=RATE_SECONDS // SLICE_SECONDS)

    def count(self, seconds: int, messages: int) -> None:
        number = seconds // SLICE_SECONDS
        if self._slices and self._slices[-1][0] >= number:
            self._slices[-1][1] += messages
        else:
            self._slices.append([number, messages])

    def per_minute(self, now: datetime) -> int:
        oldest = (int(now.timestamp()) - RATE_SECONDS) // SLICE_SECONDS
        return sum(counted for number, counted in self._slices if number > oldest)
