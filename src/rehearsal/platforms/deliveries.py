"""Delivery of events; control calls can delay, duplicate, reorder or lose them."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import TypeVar

T = TypeVar("T")

# An event that is held back for reordering is sent after this time when no other event follows.
REORDER_WAIT_SECONDS = 1.0


@dataclass(slots=True)
class Deliveries:
    """Faults in the delivery of one platform's events; without faults, `send` delivers each event once and at once."""

    delay_ms: int = 0
    duplicates: bool = False
    reorders: bool = False
    lose_next: int = 0
    # No event is delivered.
    is_offline: bool = False
    _held: list[Callable[[], object]] = field(default_factory=list[Callable[[], object]], repr=False)
    _timer: asyncio.TimerHandle | None = field(default=None, repr=False)

    @property
    def is_undisturbed(self) -> bool:
        # Hot path: evaluated for every event.
        return not (
            self.delay_ms or self.duplicates or self.reorders or self.lose_next or self.is_offline or self._held
        )

    def send(self, item: T, deliver: Callable[[T], object]) -> bool:
        """Delivers the event as the faults say: now, later, twice, after the next event, or never (returns False)."""
        if self.is_undisturbed:
            deliver(item)
            return True
        if self.is_offline:
            return False
        if self.lose_next > 0:
            self.lose_next -= 1
            return False
        for _ in range(2 if self.duplicates else 1):
            self._deliver_after_delay(lambda: deliver(item))
        return True

    def reset(self) -> None:
        for option in fields(self):
            if not option.name.startswith("_"):
                setattr(self, option.name, option.default)
        self._deliver_held()

    def _deliver_after_delay(self, deliver: Callable[[], object]) -> None:
        if self.delay_ms:
            asyncio.get_running_loop().call_later(self.delay_ms / 1000, self._hold_or_deliver, deliver)
        else:
            self._hold_or_deliver(deliver)

    def _hold_or_deliver(self, deliver: Callable[[], object]) -> None:
        """While reordering, every second event is held back until the one after it is delivered."""
        if self.reorders and not self._held:
            self._held.append(deliver)
            self._timer = asyncio.get_running_loop().call_later(REORDER_WAIT_SECONDS, self._deliver_held)
            return
        deliver()
        self._deliver_held()

    def _deliver_held(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        held, self._held = self._held, []
        for deliver in held:
            deliver()
