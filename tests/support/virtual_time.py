"""Measures a coroutine on a clock that skips the time in which nothing happens."""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any


class _SkippingSelector(selectors.DefaultSelector):
    """Adds the wait for a timer to the seconds that passed, instead of waiting."""

    def __init__(self) -> None:
        super().__init__()
        self.passed_seconds = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.passed_seconds += timeout or 0
        return super().select(0 if timeout else timeout)


class _SkippingLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._skipping = _SkippingSelector()
        super().__init__(self._skipping)

    def time(self) -> float:
        return self._skipping.passed_seconds


def run_in_virtual_time(main: Coroutine[Any, Any, float]) -> float:
    """Runs a coroutine that waits for timers only, neither for threads nor for the network."""
    with asyncio.Runner(loop_factory=_SkippingLoop) as runner:
        return runner.run(main)
