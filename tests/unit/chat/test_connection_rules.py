from datetime import UTC, datetime, timedelta

import pytest

from greenroom.chat.connections.rules import Timings, ends_stream, next_free, wait_before_retry

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)


@pytest.mark.parametrize(("failures", "seconds"), [(1, 1), (2, 2), (3, 4), (6, 32), (7, 60), (8, 60), (10_000, 60)])
def test_wait_before_a_retry_doubles_with_each_failure_up_to_a_minute(failures: int, seconds: float) -> None:
    assert wait_before_retry(failures, Timings(), spread=0) == seconds


@pytest.mark.parametrize("spread", [0.0, 0.3, 1.0])
def test_random_spread_shortens_the_wait_before_a_retry_by_at_most_half(spread: float) -> None:
    assert 2 <= wait_before_retry(3, Timings(), spread) <= 4


def test_offline_event_ends_only_streams_that_started_before_it() -> None:
    assert ends_stream(NOON - timedelta(hours=1), as_of=NOON)
    assert ends_stream(NOON, as_of=NOON)
    assert not ends_stream(NOON + timedelta(seconds=1), as_of=NOON)


def test_offline_event_ends_a_stream_with_unknown_start() -> None:
    assert ends_stream(None, as_of=NOON)


def test_a_hundred_connections_are_spread_over_more_than_ten_seconds() -> None:
    next_start = 0.0
    for _ in range(99):
        next_start = next_free(next_start, Timings(), spread=0)
    assert next_start > 10


@pytest.mark.parametrize("spread", [0.0, 0.5, 1.0])
def test_gap_between_two_connections_is_as_configured_or_up_to_half_longer(spread: float) -> None:
    gap = Timings().gap_seconds
    assert gap <= next_free(5, Timings(), spread) - 5 <= gap * 1.5 + 1e-9
