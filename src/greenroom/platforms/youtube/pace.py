"""Intervals and timeouts for YouTube."""

from msgspec import Struct


class Pace(Struct, frozen=True):
    # Minimum interval of lookups of the live broadcast, because YouTube sends no event when one starts.
    check_seconds: float = 60.0
    # Minimum interval of lookups of scheduled broadcasts, which rarely change.
    upcoming_seconds: float = 600.0
    # The chat of a scheduled broadcast is read from this long before its start.
    waiting_room_seconds: float = 1800.0
    # After a chat stream (a response that delivers the chat) that was open longer than this, the reconnect is quick.
    short_lived_seconds: float = 30.0
    # First and longest wait before the chat is streamed or polled again after a failure.
    first_wait_seconds: float = 1.0
    max_wait_seconds: float = 30.0
    # Time limit for a stream without data. A quiet chat sends none; the system detects a dead connection earlier.
    silence_seconds: float = 600.0
    # After this many failed streams without a long one in between, the chat is polled for `polls_for_seconds`.
    stream_failures: int = 3
    polls_for_seconds: float = 900.0
    # After this many failed polls in a row, the chat counts as unreadable.
    poll_failures: int = 3
    # Wait before the same chat is read again: one that was turned off may be turned on.
    chat_again_seconds: float = 300.0
    # Minimum time between two parts of one message.
    part_gap_seconds: float = 1.0
    # How often the position in the chat is stored.
    save_seconds: float = 2.0
    # How often the state of the quota is emitted.
    report_seconds: float = 60.0
    # How often a waiting connection checks whether quota is available again.
    parked_seconds: float = 60.0
    # Minimum and maximum wait before retrying a chat that can be neither streamed nor polled.
    min_retry_seconds: float = 15.0
    max_retry_seconds: float = 300.0
