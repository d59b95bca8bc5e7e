"""Delivery of events, which the control page can delay, duplicate, reorder or lose."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import TypeVar

T = TypeVar("T")

# An event that is held back for reordering is sent after this time when no other event follows.
REORDER_WAIT_SECONDS = 1.0


@dataclass(slots=True)
class Deliveries:
    """How one platform delivers events; every event passes through `send`."""

    delay_ms: int = 0
    duplicates: bool = False
    reorders: bool = False
    lose_next: int = 0
    # No event is delivered.
    is_offline: bool = False
    _held: list[Callable[[], None]] = field(default_factory=list[Callable[[], None]], repr=False)

    @property
    def is_unchanged(self) -> bool:
        # Hot path: evaluated for every event.
        return not (
            self.delay_ms or self.duplicates or self.reorders or self.lose_next or self.is_offline or self._held
        )

    def send(self, item: T, deliver: Callable[[T], object]) -> None:
        """Calls `deliver` now, later, twice, after the next event, or never."""
        if self.is_unchanged:
            deliver(item)
            return
        if self.is_offline or self.lose_next > 0:
            self.lose_next = max(0, self.lose_next - 1)
            return
        for _ in range(2 if self.duplicates else 1):
            self._send_off(lambda: deliver(item))

    def reset(self) -> None:
        for each in fields(self):
            if not each.name.startswith("_"):
                setattr(self, each.name, each.default)
        self._let_go()

    def _send_off(self, deliver: Callable[[], object]) -> None:
        def arrive() -> None:
            deliver()

        if self.delay_ms:
            asyncio.get_running_loop().call_later(self.delay_ms / 1000, self._arrive_in_some_order, arrive)
        else:
            self._arrive_in_some_order(arrive)

    def _arrive_in_some_order(self, arrive: Callable[[], None]) -> None:
        if self.reorders and not self._held:
            self._held.append(arrive)
            asyncio.get_running_loop().call_later(REORDER_WAIT_SECONDS, self._let_go)
            return
        arrive()
        self._let_go()

    def _let_go(self) -> None:
        held, self._held = self._held, []
        for arrive in held:
            arrive()
