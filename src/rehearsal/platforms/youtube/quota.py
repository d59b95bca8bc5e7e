"""Daily quota of a Google Cloud project, counted in units."""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from rehearsal.clock import Clock
from rehearsal.platforms.youtube.limits import Limits
from rehearsal.platforms.youtube.methods import QUOTA_COSTS

PACIFIC = ZoneInfo("America/Los_Angeles")


class Quota:
    """Counts units until midnight Pacific time."""

    def __init__(self, clock: Clock, limits: Limits) -> None:
        self._clock = clock
        self._limits = limits
        self.costs = dict(QUOTA_COSTS)
        self._day = self._today()
        self._units = 0

    @property
    def used(self) -> int:
        self._reset_if_new_day()
        return self._units

    @used.setter
    def used(self, units: int) -> None:
        self._reset_if_new_day()
        self._units = units

    @property
    def resets_at(self) -> datetime:
        tomorrow = self._today() + timedelta(days=1)
        return datetime.combine(tomorrow, time(), PACIFIC)

    def charge(self, method: str) -> bool:
        """Charges the method's units; False, without a charge, if too little quota is left."""
        self._reset_if_new_day()
        cost = self.costs[method]
        is_enough_left = self._units + cost <= self._limits.quota_units
        self._units += cost if is_enough_left else 0
        return is_enough_left

    def _reset_if_new_day(self) -> None:
        if self._today() != self._day:
            self._day, self._units = self._today(), 0

    def _today(self) -> date:
        return self._clock.now().astimezone(PACIFIC).date()
