"""When a timer speaks, what it says, and where; chance is handed in."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from uuid import UUID

from greenroom.chat.protocol.actions import Receipt
from greenroom.kernel.errors import AppError

MAX_DETAIL_LENGTH = 500
# Timers of one channel that are due together follow each other at this distance.
MIN_GAP = timedelta(seconds=30)
# Clocks of several servers differ a little; one that shows this much less than before was put back.
CLOCK_SLACK = timedelta(seconds=60)


def name_key(name: str) -> str:
    """Names that differ in case alone are one name, and so are those whose accents were typed in another way."""
    return unicodedata.normalize("NFC", name).casefold()


def next_run(now: datetime, interval_minutes: int, spread_minutes: int, chance: Random) -> datetime:
    return now + timedelta(minutes=interval_minutes, seconds=chance.uniform(0, spread_minutes * 60))


def replanned(now: datetime, next_run_at: datetime, planned_at: datetime) -> datetime:
    """After the clock was put back: as far away as it was when it was planned."""
    return now + max(next_run_at - planned_at, timedelta())


@dataclass(frozen=True, slots=True)
class TimerText:
    """One of the messages of a timer."""

    text: str
    providers: frozenset[str]
    is_enabled: bool

    def is_for(self, provider: str) -> bool:
        return not self.providers or provider in self.providers


@dataclass(frozen=True, slots=True)
class TimerSpec:
    lines: tuple[TimerText, ...]
    is_random: bool
    active_mode: str
    min_chat_messages: int
    last_position: int | None


@dataclass(frozen=True, slots=True)
class TimerTarget:
    """A platform of the channel, as it is now."""

    connection_id: UUID
    provider: str
    # As people call it.
    name: str
    can_write: bool
    can_announce: bool
    is_live: bool
    # Since the timer last spoke there, and since anybody counts.
    lines: int
    total: int


@dataclass(frozen=True, slots=True)
class SkippedTarget:
    place: TimerTarget
    reason: str


@dataclass(frozen=True, slots=True)
class RunPlan:
    position: int | None
    targets: tuple[TimerTarget, ...]
    left_out: tuple[SkippedTarget, ...]
    # Why nothing is said; empty when something is.
    reason: str


def plan_run(spec: TimerSpec, places: Sequence[TimerTarget], chance: Random, *, is_asked_for: bool) -> RunPlan:
    """Whoever asks for a run needs neither a lively chat nor a stream."""
    if not is_asked_for and (reason := _wrong_mode(spec.active_mode, places)):
        return RunPlan(None, (), (), reason)
    if not any(line.is_enabled for line in spec.lines):
        return RunPlan(None, (), (), "All of its messages are switched off.")
    least = 0 if is_asked_for else spec.min_chat_messages
    closed = {place.connection_id: reason for place in places if (reason := _closed(place, least))}
    open_places = [place for place in places if place.connection_id not in closed]
    position = next_position(spec, [place.provider for place in open_places], chance)
    chosen = None if position is None else spec.lines[position]
    targets = tuple(place for place in open_places if chosen is not None and chosen.is_for(place.provider))
    left_out = tuple(
        SkippedTarget(place, closed.get(place.connection_id) or _not_meant(chosen, place))
        for place in places
        if place not in targets
    )
    return RunPlan(position, targets, left_out, "" if targets else _why_nothing(left_out))


def _wrong_mode(active_mode: str, places: Sequence[TimerTarget]) -> str:
    is_live = any(place.is_live for place in places)
    if active_mode == "online" and not is_live:
        return "The channel is not live."
    return "The channel is live." if active_mode == "offline" and is_live else ""


def _closed(place: TimerTarget, least: int) -> str:
    if not place.can_write:
        return f"Nothing can be written to {place.name} from here."
    if place.lines < least:
        return f"{place.lines} of {least} chat messages since it last spoke there."
    return ""


def _not_meant(line: TimerText | None, place: TimerTarget) -> str:
    return f"No message is meant for {place.name}." if line is None else f"This message is not meant for {place.name}."


def _why_nothing(left_out: Sequence[SkippedTarget]) -> str:
    if not left_out:
        return "No platform is connected."
    return " ".join(f"{one.place.name}: {one.reason}" for one in left_out)[:MAX_DETAIL_LENGTH]


def next_position(spec: TimerSpec, providers: Sequence[str], chance: Random) -> int | None:
    """Which message comes now, of those that are meant for one of the platforms."""
    fitting = [
        position
        for position, line in enumerate(spec.lines)
        if line.is_enabled and any(line.is_for(provider) for provider in providers)
    ]
    if not fitting:
        return None
    if spec.is_random:
        others = [position for position in fitting if position != spec.last_position]
        return chance.choice(others or fitting)
    last = -1 if spec.last_position is None else spec.last_position
    return min(fitting, key=lambda position: (position - last - 1) % len(spec.lines))


@dataclass(frozen=True, slots=True)
class DeliveryResult:
    state: str
    detail: str


def delivery_result(outcome: Receipt | AppError, platform: str) -> DeliveryResult:
    if isinstance(outcome, AppError):
        return DeliveryResult("failed", outcome.message[:MAX_DETAIL_LENGTH])
    match outcome.outcome:
        case "done":
            return DeliveryResult("sent", outcome.detail[:MAX_DETAIL_LENGTH])
        case "dropped":
            return DeliveryResult("dropped", f"Dropped by {platform}: {outcome.detail}"[:MAX_DETAIL_LENGTH])
        case "refused":
            return DeliveryResult("failed", outcome.detail[:MAX_DETAIL_LENGTH])
