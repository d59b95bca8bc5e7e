"""Rules of the daily quota, without clock or storage."""

from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from enum import IntEnum, StrEnum
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Struct


def _pacific() -> tzinfo:
    try:
        return ZoneInfo("America/Los_Angeles")
    except ZoneInfoNotFoundError:
        # The system has no time zones. In summer the day of the quota then begins an hour late, which does no harm.
        return timezone(timedelta(hours=-8))


PACIFIC = _pacific()

# Share of the quota that may be used while chat is polled; the rest is left for sending and moderation.
READING_SHARE = 0.8
# Share of the quota that lookups of broadcasts may use, for all channels together.
BROADCAST_POLL_SHARE = 0.2
# The forecast is used once this share of the quota is spent, because it is unreliable before.
FORECAST_SHARE = 0.25
MIN_HORIZON_SECONDS = 3600.0
DAY_SECONDS = 86_400.0


class Use(StrEnum):
    """What a call is for; when quota runs low, viewer counts stop first, actions never."""

    ACT = "act"
    FIND_BROADCAST = "find_broadcast"
    READ = "read"
    COUNT = "count"


class Level(IntEnum):
    """Level of restriction when quota runs low."""

    NONE = 0
    SLOWER = 1
    NO_COUNTS = 2
    SENDING_ONLY = 3


# Share of the daily quota from which each level applies.
SHARES = {Level.SENDING_ONLY: 0.9, Level.NO_COUNTS: 0.75, Level.SLOWER: 0.6}

RESTRICTIONS = {
    Level.NONE: "",
    Level.SLOWER: "Chat and live state are read less often, so that today's quota lasts.",
    Level.NO_COUNTS: "Chat is read less often and viewers are not counted, so that today's quota lasts.",
    Level.SENDING_ONLY: "Only sending and moderating work until midnight Pacific time: the rest is kept for that.",
}
SPENT = "Today's quota is used up. YouTube works again after midnight Pacific time."


def pacific_day(now: datetime) -> date:
    return now.astimezone(PACIFIC).date()


def next_reset(now: datetime) -> datetime:
    """The next midnight Pacific time; a day may have 23 or 25 hours."""
    tomorrow = pacific_day(now) + timedelta(days=1)
    return datetime.combine(tomorrow, time(), PACIFIC).astimezone(UTC)


def day_began(now: datetime) -> datetime:
    return datetime.combine(pacific_day(now), time(), PACIFIC).astimezone(UTC)


class QuotaState(Struct, frozen=True):
    used: int
    total: int
    units_per_second: float
    now: datetime

    @property
    def forecast(self) -> int:
        """Units that will have been used at the end of the day at the current rate."""
        left = (next_reset(self.now) - self.now).total_seconds()
        return self.used + round(self.units_per_second * left)

    @property
    def level(self) -> Level:
        share = self.used / self.total
        for level, limit in SHARES.items():
            if share >= limit:
                return level
        is_too_fast = share >= FORECAST_SHARE and self.forecast > self.total
        return Level.SLOWER if is_too_fast else Level.NONE


def is_allowed(level: Level, use: Use) -> bool:
    match use:
        case Use.ACT:
            return True
        case Use.COUNT:
            return level < Level.NO_COUNTS
        case Use.FIND_BROADCAST | Use.READ:
            return level < Level.SENDING_ONLY


def min_chat_poll_interval(state: QuotaState, *, cost: int, readers: int, horizon_seconds: float) -> float:
    """Minimum seconds between two polls of a chat, so that the quota lasts `horizon_seconds`, or to an earlier reset.

    `readers` is the number of chats that are polled at the same time and share the quota.
    """
    to_spend = max(state.total * READING_SHARE - state.used, cost, 1)
    left_today = (next_reset(state.now) - state.now).total_seconds()
    horizon = min(max(horizon_seconds, MIN_HORIZON_SECONDS), left_today)
    floor = horizon * cost * readers / to_spend
    return floor * 2 if state.level >= Level.SLOWER else floor


def broadcast_poll_interval(state: QuotaState, *, cost: int, channels: int, min_seconds: float) -> float:
    """Seconds between two lookups of a channel's broadcast; longer at higher levels of restriction."""
    fair = DAY_SECONDS * cost * channels / (state.total * BROADCAST_POLL_SHARE)
    slower = {Level.NONE: 1, Level.SLOWER: 2, Level.NO_COUNTS: 4, Level.SENDING_ONLY: 4}
    return max(min_seconds, fair) * slower[state.level]
