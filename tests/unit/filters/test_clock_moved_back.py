"""A wall clock that jumps by an hour, in either direction: nothing lasts for ever, and nothing is lost."""

from datetime import UTC, datetime, timedelta
from time import monotonic
from types import SimpleNamespace
from typing import cast
from uuid import UUID

import pytest

from greenroom.chat.messages.models import ModerationEntry
from greenroom.features.filters.engine import LinkPermit
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.matching.sliding_memory import RecentMessages, TextSenders
from greenroom.features.filters.rules import SECONDS_BETWEEN_VIEWER_WARNINGS, WarningThrottle
from greenroom.features.moderation.rules import seconds_left

NOW = datetime(2030, 1, 2, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
CHANNEL, ANN = UUID(int=1), ("twitch", "7")


def said(seconds: float, viewer: str = "7") -> Message:
    return Message("again", provider="twitch", viewer_id=viewer, message_id=f"{viewer}-{seconds}", seconds=seconds)


def timeout(seconds: int | None) -> ModerationEntry:
    return cast("ModerationEntry", SimpleNamespace(created_at=NOW, seconds=seconds, action="timeout"))


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
def test_bot_warns_again_right_after_the_clock_jumped(jump: timedelta) -> None:
    warnings = WarningThrottle()
    assert warnings.may_warn(CHANNEL, ANN, NOW)
    assert not warnings.may_warn(CHANNEL, ANN, NOW + timedelta(seconds=SECONDS_BETWEEN_VIEWER_WARNINGS - 1))
    assert warnings.may_warn(CHANNEL, ANN, NOW + jump)
    assert not warnings.may_warn(CHANNEL, ANN, NOW + jump)


@pytest.mark.parametrize("jump", [-3600.0, 3600.0])
def test_what_was_said_before_the_jump_is_no_repetition(jump: float) -> None:
    recent, crowds = RecentMessages[str](5), TextSenders(2)
    recent.add(said(10_000), "again")
    crowds.join(b"again", said(10_000), 30)
    after = said(10_000 + jump)
    assert recent.others(after, 30) == recent.since(after, 30) == []
    assert crowds.join(b"again", said(10_000 + jump, "8"), 30) == 1


def test_two_chats_that_are_heard_out_of_order_still_count() -> None:
    recent, crowds = RecentMessages[str](5), TextSenders(2)
    recent.add(said(10_001), "again")
    crowds.join(b"again", said(10_001), 30)
    assert recent.others(said(10_000), 30) == ["again"]
    assert crowds.join(b"again", said(10_000, "8"), 30) == 2


def test_permit_of_a_minute_lasts_no_hour_because_the_clock_was_put_back() -> None:
    now = NOW.timestamp()
    permit = LinkPermit.until(now + 60, now)
    assert permit.covers(said(1), now - 3600)
    permit.over_at = monotonic()
    assert not permit.covers(said(1), now - 3600)
    permit.used_for = said(1).message_id
    assert permit.covers(said(1), now - 3600)


@pytest.mark.parametrize(
    ("seconds", "now", "left"),
    [(600, NOW, 600), (600, NOW - HOUR, 600), (600, NOW + HOUR, 0), (600, NOW + HOUR / 12, 300), (None, NOW, None)],
)
def test_nothing_is_longer_than_it_was_when_it_is_given_again(
    seconds: int | None, now: datetime, left: int | None
) -> None:
    assert seconds_left(timeout(seconds), now) == left
