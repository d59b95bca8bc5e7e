"""Connection stats: lag, message rate, viewers and quota; unchanged stats are not reported again."""

from datetime import UTC, datetime, timedelta, timezone

from greenroom.accounts.channel_providers.connection_health import ConnectionHealth, lag_history, minute_of, with_lags
from greenroom.chat.connections.stats import ConnectionStats
from greenroom.chat.protocol.events import (
    Chatter,
    MessageDeleted,
    MessageReceived,
    QuotaReported,
    ViewersCounted,
)
from support.frozen_clock import FrozenClock

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)
# In UTC this time is in the year 0, which a datetime cannot represent.
BEFORE_YEAR_ONE = datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=14)))


def message(received_at: datetime, lag_ms: int = 400, *, is_backlog: bool = False) -> MessageReceived:
    sent_at = received_at - timedelta(milliseconds=lag_ms)
    return MessageReceived("m1", Chatter("1", "ada", "Ada"), "hi", (), sent_at, received_at, is_backlog=is_backlog)


class TimedStats:
    """Connection stats with a clock that the test sets."""

    def __init__(self) -> None:
        self.clock = FrozenClock()
        self.stats = ConnectionStats(self.clock)

    def set_clock(self, seconds: float) -> datetime:
        self.clock.now = NOON + timedelta(seconds=seconds)
        return self.clock.now

    def take_health(self) -> ConnectionHealth:
        health = self.stats.take()
        assert health is not None
        return health


def test_lag_is_that_of_the_last_message_and_has_a_mean_for_each_minute() -> None:
    timed = TimedStats()
    for seconds, lag in ((0, 200), (30, 600), (70, 1000)):
        timed.stats.record(message(timed.set_clock(seconds), lag))
    health = timed.take_health()
    minute = minute_of(NOON)
    assert (health.lag_ms, health.lags) == (1000, {minute: 400, minute + 1: 1000})
    assert health.last_event_at == NOON + timedelta(seconds=69)


def test_lag_of_a_minute_reported_halfway_becomes_the_mean_of_the_whole_minute() -> None:
    timed = TimedStats()
    timed.stats.record(message(timed.set_clock(1), 100))
    timed.take_health()
    timed.stats.record(message(timed.set_clock(2), 300))
    assert timed.take_health().lags == {minute_of(NOON): 200}


def test_platform_clock_ahead_of_ours_gives_no_negative_lag() -> None:
    timed = TimedStats()
    timed.stats.record(message(timed.set_clock(5), -900))
    health = timed.take_health()
    assert (health.lag_ms, health.last_event_at) == (0, NOON + timedelta(seconds=5))


def test_backlog_does_not_count_for_the_lag() -> None:
    timed = TimedStats()
    timed.stats.record(message(timed.set_clock(0), 3_600_000, is_backlog=True))
    health = timed.take_health()
    assert (health.lag_ms, health.lags, health.last_event_at) == (None, {}, NOON - timedelta(hours=1))


def test_messages_are_counted_over_the_last_minute_and_fall_to_zero() -> None:
    timed = TimedStats()
    for second in range(90):
        timed.stats.record(message(timed.set_clock(second)))
    assert 55 <= timed.take_health().messages_per_minute <= 60
    assert timed.stats.has_unwritten_changes
    timed.set_clock(200)
    assert timed.take_health().messages_per_minute == 0
    assert not timed.stats.has_unwritten_changes


def test_unchanged_stats_are_not_reported_twice() -> None:
    timed = TimedStats()
    assert timed.stats.take() is None
    timed.stats.record(ViewersCounted(12, timed.set_clock(1)))
    assert timed.take_health().viewers == 12
    assert timed.stats.take() is None
    timed.stats.record(MessageDeleted("m1", timed.set_clock(2)))
    assert timed.take_health().viewers is None


def test_quota_is_published_as_reported() -> None:
    timed = TimedStats()
    timed.stats.record(QuotaReported(6_200, 10_000, NOON, 9_000, "Viewers are counted less often"))
    allowance = timed.take_health().allowance
    assert allowance is not None
    assert (allowance.used, allowance.total, allowance.restriction) == (6_200, 10_000, "Viewers are counted less often")


def test_lag_history_covers_thirty_minutes_with_none_for_minutes_without_messages() -> None:
    lags = with_lags({"100": 5, "131": 7}, {133: 9})
    assert lags == {"131": 7, "133": 9}
    assert lag_history(lags) == [7, None, 9]
    assert lag_history({}) == []
    full = with_lags({}, dict.fromkeys(range(1, 100), 1))
    assert len(lag_history(full)) == 30


def test_backlog_does_not_count_for_the_rate() -> None:
    timed = TimedStats()
    for _ in range(75):
        timed.stats.record(message(timed.set_clock(0), is_backlog=True))
    timed.stats.record(message(timed.set_clock(1)))
    assert timed.take_health().messages_per_minute == 1


def test_message_with_a_time_before_the_year_one_counts_as_a_week_old() -> None:
    timed = TimedStats()
    received_at = timed.set_clock(0)
    event = MessageReceived("m1", Chatter("1", "ada", "Ada"), "hi", (), BEFORE_YEAR_ONE, received_at)
    timed.stats.record(event)
    health = timed.take_health()
    assert (health.lag_ms, health.last_event_at) == (7 * 86_400_000, NOON - timedelta(days=7))
