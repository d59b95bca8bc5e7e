"""Statistics of a connection are published when they change, not for each message."""

from datetime import UTC, datetime, timedelta, timezone

from greenroom.chat.connections.stats import ConnectionStats
from greenroom.chat.protocol.events import (
    Chatter,
    MessageDeleted,
    MessageReceived,
    QuotaReported,
    ViewersCounted,
)
from greenroom.tenancy.channel_providers.connection_health import ConnectionHealth, lag_history, minute_of, with_lags
from support.frozen_clock import FrozenClock

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)
# Told in UTC it would be in the year 0.
BEFORE_TIME = datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=14)))


def message(received_at: datetime, lag_ms: int = 400, *, is_backlog: bool = False) -> MessageReceived:
    sent_at = received_at - timedelta(milliseconds=lag_ms)
    return MessageReceived("m1", Chatter("1", "ada", "Ada"), "hi", (), sent_at, received_at, is_backlog=is_backlog)


class Patient:
    """A pulse, and the clock by which it is taken."""

    def __init__(self) -> None:
        self.clock = FrozenClock()
        self.stats = ConnectionStats(self.clock)

    def after(self, seconds: float) -> datetime:
        self.clock.now = NOON + timedelta(seconds=seconds)
        return self.clock.now

    def news(self) -> ConnectionHealth:
        health = self.stats.take()
        assert health is not None
        return health


def test_lag_is_the_way_of_the_last_message_and_the_mean_of_each_minute() -> None:
    patient = Patient()
    for seconds, lag in ((0, 200), (30, 600), (70, 1000)):
        patient.stats.record(message(patient.after(seconds), lag))
    health = patient.news()
    minute = minute_of(NOON)
    assert (health.lag_ms, health.lags) == (1000, {minute: 400, minute + 1: 1000})
    assert health.last_event_at == NOON + timedelta(seconds=69)


def test_minute_reported_halfway_ends_with_the_mean_of_the_whole_minute() -> None:
    patient = Patient()
    patient.stats.record(message(patient.after(1), 100))
    patient.news()
    patient.stats.record(message(patient.after(2), 300))
    assert patient.news().lags == {minute_of(NOON): 200}


def test_platform_clock_ahead_of_ours_gives_no_negative_lag() -> None:
    patient = Patient()
    patient.stats.record(message(patient.after(5), -900))
    health = patient.news()
    assert (health.lag_ms, health.last_event_at) == (0, NOON + timedelta(seconds=5))


def test_backlog_does_not_count_for_the_lag() -> None:
    patient = Patient()
    patient.stats.record(message(patient.after(0), 3_600_000, is_backlog=True))
    health = patient.news()
    assert (health.lag_ms, health.lags, health.last_event_at) == (None, {}, NOON - timedelta(hours=1))


def test_messages_are_counted_over_the_last_minute_and_fall_to_nothing() -> None:
    patient = Patient()
    for second in range(90):
        patient.stats.record(message(patient.after(second)))
    assert 55 <= patient.news().messages_per_minute <= 60
    assert patient.stats.has_unwritten_changes
    patient.after(200)
    assert patient.news().messages_per_minute == 0
    assert not patient.stats.has_unwritten_changes


def test_unchanged_stats_are_not_reported_twice() -> None:
    patient = Patient()
    assert patient.stats.take() is None
    patient.stats.record(ViewersCounted(12, patient.after(1)))
    assert patient.news().viewers == 12
    assert patient.stats.take() is None
    patient.stats.record(MessageDeleted("m1", patient.after(2)))
    assert patient.news().viewers is None


def test_quota_is_published_as_reported() -> None:
    patient = Patient()
    patient.stats.record(QuotaReported(6_200, 10_000, NOON, 9_000, "Viewers are counted less often"))
    allowance = patient.news().allowance
    assert allowance is not None
    assert (allowance.used, allowance.total, allowance.restriction) == (6_200, 10_000, "Viewers are counted less often")


def test_history_holds_thirty_minutes_and_shows_the_silent_ones() -> None:
    kept = with_lags({"100": 5, "131": 7}, {133: 9})
    assert kept == {"131": 7, "133": 9}
    assert lag_history(kept) == [7, None, 9]
    assert lag_history({}) == []
    full = with_lags({}, dict.fromkeys(range(1, 100), 1))
    assert len(lag_history(full)) == 30


def test_backlog_does_not_count_for_the_rate() -> None:
    patient = Patient()
    for _ in range(75):
        patient.stats.record(message(patient.after(0), is_backlog=True))
    patient.stats.record(message(patient.after(1)))
    assert patient.news().messages_per_minute == 1


def test_time_from_before_all_calendars_is_only_old() -> None:
    patient = Patient()
    received_at = patient.after(0)
    said = MessageReceived("m1", Chatter("1", "ada", "Ada"), "hi", (), BEFORE_TIME, received_at)
    patient.stats.record(said)
    health = patient.news()
    assert (health.lag_ms, health.last_event_at) == (7 * 86_400_000, NOON - timedelta(days=7))
