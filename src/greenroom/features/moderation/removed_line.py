"""Undo of the action that removed a line."""

from uuid import UUID

import msgspec
from sqlalchemy import ColumnElement, false, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.messages.line import LineRef, Removal
from greenroom.chat.messages.line_ids import is_line
from greenroom.chat.messages.models import ChatMessage
from greenroom.chat.moderation.entries import BAN_ACTIONS, ModerationEntryOut, of_viewer
from greenroom.chat.moderation.models import ModerationEntry
from greenroom.features.moderation.actions import ModerationService
from greenroom.features.moderation.reversal import REPORT_TOLERANCE
from greenroom.features.moderation.service import MessageNotFound
from greenroom.features.moderation.undo import NotUndoable, undo

_read_removal = msgspec.json.Decoder(Removal).decode


async def undo_on_line(moderation: ModerationService, ref: LineRef) -> ModerationEntryOut:
    async with moderation.kernel.database.read() as session:
        entry_id = await _removing_entry(session, moderation.channel_id, ref)
    return await undo(moderation, entry_id)


async def _removing_entry(session: AsyncSession, channel_id: UUID, ref: LineRef) -> UUID:
    """Id of the entry whose action removed the line; raises if none did, for example when the chat was cleared."""
    found = await session.execute(
        select(ChatMessage.provider, ChatMessage.viewer_id, ChatMessage.removed_at, ChatMessage.removal).where(
            *is_line(session, channel_id, ref)
        )
    )
    line = found.one_or_none()
    if line is None:
        raise MessageNotFound
    if line.removed_at is None or line.removal is None:
        raise NotUndoable("This message is not deleted.")
    entries = await session.scalars(
        select(ModerationEntry)
        .where(
            *of_viewer(channel_id, line.provider, line.viewer_id),
            ModerationEntry.connection_id == ref.connection_id,
            ModerationEntry.outcome == "done",
            ModerationEntry.undone_at.is_(None),
            # A later ban did not remove this line.
            ModerationEntry.created_at <= line.removed_at + REPORT_TOLERANCE,
            _removes(_read_removal(line.removal), ref.message_id),
        )
        # Undoing a filter's ban also undoes its deletion, so the ban comes first.
        .order_by((ModerationEntry.action == "delete"), ModerationEntry.created_at.desc(), ModerationEntry.id.desc())
        .limit(1)
    )
    entry = entries.one_or_none()
    if entry is None:
        raise NotUndoable("This cannot be undone.")
    return entry.id


def _removes(removal: Removal, message_id: str) -> ColumnElement[bool]:
    """Condition for the entries that can have caused this removal."""
    match removal.how:
        case "deleted":
            return (ModerationEntry.action == "delete") & (ModerationEntry.message_id == message_id)
        case "filtered":
            is_penalty = ModerationEntry.action.in_(("delete", *BAN_ACTIONS))
            return is_penalty & (ModerationEntry.message_id == message_id)
        case "banned" | "timed_out":
            return ModerationEntry.action.in_(BAN_ACTIONS)
        case "cleared":
            return false()
