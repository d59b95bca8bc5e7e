"""Undoes moderation from the audit log, in the same way as from the moderation log."""

from sqlalchemy import select

from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.accounts.models.audit_entries import AuditEntry
from greenroom.accounts.platforms import Platforms
from greenroom.channel_file.undo import Reversal
from greenroom.chat.moderation.models import ModerationEntry
from greenroom.chat.sending.sender import Sender
from greenroom.features.moderation import undo
from greenroom.features.moderation.actions import ModerationService
from greenroom.features.moderation.service import EntryNotFound
from greenroom.kernel.context import Kernel

MESSAGES = {
    "ban": "{name} may write again.",
    "timeout": "{name} may write again.",
    "unban": "{name} is banned again.",
    "delete": "The message is shown again in Greenroom only.",
}


class ModerationUndo:
    key = "moderation"
    title = "Moderation"
    permission = Permission.MODERATION_USE

    def __init__(self, kernel: Kernel, sender: Sender, platforms: Platforms) -> None:
        self._kernel = kernel
        self._sender = sender
        self._platforms = platforms

    async def preview(self, access: Access, entry: AuditEntry) -> Reversal:
        """Says what undoing would do; the entry of the moderation log has the same id as the audit entry."""
        async with self._kernel.database.read() as session:
            of_channel = ModerationEntry.channel_id == access.channel_id
            found = await session.scalar(select(ModerationEntry).where(ModerationEntry.id == entry.id, of_channel))
        if found is None:
            raise EntryNotFound
        undo.refuse_impossible(found)
        return Reversal({}, {}, MESSAGES[found.action].format(name=found.viewer_name))

    async def undo(self, access: Access, entry: AuditEntry) -> None:
        service = ModerationService(self._kernel, self._sender, self._platforms, access)
        await undo.undo(service, entry.id)
