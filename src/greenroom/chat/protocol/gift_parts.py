"""A gift to several viewers, which platforms report in parts and in any order: its size, and each recipient."""

from collections.abc import Iterable

# More names would make a line or an activity large, and it is sent again with each of them.
MAX_RECIPIENTS = 100


def merge_parts(sizes: Iterable[int], names: Iterable[str]) -> tuple[int, tuple[str, ...]]:
    """Size and recipients of the whole gift; the size is unknown, 0, in the parts that name recipients."""
    recipients = dict.fromkeys(name for name in names if name)
    return max(len(recipients), *sizes, 1), tuple(recipients)[:MAX_RECIPIENTS]
