"""Message rate that this machine holds: falls until the server stores every message."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from bench.figures import NoFigure

MIN_PER_SECOND = 20
STEP = 0.6

Result = TypeVar("Result")


class RateTooHigh(Exception):
    """Messages were left out or came faster than they were stored."""


class HeldRate:
    def __init__(self, per_second: float) -> None:
        self.per_second = per_second

    async def run(self, measure: Callable[[float], Awaitable[Result]]) -> Result:
        """Repeats a measurement at lower and lower rates until the machine holds one; later runs start there."""
        while True:
            try:
                return await measure(self.per_second)
            except RateTooHigh as error:
                self.per_second *= STEP
                if self.per_second < MIN_PER_SECOND:
                    raise NoFigure(f"This machine holds less than {MIN_PER_SECOND} messages a second.") from error
