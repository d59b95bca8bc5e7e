"""Message rate that this machine sustains: lowered until the server stores every message."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from bench.figures import NoFigure

MIN_PER_SECOND = 20
# Close to 1, so that the rate stays close to the maximum: at low rates batches are small and messages cost more.
STEP = 0.8

Result = TypeVar("Result")


class RateTooHigh(Exception):
    """The server dropped messages because too many arrived."""

    def __init__(self, stored_per_second: float) -> None:
        super().__init__()
        self.stored_per_second = stored_per_second


class SustainedRate:
    def __init__(self, per_second: float) -> None:
        self.per_second = per_second

    async def run(self, measure: Callable[[float], Awaitable[Result]]) -> Result:
        """Repeats a measurement at lower and lower rates until the machine sustains one; the next run begins there."""
        while True:
            try:
                return await measure(self.per_second)
            except RateTooHigh as error:
                self.per_second = min(self.per_second * STEP, error.stored_per_second)
                if self.per_second < MIN_PER_SECOND:
                    raise NoFigure(f"This machine sustains less than {MIN_PER_SECOND} messages a second.") from error
