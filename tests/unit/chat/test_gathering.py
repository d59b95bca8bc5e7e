"""How long a batch waits for company."""

from greenroom.chat.pipeline.inbox import Limits
from greenroom.kernel.live.hub import TICK_SECONDS

LIMITS = Limits()


def test_batch_of_a_chat_that_can_be_read_never_waits_for_a_frame_once_more() -> None:
    assert TICK_SECONDS < LIMITS.gather_for(7, LIMITS.gather_seconds) < 2 * TICK_SECONDS


def test_flood_is_gathered_longer_at_every_length_of_its_batches() -> None:
    short, long = LIMITS.gather_seconds, LIMITS.busy_gather_seconds
    assert [LIMITS.gather_for(round(500 * seconds), seconds) for seconds in (short, long)] == [long, long]


def test_many_after_a_pause_are_no_flood() -> None:
    # A second in which 200 came: the server was held up, the chat is as it was.
    assert LIMITS.gather_for(200, 1.0) == LIMITS.gather_seconds
