"""Watch time: the number of the running stream, the seconds credited, and a viewer's streak of streams in a row."""

from datetime import UTC, datetime, timedelta

import pytest

from greenroom.features.watch_time.rules import StreamCredit, StreamRecord, current_streak, next_credit

NOW = datetime(2030, 1, 2, 20, 0, tzinfo=UTC)


def record(seconds_ago: float, *stream_ids: str) -> StreamRecord:
    return StreamRecord(4, stream_ids or ("twitch:1",), NOW - timedelta(seconds=seconds_ago))


def test_first_stream_has_number_one() -> None:
    assert next_credit(None, ["twitch:1"], NOW) == StreamCredit(1, ["twitch:1"], 60)


@pytest.mark.parametrize(
    ("seconds_ago", "credited"), [(60, 60), (66, 66), (119, 119), (500, 120), (5, 0), (29, 0), (30, 30)]
)
def test_elapsed_time_is_credited_from_thirty_seconds_to_two_minutes(seconds_ago: float, credited: int) -> None:
    assert next_credit(record(seconds_ago), ["twitch:1"], NOW) == StreamCredit(4, ["twitch:1"], credited)


def test_stream_restarted_within_half_an_hour_is_the_same() -> None:
    assert next_credit(record(1_799), ["twitch:2"], NOW) == StreamCredit(4, ["twitch:1", "twitch:2"], 120)
    assert next_credit(record(1_800), ["twitch:2"], NOW) == StreamCredit(5, ["twitch:2"], 60)


def test_second_platform_joins_the_stream() -> None:
    assert next_credit(record(60), ["youtube:9", "twitch:1"], NOW) == StreamCredit(4, ["twitch:1", "youtube:9"], 60)


def test_stream_with_the_same_id_continues_after_an_outage() -> None:
    assert next_credit(record(7_200), ["twitch:1"], NOW).number == 4


def test_clock_set_back_keeps_a_stream_with_the_same_id() -> None:
    assert next_credit(record(-3_600), ["twitch:1"], NOW) == StreamCredit(4, ["twitch:1"], 60)


def test_number_of_remembered_stream_ids_is_limited() -> None:
    many = [f"twitch:{number}" for number in range(100)]
    assert len(next_credit(record(60, *many), ["kick:1"], NOW).stream_ids) == 20


@pytest.mark.parametrize(("last_stream", "streak"), [(4, 7), (3, 7), (2, 0), (1, 0)])
def test_streak_ends_after_a_missed_stream(last_stream: int, streak: int) -> None:
    assert current_streak(7, last_stream, 4) == streak
