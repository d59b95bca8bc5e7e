"""Undoes entries of the audit log."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.service import Access
from greenroom.accounts.models.audit_entries import AuditEntry
from greenroom.channel_file.undo import AlreadyUndone, NotUndoable, Undoer
from greenroom.features.audit_log import rules, service
from greenroom.features.audit_log.schemas import AuditRecord, UndoPreview
from greenroom.features.audit_log.undoers import Undoers
from greenroom.kernel.context import Kernel
from greenroom.kernel.errors import NotFound

NEVER = "This cannot be undone."


class AuditEntryNotFound(NotFound):
    type = "audit_entry_not_found"
    message = "This change is no longer in the audit log."


async def preview(kernel: Kernel, undoers: Undoers, access: Access, entry_id: UUID) -> UndoPreview:
    entry = await _read(kernel, access.channel_id, entry_id)
    reversal = await _undoer_of(undoers, access, entry, kernel.clock()).preview(access, entry)
    return UndoPreview(fields=rules.fields_of(reversal.now, reversal.then), message=reversal.message)


async def undo(kernel: Kernel, undoers: Undoers, access: Access, entry_id: UUID) -> AuditRecord:
    """Undoes the entry's change and returns the entry; the undo is logged as another entry."""
    entry = await _read(kernel, access.channel_id, entry_id)
    await _undoer_of(undoers, access, entry, kernel.clock()).undo(access, entry)
    return service.record_of(await _read(kernel, access.channel_id, entry_id), undoers, kernel.clock())


async def _read(kernel: Kernel, channel_id: UUID, entry_id: UUID) -> AuditEntry:
    async with kernel.database.read() as session:
        return await _find(session, channel_id, entry_id)


async def _find(session: AsyncSession, channel_id: UUID, entry_id: UUID) -> AuditEntry:
    found = select(AuditEntry).where(AuditEntry.id == entry_id, AuditEntry.channel_id == channel_id)
    entry = await session.scalar(found)
    if entry is None:
        raise AuditEntryNotFound
    return entry


def _undoer_of(undoers: Undoers, access: Access, entry: AuditEntry, now: datetime) -> Undoer:
    """The undoer of the entry's section; raises if the entry cannot be undone or the caller lacks the permission."""
    undoer = undoers.find(entry.section)
    if undoer is not None:
        access.require(undoer.permission)
    state, reason = rules.undo_state(entry, now, is_undoable=undoer is not None)
    if state == "undone":
        raise AlreadyUndone
    if undoer is None or state != "possible":
        raise NotUndoable(reason or NEVER)
    return undoer
