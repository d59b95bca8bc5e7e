"""Keeps the garbage collector from blocking the event loop: frozen start-up objects, pauses while many are built.

Fallback: full collections walk all objects. Bench: backup-delay.
"""

import gc
from collections.abc import Generator
from contextlib import contextmanager

from greenroom.kernel.fast.switch import is_fast

_pauses = 0


def tune_after_startup() -> None:
    """Sets the collector up once everything is loaded; the objects that exist then are never collected."""
    if is_fast():
        gc.freeze()
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
