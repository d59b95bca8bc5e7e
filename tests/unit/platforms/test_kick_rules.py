"""Kick's rules: durations of bans, the state of a stream, and missing subscriptions."""

from datetime import UTC, datetime, timedelta

import pytest

from greenroom.chat.protocol.events import StreamOffline, StreamOnline
from greenroom.platforms.kick.api.client import Subscription
from greenroom.platforms.kick.bans import MAX_TIMEOUT_MINUTES, TooLong, ban_body, in_minutes
from greenroom.platforms.kick.stream_state import StreamState
from greenroom.platforms.kick.webhooks.normalize import EVENTS
from greenroom.platforms.kick.webhooks.subscriptions import compare

T0 = datetime(2026, 11, 15, 10, tzinfo=UTC)


def at(minutes: float) -> datetime:
    return T0 + timedelta(minutes=minutes)


@pytest.mark.parametrize(
    ("seconds", "minutes", "is_rounded"), [(60, 1, False), (1, 1, True), (61, 2, True), (600, 10, False), (0, 1, True)]
)
def test_seconds_are_rounded_up_to_minutes_with_a_note(seconds: int, minutes: int, is_rounded: bool) -> None:
    duration = in_minutes(seconds)
    assert duration.minutes == minutes
    assert bool(duration.detail) == is_rounded


def test_time_out_of_more_than_a_week_is_rejected() -> None:
    assert in_minutes(MAX_TIMEOUT_MINUTES * 60).minutes == MAX_TIMEOUT_MINUTES
    with pytest.raises(TooLong):
        in_minutes(MAX_TIMEOUT_MINUTES * 60 + 1)


def test_reason_is_shortened_to_kicks_maximum() -> None:
    assert len(str(ban_body("1", "2", None, "x" * 101)["reason"])) == 100


def test_start_and_end_of_a_stream_are_each_reported_once() -> None:
    stream = StreamState()
    first = stream.online(at(0), at(0))
    assert isinstance(first, StreamOnline)
    assert stream.online(at(1), at(1)) is None
    assert stream.offline(at(30), at(30)) == StreamOffline(as_of=at(30), received_at=at(30))
    assert stream.offline(at(31), at(31)) is None


def test_running_stream_keeps_its_id_when_the_connection_restarts() -> None:
    first = StreamState().online(at(0), at(0))
    again = StreamState(live_since=at(0)).online(at(0.5), at(60))
    assert first is not None
    assert again is not None
    assert (again.stream_id, again.started_at) == (first.stream_id, at(0))


def test_late_report_of_an_ended_stream_does_not_restart_it() -> None:
    stream = StreamState()
    stream.online(at(0), at(0))
    stream.offline(at(30), at(30))
    assert stream.online(at(0), at(31)) is None
    assert isinstance(stream.online(at(32), at(32)), StreamOnline)


def test_stream_still_listed_as_live_six_minutes_after_its_end_is_live_again() -> None:
    stream = StreamState()
    stream.online(at(0), at(0))
    stream.offline(at(30), at(30))
    assert stream.online(at(0), at(34)) is None
    assert isinstance(stream.online(at(0), at(36)), StreamOnline)


def test_stream_that_began_before_a_poll_found_it_offline_is_still_reported() -> None:
    stream = StreamState()
    stream.offline(at(0), at(2))
    assert isinstance(stream.online(at(-1), at(3)), StreamOnline)


def test_outdated_poll_does_not_end_a_stream_that_has_just_started() -> None:
    stream = StreamState()
    stream.online(at(0), at(0))
    assert stream.offline(at(-1), at(1)) is None
    assert isinstance(stream.offline(at(1), at(3)), StreamOffline)


def test_later_stream_is_reported_as_a_new_one() -> None:
    stream = StreamState()
    stream.online(at(0), at(0))
    second = stream.online(at(60), at(60))
    assert second is not None
    assert second.started_at == at(60)
    assert stream.online(at(0), at(61)) is None


def test_stream_that_restarts_within_a_second_is_a_new_one() -> None:
    stream, restarted, ended = StreamState(), at(30), at(30) + timedelta(milliseconds=700)
    stream.online(at(0), at(0))
    assert isinstance(stream.offline(ended, ended), StreamOffline)
    again = stream.online(restarted, ended)
    assert again is not None
    assert again.started_at == restarted
    # A stream that is over within its first second stays over.
    stream.offline(restarted, ended)
    assert stream.online(restarted, at(31)) is None


def test_missing_and_duplicate_subscriptions_are_found() -> None:
    existing = [Subscription(f"s{number}", name) for number, name in enumerate(EVENTS[2:])]
    more = [
        Subscription("twice", EVENTS[2]),
        Subscription("other", "something.else"),
        Subscription("old", EVENTS[0], 2),
    ]
    difference = compare([*existing, *more])
    assert difference.missing == EVENTS[:2]
    assert difference.duplicates == ("twice",)
