"""Settings of the garbage collector: frozen start-up objects, rarer runs, pauses while many objects are built.

Fallback: Python's own thresholds. Bench: ingest, idle-memory.
"""

import gc
from collections.abc import Generator
from contextlib import contextmanager

from greenroom.kernel.fast.switch import is_fast

# Thresholds of the three generations. Reference counting frees nearly all our objects: with Python's default of 700, a
# busy chat spends 3 % of its time in the collector, which finds nothing.
NEW, YOUNG, OLD = 20_000, 20, 20

_pauses = 0


def tune_after_startup() -> None:
    """Sets the collector up once everything is loaded; the objects that exist then are never collected."""
    if is_fast():
        gc.freeze()
        gc.set_threshold(NEW, YOUNG, OLD)
    gc.enable()


@contextmanager
def gc_paused() -> Generator[None]:
    """Turns the collector off in the block, in which thousands of long-lived objects are built.

    A collection would block the loop for 0.1 s. Do not await external input in the block: it may take long.
    """
    global _pauses  # noqa: PLW0603  # the collector's switch is global too
    _pauses += 1
    gc.disable()
    try:
        yield
    finally:
        _pauses -= 1
        if not _pauses:
            gc.enable()
