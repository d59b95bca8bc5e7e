"""Pure rules: when a timer runs, which message it posts and where."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random
from uuid import UUID

from msgspec import Struct

from greenroom.chat.protocol.actions import Receipt
from greenroom.kernel.errors import AppError

MAX_DETAIL_LENGTH = 500
# Minimum time between runs of two timers of one channel that are due together.
MIN_GAP = timedelta(seconds=30)
# Server clocks differ a little; only a larger difference means that a clock was set back.
CLOCK_SLACK = timedelta(seconds=60)


def next_run(now: datetime, interval_minutes: int, spread_minutes: int, rng: Random) -> datetime:
    return now + timedelta(minutes=interval_minutes, seconds=rng.uniform(0, spread_minutes * 60))


def replan(now: datetime, next_run_at: datetime, planned_at: datetime) -> datetime:
    """Next run after the clock was set back: the planned delay, counted from now."""
    return now + max(next_run_at - planned_at, timedelta())


class TimerText(Struct, frozen=True):
    """One of the messages of a timer."""

    text: str
    providers: frozenset[str]
    is_enabled: bool

    def is_for(self, provider: str) -> bool:
        return not self.providers or provider in self.providers


class TimerSpec(Struct, frozen=True):
    messages: tuple[TimerText, ...]
    is_random: bool
    active_mode: str
    min_chat_messages: int
    last_position: int | None


class TimerTarget(Struct, frozen=True):
    """A connection that a timer may post to, with its current state."""

    connection_id: UUID
    provider: str
    # Display name of the platform.
    name: str
    can_write: bool
    can_announce: bool
    is_live: bool
    # Chat messages since the timer's last post on this connection.
    lines: int
    # All counted chat messages of this connection.
    total: int


class SkippedTarget(Struct, frozen=True):
    target: TimerTarget
    reason: str


class RunPlan(Struct, frozen=True):
    # Index of the message to post; None if there is none.
    position: int | None
    targets: tuple[TimerTarget, ...]
    skipped: tuple[SkippedTarget, ...]
    # Why nothing is posted; empty when there are targets.
    reason: str


def plan_run(spec: TimerSpec, targets: Sequence[TimerTarget], rng: Random, *, is_manual: bool) -> RunPlan:
    """Chooses the message and its targets; a manual run ignores the mode and the minimum of chat messages."""
    if not is_manual and (reason := _mode_reason(spec.active_mode, targets)):
        return RunPlan(None, (), (), reason)
    if not any(message.is_enabled for message in spec.messages):
        return RunPlan(None, (), (), "All messages are disabled.")
    min_count = 0 if is_manual else spec.min_chat_messages
    blocked = {target.connection_id: reason for target in targets if (reason := _blocked_reason(target, min_count))}
    available = [target for target in targets if target.connection_id not in blocked]
    position = next_position(spec, [target.provider for target in available], rng)
    chosen = None if position is None else spec.messages[position]
    chosen_targets = tuple(target for target in available if chosen is not None and chosen.is_for(target.provider))
    skipped = tuple(
        SkippedTarget(target, blocked.get(target.connection_id) or _not_targeted_reason(chosen, target))
        for target in targets
        if target not in chosen_targets
    )
    return RunPlan(position, chosen_targets, skipped, "" if chosen_targets else _skip_reason(skipped))


def _mode_reason(active_mode: str, targets: Sequence[TimerTarget]) -> str:
    is_live = any(target.is_live for target in targets)
    if active_mode == "online" and not is_live:
        return "Stream is offline."
    return "Stream is live." if active_mode == "offline" and is_live else ""


def _blocked_reason(target: TimerTarget, min_count: int) -> str:
    if not target.can_write:
        return f"{target.name} chat is read-only."
    if target.lines < min_count:
        return f"{target.lines} of {min_count} chat messages since the last run."
    return ""


def _not_targeted_reason(message: TimerText | None, target: TimerTarget) -> str:
    return f"No message for {target.name}." if message is None else f"This message isn't for {target.name}."


def _skip_reason(skipped: Sequence[SkippedTarget]) -> str:
    if not skipped:
        return "No platform connected."
    return " ".join(f"{one.target.name}: {one.reason}" for one in skipped)[:MAX_DETAIL_LENGTH]


def next_position(spec: TimerSpec, providers: Sequence[str], rng: Random) -> int | None:
    """Index of the next (or a random) enabled message for any of these platforms; None if there is none."""
    candidates = [
        position
        for position, message in enumerate(spec.messages)
        if message.is_enabled and any(message.is_for(provider) for provider in providers)
    ]
    if not candidates:
        return None
    if spec.is_random:
        others = [position for position in candidates if position != spec.last_position]
        return rng.choice(others or candidates)
    last = -1 if spec.last_position is None else spec.last_position
    return min(candidates, key=lambda position: (position - last - 1) % len(spec.messages))


class DeliveryResult(Struct, frozen=True):
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
