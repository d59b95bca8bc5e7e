"""The time that a batch waits for further events."""

from greenroom.chat.pipeline.inbox import Limits
from greenroom.kernel.live.hub import TICK_SECONDS

LIMITS = Limits()


def test_batch_wait_is_longer_than_the_frame_interval_of_the_hub() -> None:
    assert TICK_SECONDS < LIMITS.gather_for(7, LIMITS.gather_seconds) < 2 * TICK_SECONDS


def test_five_hundred_events_a_second_are_a_busy_chat_after_a_short_and_a_long_wait() -> None:
    short, long = LIMITS.gather_seconds, LIMITS.busy_gather_seconds
    assert [LIMITS.gather_for(round(500 * seconds), seconds) for seconds in (short, long)] == [long, long]


def test_a_burst_after_a_pause_is_not_a_busy_chat() -> None:
    # If 200 events wait after a second without a batch, the server was delayed, and the chat is not busy.
    assert LIMITS.gather_for(200, 1.0) == LIMITS.gather_seconds
