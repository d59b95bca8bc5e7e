"""Gift streaks: the events of a streak become one event when the streak is over."""

from collections import OrderedDict
from datetime import datetime, timedelta

from msgspec import Struct

# Streaks stay stored after they were counted, because a late event must not be counted again.
MAX_REMEMBERED_STREAKS = 2_000

# Ids of the viewer, of the gift and of the streak.
Key = tuple[str, str, str]


class Gifted(Struct, frozen=True):
    """A single gift, or one event of a streak; `count` is the total of the streak so far."""

    key: Key
    count: int
    is_end: bool
    # Whether the streak has an id, without which it is not distinguishable from the viewer's next streak.
    has_id: bool = True


class Counted(Struct, frozen=True):
    key: Key
    # Gifts of this part.
    count: int
    # Gifts of this and all earlier parts.
    total: int
    # Number of this part, from 0: a streak that goes on after its timeout or a reconnect is counted in several parts.
    part: int


class _Streak(Struct):
    count: int
    updated_at: datetime


class Streaks:
    def __init__(self, seconds: float) -> None:
        self._timeout = timedelta(seconds=seconds)
        self._running: dict[Key, _Streak] = {}
        self._counted: OrderedDict[Key, Counted] = OrderedDict()

    def take(self, gift: Gifted, now: datetime) -> Counted | None:
        """Adds an event; if it ends the streak, returns the gifts that are not counted yet, if any."""
        streak = self._running.pop(gift.key, _Streak(0, now))
        streak.count, streak.updated_at = max(streak.count, gift.count), now
        if gift.is_end:
            counted = self._count(gift.key, streak)
            if not gift.has_id:
                self._counted.pop(gift.key, None)
            return counted
        if streak.count > self._count_so_far(gift.key):
            self._running[gift.key] = streak
        return None

    def is_running(self, key: Key) -> bool:
        return key in self._running

    def expire(self, now: datetime) -> list[Counted]:
        """Ends the streaks that had no event for too long; returns their gifts not counted yet."""
        expired = [key for key, streak in self._running.items() if now - streak.updated_at >= self._timeout]
        return [counted for key in expired if (counted := self._count(key, self._running.pop(key)))]

    def end_all(self) -> list[Counted]:
        streaks, self._running = self._running, {}
        return [counted for key, streak in streaks.items() if (counted := self._count(key, streak))]

    def _count(self, key: Key, streak: _Streak) -> Counted | None:
        before = self._counted.get(key)
        new_gifts = streak.count - self._count_so_far(key)
        if new_gifts <= 0:
            return None
        part = before.part + 1 if before else 0
        counted = self._counted[key] = Counted(key, new_gifts, streak.count, part)
        self._counted.move_to_end(key)
        if len(self._counted) > MAX_REMEMBERED_STREAKS:
            self._counted.popitem(last=False)
        return counted

    def _count_so_far(self, key: Key) -> int:
        before = self._counted.get(key)
        return before.total if before else 0
