"""The limit of the time that all regexes of a channel may take for one chat message.

For each character of a message, RE2 goes through each step (instruction) of its program once at most. With regexes and
messages that are made to be slow this takes 5 to 30 ns; usual messages need far less, because RE2 remembers what it did
for the same characters. So the number of steps and the length of a message limit the time, to 300 ms.
It is spent in a thread, outside Python's lock, so that other channels do not wait for it.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec import Struct

from greenroom.kernel.regex.safe_regex import Expression

# Limit for all regexes of a channel's filters together, and again for those of its commands.
MAX_STEPS = 20_000
# Regexes with more are always matched outside the event loop; with fewer, once they have been slow.
MAX_STEPS_ON_LOOP = 1_000
TOO_LARGE = (
    f"may have {MAX_STEPS:,} steps of RE2 at most. Counts such as {{1,200}} and classes such as \\pL have the most"
)
MAX_SIZES_CACHED = 10_000


@lru_cache(maxsize=MAX_SIZES_CACHED)
def steps_of(regex: str) -> int:
    return Expression(regex).size


def total_steps(regexes: Iterable[str]) -> int:
    """Equal regexes are searched once, and count once."""
    return sum(map(steps_of, set(regexes)))


class StepBudget(Struct):
    """The steps that are left for regexes; those of equal ones are spent once."""

    left: int
    spent_for: set[str]

    @classmethod
    def beside(cls, unchanged: Iterable[str], replaced: Iterable[str] = ()) -> "StepBudget":
        """The budget for regexes that are stored beside `unchanged` instead of `replaced`.

        A list that exceeded the limit before may be changed as long as it does not become larger.
        """
        kept = set(unchanged)
        before = total_steps(kept)
        return cls(max(MAX_STEPS, total_steps([*kept, *replaced])) - before, kept)

    def spend(self, regex: str) -> bool:
        """Whether the steps of this regex were left."""
        if regex not in self.spent_for:
            self.spent_for.add(regex)
            self.left -= steps_of(regex)
        return self.left >= 0


def first_too_large(unchanged: Sequence[str], sent: Sequence[str], replaced: Sequence[str] = ()) -> int | None:
    """Index of the first regex in `sent` with which the limit is exceeded, or None."""
    budget = StepBudget.beside(unchanged, replaced)
    return next((index for index, one in enumerate(sent) if not budget.spend(one)), None)
