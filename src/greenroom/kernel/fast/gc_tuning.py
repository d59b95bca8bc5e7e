"""The collector of garbage: told what is none, asked seldom, kept still for a while."""

import gc
from collections.abc import Generator
from contextlib import contextmanager

# New objects that may be garbage before anybody looks, and how many such looks go by before the older ones are looked
# at too. Nearly all of ours go when their last user does: with Python's 700, a busy chat spends a thirtieth of its time
# on looking, and finds nothing.
NEW, YOUNG, OLD = 20_000, 20, 20

_uncollected = 0


def settle() -> None:
    """Once everything is loaded: it stays, so looking through it again and again is of no use."""
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
