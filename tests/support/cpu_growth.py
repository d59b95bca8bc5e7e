"""Growth of CPU time with the size of the input: tells linear from quadratic work on any machine."""

import time
from collections.abc import Callable

FACTOR = 4
REPEATS = 3
# Linear work grows by 4, quadratic work by 16.
MAX_LINEAR_GROWTH = 8.0


def cpu_growth(work: Callable[[int], object], size: int) -> float:
    """CPU time at four times the size, in multiples of that at `size`; the best of several runs each."""
    return _best_seconds(work, size * FACTOR) / _best_seconds(work, size)


def _best_seconds(work: Callable[[int], object], size: int) -> float:
    seconds: list[float] = []
    for _ in range(REPEATS):
        began = time.process_time()
        work(size)
        seconds.append(time.process_time() - began)
    return max(min(seconds), 1e-6)
