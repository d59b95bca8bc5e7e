"""What an offence brings, decided before anything is done."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar
from uuid import UUID

from greenroom.chat.protocol.actions import Action, BanViewer, DeleteMessage, SendMessage, WarnViewer
from greenroom.chat.protocol.events import MADE_HERE
from greenroom.features.filters.engine import FilterSpec, ViewerKey
from greenroom.features.filters.fields import ActionName, Step
from greenroom.features.filters.matching.message import Message

Key = TypeVar("Key")
Value = TypeVar("Value")
ActionTypes = frozenset[type[object]]
USER_PLACEHOLDER = "$(user)"
MAX_REASON_LENGTH = 500

# The bot warns one viewer this seldom, and a channel this seldom, or a raid would make it the loudest of all.
SECONDS_BETWEEN_VIEWER_WARNINGS = 30
CHANNEL_WARNING_WINDOW_SECONDS = 10
MAX_CHANNEL_WARNINGS = 5
MAX_WARNED = 1_000


@dataclass(frozen=True, slots=True)
class PlannedAction:
    """An entry of the log, and what is asked of the platform for it; None where it can do nothing."""

    action: ActionName
    seconds: int | None
    request: Action | None
    detail: str = ""
    # Asked for beside something that includes it where platforms do so: nobody waits for how it ends.
    is_settled: bool = False


def plan_actions(
    step: Step, message: Message, spec: FilterSpec, actions: ActionTypes, reason: str
) -> list[PlannedAction]:
    """The message always goes; whoever is timed out, banned or warned is so beside that."""
    because = f"{spec.name}: {reason}"[:MAX_REASON_LENGTH]
    sends_out = step.action in {"timeout", "ban"}
    deeds = [_deletion(message, actions, is_settled=sends_out)]
    if step.action == "warn":
        request = WarnViewer(message.viewer_id, because) if WarnViewer in actions else None
        deeds.append(PlannedAction("warn", None, request))
    elif sends_out:
        deeds.append(_sending_out(step, message, actions, because))
    return deeds


def _deletion(message: Message, actions: ActionTypes, *, is_settled: bool) -> PlannedAction:
    if message.message_id.startswith(MADE_HERE):
        return PlannedAction(
            "delete", None, None, "The platform has no message to delete: the words are hidden here only."
        )
    if DeleteMessage not in actions:
        return PlannedAction("delete", None, None, "The platform takes no deletes: the message is hidden here only.")
    return PlannedAction("delete", None, DeleteMessage(message.message_id), is_settled=is_settled)


def _sending_out(step: Step, message: Message, actions: ActionTypes, because: str) -> PlannedAction:
    seconds = step.seconds if step.action == "timeout" else None
    if BanViewer not in actions:
        return PlannedAction(
            step.action, seconds, None, "The platform lets nobody be sent out by us: only the message is hidden."
        )
    return PlannedAction(step.action, seconds, BanViewer(message.viewer_id, seconds, because))


def warning(spec: FilterSpec, message: Message, actions: ActionTypes) -> SendMessage | None:
    """What the bot says in the chat; the name is put in as it is and never read as anything else."""
    if not spec.message or SendMessage not in actions:
        return None
    return SendMessage(spec.message.replace(USER_PLACEHOLDER, safe_name(message.name)))


def safe_name(name: str) -> str:
    """A name cannot begin a command of the platform, nor break the line."""
    return " ".join(name.split()).lstrip("/.!") or "viewer"


class WarningThrottle:
    """Who was warned when, so that nobody is warned too often."""

    def __init__(self) -> None:
        self._viewers: dict[tuple[UUID, ViewerKey], datetime] = {}
        self._channels: dict[UUID, list[datetime]] = {}

    def may_warn(self, channel_id: UUID, viewer: ViewerKey, now: datetime) -> bool:
        """Says so once, and remembers that it did."""
        last = self._viewers.get((channel_id, viewer))
        recent = _since(self._channels.get(channel_id, ()), now, CHANNEL_WARNING_WINDOW_SECONDS)
        was_warned = last is not None and _is_within(last, now, SECONDS_BETWEEN_VIEWER_WARNINGS)
        if was_warned or len(recent) >= MAX_CHANNEL_WARNINGS:
            return False
        self._viewers.pop((channel_id, viewer), None)
        self._viewers[channel_id, viewer] = now
        self._channels[channel_id] = [*recent, now]
        _forget_first(self._viewers)
        _forget_first(self._channels)
        return True


def _forget_first(kept: dict[Key, Value]) -> None:
    if len(kept) > MAX_WARNED:
        del kept[next(iter(kept))]


def _since(moments: Iterable[datetime], now: datetime, seconds: float) -> list[datetime]:
    return [moment for moment in moments if _is_within(moment, now, seconds)]


def _is_within(moment: datetime, now: datetime, seconds: float) -> bool:
    """A moment that is yet to come was before the clock was put back: it keeps nobody waiting."""
    return 0 <= (now - moment).total_seconds() < seconds
