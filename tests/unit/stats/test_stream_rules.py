"""When a stream begins, continues and ends, and its viewer numbers."""

from datetime import UTC, datetime, timedelta

import pytest

from greenroom.features.stats.streams.rules import (
    LastStream,
    Minute,
    continues,
    end_of,
    merge_accounts,
    start_of_joined,
    start_of_new,
    viewer_numbers,
)

NOON = datetime(2026, 3, 29, 12, tzinfo=UTC)


def after(**time: float) -> datetime:
    return NOON + timedelta(**time)


def last(ended_at: datetime | None, *, is_settled: bool = False, has_same_part: bool = False) -> LastStream:
    return LastStream(NOON, ended_at, is_settled, has_same_part)


@pytest.mark.parametrize(
    ("stream", "is_continued"),
    [
        (None, False),
        (last(None), True),
        (last(after(minutes=30)), True),
        (last(after(minutes=29)), False),
        (last(after(minutes=5), has_same_part=True), True),
        (last(after(minutes=5), is_settled=True, has_same_part=True), False),
    ],
)
def test_stream_continues_within_half_an_hour_of_its_end_or_with_the_same_stream_part(
    stream: LastStream | None, is_continued: bool
) -> None:
    assert continues(stream, after(hours=1)) is is_continued


def test_new_stream_never_begins_before_the_end_of_the_last_one() -> None:
    assert start_of_new(NOON, last(after(hours=2))) == after(hours=2)
    assert start_of_new(after(hours=3), last(after(hours=2))) == after(hours=3)


def test_start_of_a_stream_is_not_moved_by_a_platform_that_was_live_hours_before() -> None:
    assert start_of_joined(NOON, after(minutes=-2)) == after(minutes=-2)
    assert start_of_joined(NOON, after(hours=-9)) == NOON
    assert start_of_joined(NOON, after(minutes=5)) == NOON


def test_end_detected_late_is_the_time_when_the_stream_was_last_seen() -> None:
    assert end_of(NOON, after(hours=1), after(hours=1, minutes=9)) == after(hours=1, minutes=9)
    assert end_of(NOON, after(hours=1), after(hours=9)) == after(hours=1)
    assert end_of(after(hours=2), after(hours=1), after(hours=9)) == after(hours=2)


def minute(number: int, viewers: float | None, peak: int | None = None) -> Minute:
    return Minute(number, viewers, peak, None, 0)


def test_viewers_of_all_platforms_are_added_up_minute_by_minute() -> None:
    twitch = [minute(1, 10.5, 12), minute(2, 20, 25)]
    kick = [minute(2, 5, 5), minute(3, None)]
    numbers = viewer_numbers([twitch, kick])
    assert (numbers.average, numbers.peak, numbers.watched_minutes) == (18, 30, 36)


def test_average_of_a_platform_leaves_out_minutes_without_a_number() -> None:
    numbers = viewer_numbers([[minute(1, 10, 10), minute(2, None), minute(9, 30, 31)]])
    assert (numbers.average, numbers.peak, numbers.watched_minutes) == (20, 31, 40)


def test_missing_viewer_number_is_not_zero() -> None:
    assert viewer_numbers([[minute(1, None)]]).average is None
    assert viewer_numbers([[minute(1, 0, 0)]]).average == 0


def test_accounts_of_one_platform_are_merged() -> None:
    one, other = Minute(2, 10, 11, 500, 3), Minute(2, None, None, 700, 4)
    assert merge_accounts([one, Minute(1, 1, 1, None, 0), other]) == [
        Minute(1, 1, 1, None, 0),
        Minute(2, 10, 11, 700, 7),
    ]
