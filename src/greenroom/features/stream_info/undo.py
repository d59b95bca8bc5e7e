"""Undoes a change of title or category by sending the old value to the platform."""

from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.accounts.audit.undone import mark_undone, unmark
from greenroom.accounts.channel_providers.service import get_provider
from greenroom.accounts.channel_providers.stream_texts import SECTION
from greenroom.accounts.models.audit_entries import AuditEntry
from greenroom.channel_file.undo import AlreadyUndone, ChangedSince, NotUndoable, Reversal
from greenroom.features.stream_info import service
from greenroom.features.stream_info.schemas import CategoryIn, ChangeResult, StreamChangeIn
from greenroom.features.stream_info.service import Refused, StreamControl


class UndoPlan(Struct, frozen=True):
    connection_id: UUID
    # `title` or `category`.
    field: str
    old: str
    new: str


class StreamUndo:
    key = SECTION
    title = "Title and category"
    permission = Permission.TITLE_UPDATE

    def __init__(self, control: StreamControl) -> None:
        self._control = control

    async def preview(self, access: Access, entry: AuditEntry) -> Reversal:
        plan = await self._plan(access, entry)
        return Reversal({plan.field: plan.new}, {plan.field: plan.old})

    async def undo(self, access: Access, entry: AuditEntry) -> None:
        plan = await self._plan(access, entry)
        change = await self._change(access, plan)
        database, now = self._control.kernel.database, self._control.kernel.clock()
        async with database.write() as session:
            if not await mark_undone(session, access.channel_id, entry.id, now):
                raise AlreadyUndone
        by = replace(access.changed_by(now), undoes=entry.id)
        (result,) = await service.change_streams(self._control, access.channel_id, [change], by)
        outcome: ChangeResult | None = getattr(result, plan.field)
        if outcome is None or outcome.outcome != "done":
            async with database.write() as session:
                await unmark(session, access.channel_id, entry.id)
            raise Refused(outcome.detail if outcome else "")

    async def _plan(self, access: Access, entry: AuditEntry) -> UndoPlan:
        connection, _, field = entry.item.partition(":")
        old, new = str((entry.old or {})[field] or ""), str((entry.new or {})[field] or "")
        plan = UndoPlan(UUID(connection), field, old, new)
        async with self._control.kernel.database.read() as session:
            provider = (await get_provider(session, access.channel_id, plan.connection_id)).provider
        current = getattr(provider, field)
        if current != plan.new:
            raise ChangedSince(f"The {field} was changed since: it is now “{current}”.")
        if not plan.old:
            raise NotUndoable(f"There was no {field} before.")
        return plan

    async def _change(self, access: Access, plan: UndoPlan) -> StreamChangeIn:
        if plan.field == "title":
            return StreamChangeIn(channel_provider_id=plan.connection_id, title=plan.old)
        found = await service.search_categories(self._control, access.channel_id, plan.connection_id, plan.old)
        same = next((one for one in found.records if one.name.casefold() == plan.old.casefold()), None)
        if same is None:
            raise NotUndoable(f"The platform has no category named {plan.old} any more.")
        category = CategoryIn(id=same.id, name=same.name)
        return StreamChangeIn(channel_provider_id=plan.connection_id, category=category)
