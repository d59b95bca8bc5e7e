"""Counts the function calls of a block of code: a measure of cost that does not depend on the machine."""

import gc
import sys
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType


class CallCount:
    calls = 0

    def on_event(self, _frame: FrameType, event: str, _argument: object) -> None:
        self.calls += event in {"call", "c_call"}


@contextmanager
def count_calls() -> Generator[CallCount]:
    """Counts the calls in the block; the garbage collector is off, so that its callbacks are not counted."""
    count = CallCount()
    was_enabled = gc.isenabled()
    gc.disable()
    sys.setprofile(count.on_event)
    try:
        yield count
    finally:
        sys.setprofile(None)
        if was_enabled:
            gc.enable()
