"""The time that a batch waits for further events."""

from greenroom.chat.pipeline.inbox import Limits
from greenroom.kernel.live.hub import TICK_SECONDS

LIMITS = Limits()


def test_batch_wait_is_between_one_and_two_intervals_of_live_frames() -> None:
    assert TICK_SECONDS < LIMITS.seconds_between_batches(7, LIMITS.batch_seconds) < 2 * TICK_SECONDS


def test_chat_of_five_hundred_events_a_second_is_busy_after_a_short_and_a_long_wait() -> None:
    short, long = LIMITS.batch_seconds, LIMITS.busy_batch_seconds
    assert [LIMITS.seconds_between_batches(round(500 * seconds), seconds) for seconds in (short, long)] == [long, long]


def test_a_burst_after_a_pause_is_not_a_busy_chat() -> None:
    # If 200 events wait after a second without a batch, the server was delayed, and the chat is not busy.
    assert LIMITS.seconds_between_batches(200, 1.0) == LIMITS.batch_seconds
