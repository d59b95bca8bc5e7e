"""Moderation that a platform reports: new, or the confirmation of our own action."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from msgspec import Struct

from greenroom.chat.moderation.entries import (
    MAX_NAME_LENGTH,
    MAX_TEXT_LENGTH,
    ActionName,
    EntryActor,
    ends_at,
    new_entry,
)
from greenroom.chat.moderation.models import ModerationEntry
from greenroom.chat.protocol.channel_event import ChannelEvent
from greenroom.chat.protocol.events import ChatCleared, MessageDeleted, ModeratorActed, ViewerBanned, ViewerUnbanned
from greenroom.features.moderation.rules import MAX_REPORT_DELAY, mode_text, settled_within
from greenroom.kernel.text import tidy_line

# Maximum difference between the end of our time-out and the reported end: Kick rounds to minutes.
ROUNDING_TOLERANCE = timedelta(seconds=75)
# Maximum time between two reports of the same mode change, or between the ends of a time-out reported twice.
REPEATED_WITHIN = timedelta(seconds=5)
# Lengths of the database columns.
MAX_VIEWER_ID_LENGTH, MAX_MESSAGE_ID_LENGTH = 100, 200

BAN_OR_UNBAN = frozenset({"ban", "timeout", "unban"})
# Actions that only their reason tells apart.
NAMED_BY_REASON = frozenset({"mode", "other"})


class PlatformReport(Struct, frozen=True):
    source: ChannelEvent
    at: datetime
    action: ActionName
    viewer_id: str = ""
    viewer_name: str = ""
    moderator: str = ""
    reason: str = ""
    until: datetime | None = None
    seconds: int | None = None
    message_id: str = ""
    # False for a removal without a moderator: it may confirm an entry, but is not recorded, as another may follow.
    is_complete: bool = True


def report_of(channel_event: ChannelEvent) -> PlatformReport | None:
    """The moderation that an event reports; None if it reports none, or its ids cannot be stored."""
    report = _read(channel_event)
    is_storable = (
        report is not None
        and _fits(report.viewer_id, MAX_VIEWER_ID_LENGTH)
        and _fits(report.message_id, MAX_MESSAGE_ID_LENGTH)
    )
    return report if is_storable else None


def _fits(text: str, max_length: int) -> bool:
    return len(text) <= max_length and "\0" not in text


def _read(channel_event: ChannelEvent) -> PlatformReport | None:
    event = channel_event.event
    match event:
        case ViewerBanned():
            return PlatformReport(
                channel_event,
                event.received_at,
                "ban" if event.until is None else "timeout",
                viewer_id=event.viewer_id,
                viewer_name=_name(event.viewer_name),
                moderator=_name(event.moderator),
                reason=tidy_line(event.reason, MAX_TEXT_LENGTH, ""),
                until=event.until,
                seconds=event.seconds,
            )
        case ViewerUnbanned():
            return PlatformReport(
                channel_event,
                event.received_at,
                "unban",
                viewer_id=event.viewer_id,
                viewer_name=_name(event.viewer_name),
                moderator=_name(event.moderator),
            )
        case MessageDeleted():
            return PlatformReport(
                channel_event,
                event.received_at,
                "delete",
                viewer_id=event.chatter_id,
                moderator=_name(event.moderator),
                message_id=event.message_id,
                is_complete=bool(event.moderator),
            )
        case ChatCleared(chatter_id=""):
            moderator = _name(event.moderator)
            return PlatformReport(
                channel_event, event.received_at, "clear", moderator=moderator, is_complete=bool(event.moderator)
            )
        case ModeratorActed():
            return _read_moderator_action(channel_event, event)
        case _:
            return None


def _read_moderator_action(channel_event: ChannelEvent, event: ModeratorActed) -> PlatformReport:
    action, reason = _action_and_reason(event)
    return PlatformReport(
        channel_event,
        event.received_at,
        action,
        viewer_name=_name(event.target),
        moderator=_name(event.moderator),
        reason=tidy_line(reason, MAX_TEXT_LENGTH, ""),
    )


def _action_and_reason(event: ModeratorActed) -> tuple[ActionName, str]:
    mode = mode_text(event.action, event.detail)
    if mode is not None:
        return "mode", mode
    match event.action:
        case "warn" | "raid" | "unraid":
            return event.action, event.detail
        case _:
            return "other", ": ".join(part for part in (event.action, event.detail) if part)


def _name(text: str) -> str:
    return tidy_line(text, MAX_NAME_LENGTH, "")


def matching_entry(entries: Iterable[ModerationEntry], report: PlatformReport) -> ModerationEntry | None:
    """The entry that the report confirms, or that an earlier report has added or confirmed; None if there is none."""
    candidates = sorted(
        (entry for entry in entries if _is_about(entry, report)), key=lambda entry: (entry.created_at, entry.id)
    )
    same_action = [entry for entry in candidates if entry.action == report.action]
    for entry in same_action:
        is_same = report.action not in NAMED_BY_REASON or entry.reason == report.reason
        if is_same and _awaits_confirmation(entry) and _ends_together(entry, report, ROUNDING_TOLERANCE):
            return entry
    return _repeated_entry(candidates, same_action, report)


def _repeated_entry(
    candidates: Sequence[ModerationEntry], same_action: Sequence[ModerationEntry], report: PlatformReport
) -> ModerationEntry | None:
    if report.action not in BAN_OR_UNBAN:
        repeated = [
            entry for entry in same_action if report.action not in NAMED_BY_REASON or _is_same_action(entry, report)
        ]
        return repeated[-1] if repeated else None
    # Only the latest entry counts: after an unban, the same ban is a new action.
    last = next((one for one in reversed(candidates) if one.action in BAN_OR_UNBAN and one.outcome != "failed"), None)
    is_repeated = last is not None and last in same_action and _ends_together(last, report, REPEATED_WITHIN)
    return last if is_repeated else None


def _is_about(entry: ModerationEntry, report: PlatformReport) -> bool:
    return (
        entry.connection_id == report.source.connection_id
        and -MAX_REPORT_DELAY <= report.at - entry.created_at <= _reported_within(entry)
        and _is_same_viewer(entry, report)
        and (not report.message_id or entry.message_id == report.message_id)
    )


def _reported_within(entry: ModerationEntry) -> timedelta:
    """How long after its entry an action may be reported; longer for our actions, which are logged before sending."""
    return MAX_REPORT_DELAY if entry.actor_kind == "platform" else settled_within(entry.actor_kind) + MAX_REPORT_DELAY


def _is_same_viewer(entry: ModerationEntry, report: PlatformReport) -> bool:
    """Whether both have the same viewer, by id or else by name; True for deletions, whose report may have no viewer."""
    if report.message_id:
        return True
    return entry.viewer_id == report.viewer_id or (not report.viewer_id and entry.viewer_name == report.viewer_name)


def _awaits_confirmation(entry: ModerationEntry) -> bool:
    is_open = entry.outcome != "failed" or entry.is_in_doubt
    return entry.actor_kind != "platform" and not entry.is_confirmed and is_open


def _ends_together(entry: ModerationEntry, report: PlatformReport, within: timedelta) -> bool:
    ends = ends_at(entry)
    if ends is None or report.until is None or abs(ends - report.until) <= within:
        return True
    # A filter's time-out may start minutes after its entry, and then ends later too: durations are compared.
    difference = abs((entry.seconds or 0) - (report.seconds or 0))
    return entry.actor_kind == "filter" and timedelta(seconds=difference) <= within


def _is_same_action(entry: ModerationEntry, report: PlatformReport) -> bool:
    is_soon = abs(entry.created_at - report.at) <= REPEATED_WITHIN
    return is_soon and (entry.reason, entry.actor_name) == (report.reason, report.moderator)


def entry_of(report: PlatformReport, *, entry_id: UUID, viewer_name: str, message_text: str) -> ModerationEntry:
    channel_event = report.source
    return new_entry(
        entry_id=entry_id,
        channel_id=channel_event.channel_id,
        connection_id=channel_event.connection_id,
        provider=channel_event.provider,
        viewer_id=report.viewer_id,
        viewer_name=viewer_name,
        action=report.action,
        seconds=report.seconds,
        reason=report.reason,
        actor=EntryActor(kind="platform", name=report.moderator),
        message_id=report.message_id,
        message_text=message_text,
        outcome="done",
        is_confirmed=True,
        created_at=report.at,
    )
