"""Pipeline stage that logs moderation done on the platforms themselves."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from msgspec.structs import replace
from sqlalchemy import ColumnElement, and_, or_, select

from greenroom.chat.messages.line_ids import has_id
from greenroom.chat.messages.models import ChatMessage, Viewer
from greenroom.chat.moderation.entries import publish_entry, record_entry
from greenroom.chat.moderation.models import ModerationEntry
from greenroom.chat.pipeline.batch import Batch
from greenroom.chat.protocol.events import MessageReceived
from greenroom.features.moderation import service
from greenroom.features.moderation.platform_reports import (
    BAN_OR_UNBAN,
    PlatformReport,
    entry_of,
    matching_entry,
    report_of,
)
from greenroom.features.moderation.reversal import in_force_here, lift, undoable_entries
from greenroom.features.moderation.rules import MAX_FILTER_ACTION_TIME, MAX_REPORT_DELAY, ActionResult, seconds_left
from greenroom.kernel.db.pairs import in_pairs
from greenroom.kernel.ids import new_id

# Provider and viewer id.
Account = tuple[str, str]


async def log_moderation(batch: Batch) -> None:
    """Confirms the entries of our own actions, and logs those of others; without reports, makes no query."""
    reports = [report for channel_event in batch.events if (report := report_of(channel_event)) is not None]
    if not reports:
        return
    lines = await _find_lines(batch, reports)
    reports = [_with_viewer(report, lines) for report in reports]
    names = await _find_names(batch, reports)
    entries = await _lock_affected(batch, reports)
    for report in reports:
        known = matching_entry(entries, report)
        if known is not None:
            await _confirm(batch, known, report)
        elif report.is_complete:
            account = (report.source.provider, report.viewer_id)
            name = report.viewer_name or names.get(account, report.viewer_id)
            _, text = lines.get((report.source.connection_id, report.message_id), ("", ""))
            entries.append(
                await _write(batch, entry_of(report, entry_id=new_id(), viewer_name=name, message_text=text))
            )


# The author's id and the text of a message, by connection and message id.
Lines = dict[tuple[UUID, str], tuple[str, str]]


async def _find_lines(batch: Batch, reports: Sequence[PlatformReport]) -> Lines:
    """Author and text of each deleted message."""
    wanted = {report.message_id for report in reports if report.message_id}
    if not wanted:
        return {}
    rows = await batch.session.execute(
        select(ChatMessage.connection_id, ChatMessage.message_id, ChatMessage.viewer_id, ChatMessage.text).where(
            *has_id(batch.session, batch.channel_id, wanted)
        )
    )
    lines = {(connection_id, message_id): (viewer_id, text) for connection_id, message_id, viewer_id, text in rows}
    # Sent and deleted in the same batch: the message may not be stored yet.
    for one in batch.messages:
        event = one.event
        if isinstance(event, MessageReceived) and event.message_id in wanted:
            lines.setdefault((one.source.connection_id, event.message_id), (event.chatter.id, event.text))
    return lines


def _with_viewer(report: PlatformReport, lines: Lines) -> PlatformReport:
    viewer_id, _ = lines.get((report.source.connection_id, report.message_id), ("", ""))
    return replace(report, viewer_id=report.viewer_id or viewer_id) if viewer_id else report


async def _find_names(batch: Batch, reports: Sequence[PlatformReport]) -> dict[Account, str]:
    wanted = {
        (report.source.provider, report.viewer_id) for report in reports if report.viewer_id and not report.viewer_name
    }
    if not wanted:
        return {}
    rows = await batch.session.execute(
        select(Viewer.provider, Viewer.viewer_id, Viewer.name).where(
            in_pairs(Viewer.channel_id == batch.channel_id, Viewer.provider, Viewer.viewer_id, wanted)
        )
    )
    return {(provider, viewer_id): name for provider, viewer_id, name in rows}


async def _lock_affected(batch: Batch, reports: Sequence[PlatformReport]) -> list[ModerationEntry]:
    """Entries that a report may confirm or end, locked oldest first to avoid deadlocks."""
    confirmable = _may_be_confirmed(batch, reports)
    wanted = [confirmable]
    if any(report.action in BAN_OR_UNBAN for report in reports):
        undone = select(ModerationEntry.undo_of).where(confirmable, ModerationEntry.undo_of.is_not(None))
        wanted.append(ModerationEntry.id.in_((await batch.session.scalars(undone)).all()))
    if unbanned := {(report.source.provider, report.viewer_id) for report in reports if report.action == "unban"}:
        wanted.append(_bans_of(batch, unbanned))
    found = await batch.session.scalars(
        select(ModerationEntry)
        .where(or_(*wanted))
        .order_by(ModerationEntry.id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    return list(found)


def _bans_of(batch: Batch, accounts: Iterable[Account]) -> ColumnElement[bool]:
    def of_accounts(entries: type[ModerationEntry]) -> ColumnElement[bool]:
        return in_pairs(entries.channel_id == batch.channel_id, entries.provider, entries.viewer_id, accounts)

    return undoable_entries(of_accounts)


def _may_be_confirmed(batch: Batch, reports: Sequence[PlatformReport]) -> ColumnElement[bool]:
    since = min(report.at for report in reports) - MAX_FILTER_ACTION_TIME - MAX_REPORT_DELAY
    viewer_ids = {report.viewer_id for report in reports}
    names = {report.viewer_name for report in reports if not report.viewer_id and report.viewer_name}
    message_ids = {report.message_id for report in reports if report.message_id}
    return and_(
        ModerationEntry.channel_id == batch.channel_id,
        ModerationEntry.created_at >= since,
        or_(
            ModerationEntry.viewer_id.in_(viewer_ids),
            ModerationEntry.viewer_name.in_(names),
            ModerationEntry.message_id.in_(message_ids),
        ),
    )


async def _confirm(batch: Batch, entry: ModerationEntry, report: PlatformReport) -> None:
    was_waiting = entry.actor_kind != "platform" and not entry.is_confirmed
    entry.is_confirmed = True
    if was_waiting:
        if entry.viewer_name == entry.viewer_id:
            entry.viewer_name = report.viewer_name or entry.viewer_name
        await service.finish_entry(batch.session, entry, ActionResult("done", ""), batch.now)
        if entry.action == "delete":
            await service.remove_line(batch.session, entry, batch.now)
    elif entry.actor_kind == "platform" and _adds_to(entry, report):
        entry.actor_name = entry.actor_name or report.moderator
        entry.reason = entry.reason or report.reason
        publish_entry(batch.session, entry)


def _adds_to(entry: ModerationEntry, report: PlatformReport) -> bool:
    """Whether a second report of an action has the moderator or reason that the entry lacks."""
    return (not entry.actor_name and bool(report.moderator)) or (not entry.reason and bool(report.reason))


async def _write(batch: Batch, entry: ModerationEntry) -> ModerationEntry:
    if entry.action == "unban":
        in_force = await in_force_here(batch.session, entry, batch.now)
        if in_force:
            entry.undo_of, entry.seconds = in_force[0].id, seconds_left(in_force[0], entry.created_at)
    record_entry(batch.session, entry)
    await batch.session.flush()
    if entry.action == "unban":
        await lift(batch.session, entry, batch.now)
    return entry
