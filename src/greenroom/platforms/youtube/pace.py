"""Intervals and timeouts for YouTube."""

from msgspec import Struct


class Pace(Struct, frozen=True):
    # YouTube sends no event when a broadcast starts.
    check_seconds: float = 60.0
    # Broadcasts that are planned change seldom.
    upcoming_seconds: float = 600.0
    # The chat of a planned broadcast is read from this long before its start.
    waiting_room_seconds: float = 1800.0
    # After a stream that lasted longer than this the reconnect is quick.
    short_lived_seconds: float = 30.0
    first_wait_seconds: float = 1.0
    max_wait_seconds: float = 30.0
    # A quiet chat sends nothing at all; the operating system notices a line that is dead.
    silence_seconds: float = 600.0
    # So many streams in a row that fail are followed by polling, for a while.
    stream_failures: int = 3
    poll_failures: int = 3
    polls_for_seconds: float = 900.0
    # A chat that was turned off may be turned on again.
    chat_again_seconds: float = 300.0
    # YouTube does not say how long to wait after too many messages or calls.
    limited_seconds: float = 10.0
    # Parts of one message follow each other not faster than this.
    part_gap_seconds: float = 1.0
    # How often the position in the chat is stored.
    save_seconds: float = 2.0
    # How often the remaining quota is emitted.
    report_seconds: float = 60.0
    # How often a waiting call checks whether quota is available again.
    parked_seconds: float = 60.0
    # A chat that cannot be read in any way is tried again after this long, and then more and more seldom.
    min_retry_seconds: float = 15.0
    max_retry_seconds: float = 300.0
