"""Which stream it is, and how much of it is credited."""

from datetime import UTC, datetime, timedelta

import pytest

from greenroom.features.watch_time.rules import StreamCredit, StreamRecord, current_streak, next_credit

NOW = datetime(2030, 1, 2, 20, 0, tzinfo=UTC)


def known(seconds_ago: float, *stream_ids: str) -> StreamRecord:
    return StreamRecord(4, stream_ids or ("twitch:1",), NOW - timedelta(seconds=seconds_ago))


def test_the_first_stream_ever_is_the_first() -> None:
    assert next_credit(None, ["twitch:1"], NOW) == StreamCredit(1, ["twitch:1"], 60)


@pytest.mark.parametrize(
    ("seconds_ago", "credited"), [(60, 60), (66, 66), (119, 119), (500, 120), (5, 0), (29, 0), (30, 30)]
)
def test_a_turn_credits_what_has_passed_but_no_outage(seconds_ago: float, credited: int) -> None:
    assert next_credit(known(seconds_ago), ["twitch:1"], NOW) == StreamCredit(4, ["twitch:1"], credited)


def test_a_stream_that_broke_off_for_a_while_is_the_same() -> None:
    assert next_credit(known(1_799), ["twitch:2"], NOW) == StreamCredit(4, ["twitch:1", "twitch:2"], 120)
    assert next_credit(known(1_800), ["twitch:2"], NOW) == StreamCredit(5, ["twitch:2"], 60)


def test_a_second_platform_joins_the_stream() -> None:
    assert next_credit(known(60), ["youtube:9", "twitch:1"], NOW) == StreamCredit(4, ["twitch:1", "youtube:9"], 60)


def test_a_long_stream_is_the_same_after_a_long_outage() -> None:
    assert next_credit(known(7_200), ["twitch:1"], NOW).number == 4


def test_a_clock_that_was_put_back_costs_nobody_a_stream_with_the_same_id() -> None:
    assert next_credit(known(-3_600), ["twitch:1"], NOW) == StreamCredit(4, ["twitch:1"], 60)


def test_ids_are_not_gathered_for_ever() -> None:
    many = [f"twitch:{number}" for number in range(100)]
    assert len(next_credit(known(60, *many), ["kick:1"], NOW).stream_ids) == 20


@pytest.mark.parametrize(("last_stream", "streak"), [(4, 7), (3, 7), (2, 0), (1, 0)])
def test_a_streak_lasts_until_a_stream_was_missed(last_stream: int, streak: int) -> None:
    assert current_streak(7, last_stream, 4) == streak
