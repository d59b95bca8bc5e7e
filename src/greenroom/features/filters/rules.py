"""Plans the moderation actions for an offence and limits warnings; nothing is sent here."""

from collections.abc import Iterable
from datetime import datetime
from typing import TypeVar
from uuid import UUID

from msgspec import Struct

from greenroom.chat.protocol.actions import Action, BanViewer, DeleteMessage, SendMessage, WarnViewer
from greenroom.chat.protocol.events import LOCAL_NOTICE_PREFIX
from greenroom.chat.sending.safe_text import remove_command_prefix
from greenroom.features.filters.engine import FilterSpec, ViewerKey
from greenroom.features.filters.fields import ActionName, Step
from greenroom.features.filters.matching.message import Message

Key = TypeVar("Key")
Value = TypeVar("Value")
ActionTypes = frozenset[type[object]]
USER_PLACEHOLDER = "$(user)"
MAX_REASON_LENGTH = 500

# Limits of warnings in chat, so that the bot does not spam during a raid.
SECONDS_BETWEEN_VIEWER_WARNINGS = 30
CHANNEL_WARNING_WINDOW_SECONDS = 10
MAX_CHANNEL_WARNINGS = 5
MAX_WARNED = 1_000


class PlannedAction(Struct, frozen=True):
    """An action and its entry in the moderation log; `request` is None if the platform cannot perform it."""

    action: ActionName
    seconds: int | None
    request: Action | None
    detail: str = ""
    # Whether the platform's answer is logged: not for a deletion with a ban or time-out, which deletes too.
    is_reported: bool = True


def plan_actions(
    step: Step, message: Message, spec: FilterSpec, actions: ActionTypes, reason: str
) -> list[PlannedAction]:
    """The actions of this penalty; each penalty also deletes the message."""
    platform_reason = f"{spec.name}: {reason}"[:MAX_REASON_LENGTH]
    is_ban = step.action in {"timeout", "ban"}
    planned = [_deletion(message, actions, is_reported=not is_ban)]
    if step.action == "warn":
        request = WarnViewer(message.viewer_id, platform_reason) if WarnViewer in actions else None
        planned.append(PlannedAction("warn", None, request))
    elif is_ban:
        planned.append(_ban_or_timeout(step, message, actions, platform_reason))
    return planned


def _deletion(message: Message, actions: ActionTypes, *, is_reported: bool) -> PlannedAction:
    if message.message_id.startswith(LOCAL_NOTICE_PREFIX):
        return PlannedAction("delete", None, None, "Hidden here only: the platform has no message to delete.")
    if DeleteMessage not in actions:
        return PlannedAction("delete", None, None, "Hidden here only: the platform doesn't support deleting messages.")
    return PlannedAction("delete", None, DeleteMessage(message.message_id), is_reported=is_reported)


def _ban_or_timeout(step: Step, message: Message, actions: ActionTypes, platform_reason: str) -> PlannedAction:
    seconds = step.seconds if step.action == "timeout" else None
    if BanViewer not in actions:
        return PlannedAction(
            step.action, seconds, None, "Message hidden only: the platform doesn't support timeouts or bans from here."
        )
    return PlannedAction(step.action, seconds, BanViewer(message.viewer_id, seconds, platform_reason))


def warning(spec: FilterSpec, message: Message, actions: ActionTypes) -> SendMessage | None:
    """The warning in chat, if any; it cannot run a platform command such as `/ban`."""
    written = spec.message.partition(USER_PLACEHOLDER)[0]
    text = spec.message.replace(USER_PLACEHOLDER, safe_name(message.name))
    text = remove_command_prefix(text, len(written))
    return SendMessage(text) if text and SendMessage in actions else None


def safe_name(name: str) -> str:
    """The name on one line, without leading characters that would make it a platform command."""
    return " ".join(name.split()).lstrip("/.!") or "viewer"


class WarningThrottle:
    """Limits warnings per viewer and per channel."""

    def __init__(self) -> None:
        # By channel and viewer: time of the last warning.
        self._viewers: dict[tuple[UUID, ViewerKey], datetime] = {}
        # By channel: times of the recent warnings.
        self._channels: dict[UUID, list[datetime]] = {}

    def try_acquire(self, channel_id: UUID, viewer: ViewerKey, now: datetime) -> bool:
        """Whether a warning may be sent now; if so, it counts as sent."""
        last = self._viewers.get((channel_id, viewer))
        recent = _since(self._channels.get(channel_id, ()), now, CHANNEL_WARNING_WINDOW_SECONDS)
        was_warned = last is not None and _is_within(last, now, SECONDS_BETWEEN_VIEWER_WARNINGS)
        if was_warned or len(recent) >= MAX_CHANNEL_WARNINGS:
            return False
        self._viewers.pop((channel_id, viewer), None)
        self._viewers[channel_id, viewer] = now
        self._channels[channel_id] = [*recent, now]
        _evict_oldest(self._viewers)
        _evict_oldest(self._channels)
        return True


def _evict_oldest(times: dict[Key, Value]) -> None:
    if len(times) > MAX_WARNED:
        del times[next(iter(times))]


def _since(times: Iterable[datetime], now: datetime, seconds: float) -> list[datetime]:
    return [at for at in times if _is_within(at, now, seconds)]


def _is_within(at: datetime, now: datetime, seconds: float) -> bool:
    """Whether `at` is less than `seconds` ago; False for a future time, from before the clock was set back."""
    return 0 <= (now - at).total_seconds() < seconds
