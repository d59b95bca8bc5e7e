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
    """Call once everything is loaded: objects that exist at the time of the call are never collected."""
    if is_fast():
        gc.freeze()
        gc.set_threshold(NEW, YOUNG, OLD)
    gc.enable()


@contextmanager
def gc_paused() -> Generator[None]:
    """Turns the collector off while thousands of long-lived objects are built; each run would block the loop for 0.1 s.

    Reference counting still frees memory. Do not await external input inside the block: it may take arbitrarily long.
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
