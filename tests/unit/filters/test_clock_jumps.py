"""Warnings, repetition, permits and time-outs when the wall clock jumps by an hour."""

from datetime import UTC, datetime, timedelta
from time import monotonic
from types import SimpleNamespace
from typing import cast
from uuid import UUID

import pytest

from greenroom.chat.moderation.models import ModerationEntry
from greenroom.features.filters.engine import LinkPermit
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.matching.sliding_memory import RecentMessages, TextSenders
from greenroom.features.filters.rules import SECONDS_BETWEEN_VIEWER_WARNINGS, WarningThrottle
from greenroom.features.moderation.rules import seconds_left

NOW = datetime(2030, 1, 2, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
CHANNEL, ANN = UUID(int=1), ("twitch", "7")


def message_at(seconds: float, viewer: str = "7") -> Message:
    return Message("again", provider="twitch", viewer_id=viewer, message_id=f"{viewer}-{seconds}", sent_at=seconds)


def timeout(seconds: int | None) -> ModerationEntry:
    return cast("ModerationEntry", SimpleNamespace(created_at=NOW, seconds=seconds, action="timeout"))


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
def test_warnings_are_allowed_right_after_the_clock_jumped(jump: timedelta) -> None:
    warnings = WarningThrottle()
    assert warnings.try_acquire(CHANNEL, ANN, NOW)
    assert not warnings.try_acquire(CHANNEL, ANN, NOW + timedelta(seconds=SECONDS_BETWEEN_VIEWER_WARNINGS - 1))
    assert warnings.try_acquire(CHANNEL, ANN, NOW + jump)
    assert not warnings.try_acquire(CHANNEL, ANN, NOW + jump)


@pytest.mark.parametrize("jump", [-3600.0, 3600.0])
def test_messages_before_the_jump_do_not_count_as_repetition(jump: float) -> None:
    recent, senders = RecentMessages[str](5), TextSenders(2)
    recent.add(message_at(10_000), "again")
    senders.add("again", message_at(10_000), 30)
    after = message_at(10_000 + jump)
    assert recent.others_since(after, 30) == recent.since(after, 30) == []
    assert senders.add("again", message_at(10_000 + jump, "8"), 30) == [10_000 + jump]


def test_messages_that_arrive_out_of_order_still_count_as_repetition() -> None:
    recent, senders = RecentMessages[str](5), TextSenders(2)
    recent.add(message_at(10_001), "again")
    senders.add("again", message_at(10_001), 30)
    assert recent.others_since(message_at(10_000), 30) == [(10_001, "again")]
    assert senders.add("again", message_at(10_000, "8"), 30) == [10_001, 10_000]


def test_permit_expires_on_time_when_the_clock_is_set_back() -> None:
    now = NOW.timestamp()
    permit = LinkPermit.until(now + 60, now)
    assert permit.covers(message_at(1), now - 3600)
    permit.monotonic_expires_at = monotonic()
    assert not permit.covers(message_at(1), now - 3600)
    permit.used_for = message_at(1).message_id
    assert permit.covers(message_at(1), now - 3600)


@pytest.mark.parametrize(
    ("seconds", "now", "left"),
    [(600, NOW, 600), (600, NOW - HOUR, 600), (600, NOW + HOUR, 0), (600, NOW + HOUR / 12, 300), (None, NOW, None)],
)
def test_timeout_that_an_undo_applies_again_is_never_longer_than_before(
    seconds: int | None, now: datetime, left: int | None
) -> None:
    assert seconds_left(timeout(seconds), now) == left
