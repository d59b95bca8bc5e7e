"""YouTube's rules: JSON streams, quota days and levels, poll intervals, errors and the choice of a broadcast."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from youtube_setup import error

from greenroom.accounts.platforms import PlatformUnavailable
from greenroom.platforms.youtube.api.answers import ErrorKind, classify, read_error
from greenroom.platforms.youtube.api.resources import Broadcast, BroadcastSnippet, BroadcastStatus
from greenroom.platforms.youtube.broadcasts.lookup import has_waiting_room, pick_live, pick_upcoming
from greenroom.platforms.youtube.chat.json_stream import JsonElements
from greenroom.platforms.youtube.quota.rules import (
    Level,
    QuotaState,
    Use,
    broadcast_poll_interval,
    is_allowed,
    min_chat_poll_interval,
    next_reset,
    pacific_day,
)

NOON = datetime(2026, 11, 15, 20, tzinfo=UTC)  # in California


@given(st.lists(st.dictionaries(st.text(), st.text(), max_size=5), max_size=5), st.integers(1, 50))
def test_list_is_split_into_its_elements_for_any_chunk_size(elements: list[object], size: int) -> None:
    encoded = b"[" + b",\n".join(msgspec.json.encode({"a": element}) for element in elements) + b"]"
    reader, found = JsonElements(), list[object]()
    for start in range(0, len(encoded), size):
        found += [msgspec.json.decode(element)["a"] for element in reader.feed(encoded[start : start + size])]
    assert found == elements


def test_element_that_is_too_long_makes_the_platform_unavailable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("greenroom.platforms.youtube.chat.json_stream.MAX_ELEMENT_BYTES", 100)
    reader = JsonElements()
    reader.feed(b'[{"a":"')
    with pytest.raises(PlatformUnavailable):
        reader.feed(b"x" * 100)


@pytest.mark.parametrize(
    ("now", "reset"),
    [
        ("2026-11-15T20:00:00", "2026-11-16T08:00:00"),
        ("2026-07-15T06:59:59", "2026-07-15T07:00:00"),
        ("2026-07-15T07:00:00", "2026-07-16T07:00:00"),
        # The days on which the clocks change have 23 and 25 hours.
        ("2026-03-08T08:00:00", "2026-03-09T07:00:00"),
        ("2026-11-01T07:00:00", "2026-11-02T08:00:00"),
    ],
)
def test_day_ends_at_midnight_in_california(now: str, reset: str) -> None:
    at = datetime.fromisoformat(now).replace(tzinfo=UTC)
    assert next_reset(at) == datetime.fromisoformat(reset).replace(tzinfo=UTC)
    assert pacific_day(next_reset(at)) == pacific_day(at) + timedelta(days=1)


@pytest.mark.parametrize(
    ("used", "pace", "level"),
    [
        (0, 0.0, Level.NONE),
        (2_000, 9.0, Level.NONE),
        (3_000, 0.01, Level.NONE),
        (3_000, 9.0, Level.SLOWER),
        (6_000, 0.0, Level.SLOWER),
        (7_500, 0.0, Level.NO_COUNTS),
        (9_000, 0.0, Level.SENDING_ONLY),
        (12_000, 0.0, Level.SENDING_ONLY),
    ],
)
def test_less_is_allowed_the_less_quota_is_left(used: int, pace: float, level: Level) -> None:
    assert QuotaState(used, 10_000, pace, NOON).level == level


def test_sending_is_allowed_the_longest() -> None:
    assert [is_allowed(Level.SENDING_ONLY, use) for use in (Use.ACT, Use.FIND_BROADCAST, Use.READ, Use.COUNT)] == [
        True
    ] + [False] * 3
    assert not is_allowed(Level.NO_COUNTS, Use.COUNT)
    assert is_allowed(Level.NO_COUNTS, Use.READ)
    assert all(is_allowed(Level.SLOWER, use) for use in Use)


def test_forecast_uses_the_recent_rate() -> None:
    # Twelve hours are left in California.
    assert QuotaState(1_000, 10_000, 0.1, NOON).forecast == 1_000 + 4_320


@pytest.mark.parametrize(("hours", "seconds"), [(2, 4.5), (4, 9.0), (6, 13.5), (8, 18.0)])
def test_polls_are_spread_over_a_stream_of_the_expected_length(hours: float, seconds: float) -> None:
    fresh = QuotaState(0, 10_000, 0.0, NOON)
    assert min_chat_poll_interval(fresh, cost=5, readers=1, horizon_seconds=hours * 3600) == pytest.approx(seconds)
    assert min_chat_poll_interval(fresh, cost=5, readers=3, horizon_seconds=hours * 3600) == pytest.approx(seconds * 3)


def test_polling_never_uses_up_the_quota_however_long_the_stream() -> None:
    used, now = 0, datetime(2026, 11, 15, 8, tzinfo=UTC)
    for _ in range(20 * 60):
        state = QuotaState(used, 10_000, 0.0, now)
        interval = min_chat_poll_interval(state, cost=5, readers=1, horizon_seconds=-1)
        used, now = used + round(60 / interval * 5), now + timedelta(minutes=1)
    assert used < 8_100


def test_quota_for_live_checks_is_shared_among_channels() -> None:
    fresh = QuotaState(0, 10_000, 0.0, NOON)
    assert broadcast_poll_interval(fresh, cost=1, channels=1, min_seconds=60) == 60
    assert broadcast_poll_interval(fresh, cost=1, channels=10, min_seconds=60) == pytest.approx(432)
    assert broadcast_poll_interval(QuotaState(7_500, 10_000, 0, NOON), cost=1, channels=1, min_seconds=60) == 240


@pytest.mark.parametrize(
    ("status", "body", "error_kind"),
    [
        (403, error("quotaExceeded"), ErrorKind.QUOTA),
        (403, error("dailyLimitExceeded"), ErrorKind.QUOTA),
        (403, error("rateLimitExceeded"), ErrorKind.TOO_FAST),
        (429, error("unheardOf", 429), ErrorKind.TOO_FAST),
        (403, error("forbidden"), ErrorKind.FORBIDDEN),
        (403, error("forbidden", details="ACCESS_TOKEN_SCOPE_INSUFFICIENT"), ErrorKind.SCOPE_MISSING),
        (403, error("forbidden", details="NEVER_HEARD_OF"), ErrorKind.FORBIDDEN),
        (403, error("insufficientPermissions"), ErrorKind.SCOPE_MISSING),
        (403, error("liveChatEnded"), ErrorKind.CHAT_ENDED),
        (403, error("liveChatDisabled"), ErrorKind.CHAT_DISABLED),
        (403, error("accessNotConfigured"), ErrorKind.API_OFF),
        (404, error("liveChatNotFound", 404), ErrorKind.NOT_FOUND),
        (401, error("youtubeSignupRequired", 401), ErrorKind.NO_CHANNEL),
        (401, error("required", 401), ErrorKind.TOKEN_REFUSED),
        (400, error("required", 400), ErrorKind.BAD_REQUEST),
        (400, error("messageTextInvalid", 400), ErrorKind.TEXT_REFUSED),
        (500, error("backendError", 500), ErrorKind.SERVER),
        (418, error("teapot", 418), ErrorKind.SERVER),
        (403, f"[{error('quotaExceeded')}]", ErrorKind.QUOTA),
        (403, "<html>", ErrorKind.SERVER),
        (401, "[]", ErrorKind.SERVER),
        (429, "", ErrorKind.TOO_FAST),
    ],
)
def test_kind_of_error_depends_on_the_reason(status: int, body: str, error_kind: ErrorKind) -> None:
    assert classify(status, read_error(body.encode())).error_kind == error_kind


def broadcast(name: str, status: str, hours: float | None = None) -> Broadcast:
    at = None if hours is None else NOON + timedelta(hours=hours)
    start = at if status == "live" else None
    return Broadcast(name, BroadcastSnippet(scheduled_start_time=at, actual_start_time=start), BroadcastStatus(status))


def test_of_several_broadcasts_the_known_one_or_else_the_newest_is_used() -> None:
    found = [broadcast("old", "live", -3), broadcast("new", "live", -1), broadcast("test", "testing", 0)]
    assert (pick_live(found, ""), pick_live(found, "old"), pick_live(found, "other")) == (found[1], found[0], found[1])
    assert pick_live([broadcast("test", "testing", 0)], "test") is None


def test_next_broadcast_is_the_earliest_that_is_not_long_overdue() -> None:
    found = [broadcast("later", "ready", 9), broadcast("soon", "ready", 1), broadcast("forgotten", "ready", -100)]
    assert pick_upcoming([*found, broadcast("unscheduled", "ready")], NOON) == found[1]
    assert pick_upcoming(found[2:], NOON) is None
    assert not has_waiting_room(found[1], NOON, 1800)
    assert has_waiting_room(found[1], NOON + timedelta(minutes=31), 1800)
