"""Lets staff undo a change of a balance in the audit log, as they can in the viewer's history."""

from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.accounts.models.audit_entries import AuditEntry
from greenroom.channel_file.undo import Reversal
from greenroom.features.points import service
from greenroom.kernel.context import Kernel


class PointsUndo:
    key = service.ENTRIES_SECTION
    title = "Points of viewers"
    permission = Permission.GAMBLING_MANAGE

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel

    async def preview(self, access: Access, entry: AuditEntry) -> Reversal:
        old, new = (int(str((fields or {}).get("balance", 0))) for fields in (entry.old, entry.new))
        verb = "taken back" if new > old else "given back"
        return Reversal({}, {}, f"{abs(new - old):,} points are {verb}, whatever else happened to the balance.")

    async def undo(self, access: Access, entry: AuditEntry) -> None:
        async with self._kernel.database.write() as session:
            await service.undo_entry(session, access, int(entry.item), self._kernel.clock())
