"""Marks entries of the audit log as undone."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, update
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.audit.record import announce, write_entries
from greenroom.accounts.models.audit_entries import MAX_NOTE_LENGTH, AuditEntry


async def mark_undone(session: AsyncSession, channel_id: UUID, entry_id: UUID, now: datetime) -> bool:
    """Marks the entry as undone; False if there is no such entry or it is marked already."""
    return await _mark(session, channel_id, AuditEntry.id == entry_id, now) is not None


async def mark_item_undone(
    session: AsyncSession, channel_id: UUID, section: str, item: str, now: datetime
) -> UUID | None:
    """Marks the audit entry about this item as undone; returns its id, None if it is marked or missing."""
    return await _mark(session, channel_id, (AuditEntry.section == section) & (AuditEntry.item == item), now)


async def _mark(session: AsyncSession, channel_id: UUID, which: ColumnElement[bool], now: datetime) -> UUID | None:
    await write_entries(session)
    marked = await session.scalar(
        update(AuditEntry)
        .where(AuditEntry.channel_id == channel_id, which, AuditEntry.undone_at.is_(None))
        .values(undone_at=now)
        .returning(AuditEntry.id)
    )
    if marked is not None:
        announce(session, channel_id)
    return marked


async def set_no_undo(session: AsyncSession, channel_id: UUID, entry_id: UUID, reason: str) -> None:
    """Stores why the entry cannot be undone; an empty reason means that it can."""
    await write_entries(session)
    of_entry = (AuditEntry.channel_id == channel_id) & (AuditEntry.id == entry_id)
    await session.execute(update(AuditEntry).where(of_entry).values(no_undo=reason[:MAX_NOTE_LENGTH]))


async def unmark(session: AsyncSession, channel_id: UUID, entry_id: UUID) -> None:
    """Removes the mark again, after an undo that failed."""
    await session.execute(
        update(AuditEntry).where(AuditEntry.channel_id == channel_id, AuditEntry.id == entry_id).values(undone_at=None)
    )
    announce(session, channel_id)
