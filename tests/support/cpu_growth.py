"""Measures how CPU time grows with the size of the input, to tell linear from quadratic time on any machine."""

import time
from collections.abc import Callable

FACTOR = 4
REPEATS = 3
# When the input grows by FACTOR, linear time grows by 4 and quadratic time by 16.
MAX_LINEAR_GROWTH = 8.0


def cpu_growth(work: Callable[[int], object], size: int) -> float:
    """The CPU time at FACTOR * `size` divided by the CPU time at `size`; each is the shortest of REPEATS runs."""
    return _best_seconds(work, size * FACTOR) / _best_seconds(work, size)


def _best_seconds(work: Callable[[int], object], size: int) -> float:
    seconds: list[float] = []
    for _ in range(REPEATS):
        began = time.process_time()
        work(size)
        seconds.append(time.process_time() - began)
    return max(min(seconds), 1e-6)
