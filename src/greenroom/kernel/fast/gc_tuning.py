"""Settings of the garbage collector: frozen start-up objects, rarer runs, pauses while many objects are built.

Fallback: Python's own thresholds. Bench: ingest, idle-memory.
"""

import gc
from collections.abc import Generator
from contextlib import contextmanager

from greenroom.kernel.fast.switch import is_fast

# Thresholds of the three generations. Nearly all our objects are freed by reference counting: with Python's default of
# 700, a busy chat spends a thirtieth of its time in the collector, which finds nothing.
NEW, YOUNG, OLD = 20_000, 20, 20

_uncollected = 0


def settle() -> None:
    """Call once everything is loaded: what exists by then is never collected again."""
    if not is_fast():
        return
    gc.freeze()
    gc.set_threshold(NEW, YOUNG, OLD)
    gc.enable()


@contextmanager
def uncollected() -> Generator[None]:
    """While thousands of objects are made that all stay: to look for garbage among them again and again would stop
    everything for a tenth of a second each time. Whatever is no longer used is given back at once as ever. Never around
    waiting for somebody outside, who may take as long as they like."""
    global _uncollected  # noqa: PLW0603  # so is the collector's switch
    _uncollected += 1
    gc.disable()
    try:
        yield
    finally:
        _uncollected -= 1
        if not _uncollected:
            gc.enable()
