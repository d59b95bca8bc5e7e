"""The time that regular expressions may take for one chat message."""

from collections.abc import Iterable, Sequence

from greenroom.kernel.regex.live_positions import nanoseconds_per_character

# The longest message that a platform allows, in characters.
MAX_MESSAGE_LENGTH = 500
# Limit of the CPU time for one message, for all expressions of a channel together.
MAX_SECONDS = 0.025
# Expressions that may need more are matched outside the event loop.
MAX_SECONDS_ON_LOOP = 0.002


def seconds_per_message(expressions: Iterable[str]) -> float:
    """CPU time for the slowest message: an upper bound, which depends on nothing but the expressions."""
    return nanoseconds_per_character(expressions) * MAX_MESSAGE_LENGTH * 1e-9


def first_too_slow(unchanged: Sequence[str], sent: Sequence[str], replaced: Sequence[str] = ()) -> int | None:
    """Index of the first expression in `sent` that is too slow together with those before it and `unchanged`, or None.

    `replaced` are the stored expressions that `sent` replaces: a list that was too slow already may be changed as long
    as it does not become slower.
    """
    budget = max(MAX_SECONDS, seconds_per_message([*unchanged, *replaced]))
    if not sent or seconds_per_message([*unchanged, *sent]) <= budget:
        return None
    low, high = 0, len(sent) - 1
    while low < high:
        middle = (low + high) // 2
        if seconds_per_message([*unchanged, *sent[: middle + 1]]) > budget:
            high = middle
        else:
            low = middle + 1
    return low
