"""How slow this machine is at the moment: the CPU time of a fixed loop, compared with that on a quiet machine."""

import statistics
import threading
import time
from typing import Self

ITERATIONS = 850_000
# CPU time of the loop on a quiet machine of two cores at 2.5 GHz: the best of many runs with Python 3.11.
REFERENCE_SECONDS = 0.087
# Rare enough to take less than a hundredth of one core.
PAUSE_SECONDS = 20.0


def loop_seconds() -> float:
    started = time.thread_time()
    total = 0
    for number in range(ITERATIONS):
        total += number * number % 7
    return time.thread_time() - started


class ReferenceLoop:
    """Runs the loop now and then inside the block: other programs slow it as they slow what runs beside it."""

    def __init__(self) -> None:
        self._seconds: list[float] = []
        self._has_ended = threading.Event()
        self._thread = threading.Thread(target=self._measure, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._has_ended.set()
        self._thread.join()

    def _measure(self) -> None:
        self._seconds.append(loop_seconds())
        while not self._has_ended.wait(PAUSE_SECONDS):
            self._seconds.append(loop_seconds())

    @property
    def ratio(self) -> float:
        """How many times as long as on the quiet machine the loop took; after the block."""
        return statistics.fmean(self._seconds) / REFERENCE_SECONDS
