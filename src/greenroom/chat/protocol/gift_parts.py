"""Merges the reports of a gift to several viewers: platforms report its size and each recipient in any order."""

from collections.abc import Iterable

# More names would make a line or an activity large, and it is sent again with each of them.
MAX_RECIPIENTS = 100


def merge_parts(sizes: Iterable[int], names: Iterable[str]) -> tuple[int, tuple[str, ...]]:
    """Size and recipients of the whole gift; a report that only names a recipient has the size 0."""
    recipients = dict.fromkeys(name for name in names if name)
    return max(len(recipients), *sizes, 1), tuple(recipients)[:MAX_RECIPIENTS]
