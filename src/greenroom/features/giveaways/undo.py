"""Undoes changes of a giveaway's settings from the audit log, if the giveaway's state allows the change."""

from uuid import UUID

from msgspec.structs import replace
from pydantic import ValidationError

from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.accounts.audit.differences import differences, is_unchanged_since, reverted
from greenroom.accounts.audit.undone import mark_undone
from greenroom.accounts.models.audit_entries import AuditEntry
from greenroom.channel_file.undo import AlreadyUndone, ChangedSince, NotUndoable, Reversal
from greenroom.features.giveaways import service
from greenroom.features.giveaways.models import Giveaway
from greenroom.features.giveaways.schemas import GiveawayIn
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.database import JsonObject

CHANGED = "It was changed since. Open it to see how it is now."
INVALID = "It cannot go back: giveaways have other rules now."


class GiveawayUndo:
    key = "giveaways"
    title = "Giveaways"
    permission = Permission.GIVEAWAYS_MANAGE

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel

    async def preview(self, access: Access, entry: AuditEntry) -> Reversal:
        async with self._kernel.database.read() as session:
            row = await service.find_giveaway(session, access.channel_id, UUID(entry.item))
            before = _before(row, entry)
            service.check_changeable(row, before)
            now, then = differences(_json(service.fields_of(row)), _json(before))
        return Reversal(now, then)

    async def undo(self, access: Access, entry: AuditEntry) -> None:
        now = self._kernel.clock()
        async with self._kernel.database.write() as session:
            if not await mark_undone(session, access.channel_id, entry.id, now):
                raise AlreadyUndone
            row = await service.lock_giveaway(session, access.channel_id, UUID(entry.item))
            by = replace(access.changed_by(now), undoes=entry.id)
            await service.save_giveaway(session, access.channel_id, row.id, _before(row, entry), by)


def _before(row: Giveaway, entry: AuditEntry) -> GiveawayIn:
    """The settings with the change reverted; raises ChangedSince if a changed setting was changed again."""
    current, old, new = _json(service.fields_of(row)), entry.old or {}, entry.new or {}
    if not is_unchanged_since(current, old, new):
        raise ChangedSince(CHANGED)
    try:
        return GiveawayIn.model_validate(reverted(current, old, new))
    except ValidationError as error:
        raise NotUndoable(INVALID) from error


def _json(fields: GiveawayIn) -> JsonObject:
    return fields.model_dump(mode="json")
