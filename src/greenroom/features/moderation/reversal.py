"""Ends bans and time-outs in the log and restores the lines removed with them."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import msgspec
from sqlalchemy import ColumnElement, and_, or_, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from greenroom.accounts.audit.undone import mark_undone
from greenroom.chat.messages.line import LineRef, Removal
from greenroom.chat.messages.line_ids import sent_by
from greenroom.chat.messages.models import ChatMessage
from greenroom.chat.messages.removal import MAX_REMOVED_AGE, restore_lines
from greenroom.chat.moderation.entries import BAN_ACTIONS, MAX_NAME_LENGTH, entries_in_force, of_viewer, publish_entry
from greenroom.chat.moderation.models import ModerationEntry

# The report of a ban may arrive slightly before its entry is written.
REPORT_TOLERANCE = timedelta(seconds=5)
# Maximum number of lines that an undo restores: more than a viewer writes within MAX_REMOVED_AGE.
MAX_RESTORED = 2_000

Entries = type[ModerationEntry]


def undoable_entries(of_viewers: Callable[[Entries], ColumnElement[bool]]) -> ColumnElement[bool]:
    """Condition: bans and time-outs of these viewers that are not undone, and deletions that filters made with them."""
    other = aliased(ModerationEntry)
    message_ids = select(other.message_id).where(of_viewers(other), _is_ban(other), other.message_id != "")
    is_deleted_with_it = and_(
        ModerationEntry.action == "delete",
        ModerationEntry.actor_kind == "filter",
        ModerationEntry.undone_at.is_(None),
        ModerationEntry.message_id.in_(message_ids),
    )
    return and_(of_viewers(ModerationEntry), or_(_is_ban(ModerationEntry), is_deleted_with_it))


def _is_ban(entries: Entries) -> ColumnElement[bool]:
    return and_(entries.action.in_(BAN_ACTIONS), entries.undone_at.is_(None))


async def in_force_here(session: AsyncSession, entry: ModerationEntry, now: datetime) -> list[ModerationEntry]:
    """Bans and time-outs in force of the entry's viewer in the entry's chat, newest first."""
    in_force = await entries_in_force(session, entry.channel_id, entry.provider, entry.viewer_id, now)
    return [one for one in in_force if one.connection_id == entry.connection_id]


async def lift(session: AsyncSession, entry: ModerationEntry, now: datetime) -> None:
    """Ends, in the log, all bans and time-outs of the entry's viewer in the entry's chat; restores removed lines."""
    await reverse(session, await in_force_here(session, entry, now), entry.actor_name, now)


async def reverse(session: AsyncSession, entries: Sequence[ModerationEntry], by: str, now: datetime) -> None:
    """Marks entries of one viewer in one chat as undone, and restores the lines that they removed."""
    current = [entry for entry in entries if entry.undone_at is None]
    for entry in current:
        await _mark_undone(session, entry, by, now)
    removing_entries = [entry for entry in current if entry.action != "unban"]
    refs = [LineRef(entry.connection_id, entry.message_id) for entry in removing_entries if entry.message_id]
    if bans := [entry for entry in removing_entries if entry.action in BAN_ACTIONS]:
        refs += await _lines_removed_by_ban(session, min(bans, key=lambda entry: entry.created_at), now)
        await _reverse_deletions(session, bans, by, now)
    if refs:
        await restore_lines(session, removing_entries[0].channel_id, refs)


async def _mark_undone(session: AsyncSession, entry: ModerationEntry, by: str, now: datetime) -> None:
    entry.undone_at, entry.undone_by = now, by[:MAX_NAME_LENGTH]
    publish_entry(session, entry)
    if entry.actor_kind == "user":
        await mark_undone(session, entry.channel_id, entry.id, now)


async def _reverse_deletions(session: AsyncSession, bans: Sequence[ModerationEntry], by: str, now: datetime) -> None:
    """Marks filters' deletions of the messages that led to these bans as undone."""
    message_ids = {entry.message_id for entry in bans if entry.message_id}
    if not message_ids:
        return
    ban = bans[0]
    deletions = await session.scalars(
        select(ModerationEntry)
        .where(
            *of_viewer(ban.channel_id, ban.provider, ban.viewer_id),
            ModerationEntry.connection_id == ban.connection_id,
            ModerationEntry.message_id.in_(message_ids),
            ModerationEntry.action == "delete",
            ModerationEntry.actor_kind == "filter",
            ModerationEntry.outcome == "done",
            ModerationEntry.undone_at.is_(None),
        )
        .order_by(ModerationEntry.id)
        .with_for_update()
    )
    for deletion in deletions:
        await _mark_undone(session, deletion, by, now)


async def _lines_removed_by_ban(session: AsyncSession, entry: ModerationEntry, now: datetime) -> list[LineRef]:
    began = entry.created_at - REPORT_TOLERANCE
    by_viewer = sent_by(session, entry.channel_id, entry.provider, entry.viewer_id, began - MAX_REMOVED_AGE, now)
    rows = await session.execute(
        select(ChatMessage.message_id, ChatMessage.removal)
        .where(*by_viewer, ChatMessage.connection_id == entry.connection_id, ChatMessage.removed_at >= began)
        .order_by(ChatMessage.sent_at.desc(), ChatMessage.id.desc())
        .limit(MAX_RESTORED)
    )
    return [LineRef(entry.connection_id, message_id) for message_id, removal in rows if _is_removed_by_ban(removal)]


def _is_removed_by_ban(removal: bytes | None) -> bool:
    return removal is not None and msgspec.json.decode(removal, type=Removal).how in {"banned", "timed_out"}
