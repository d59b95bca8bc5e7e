"""Undoes a change in a section of the channel's file: changes the section's entry back, deletes or restores it."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.service import Access
from greenroom.accounts.audit.differences import differences, is_unchanged_since, reverted
from greenroom.accounts.audit.record import LOST
from greenroom.accounts.audit.undone import mark_undone
from greenroom.accounts.models.audit_entries import AuditEntry
from greenroom.channel_file.sections import Editor, Section, StoredEntries
from greenroom.channel_file.undo import AlreadyUndone, NotUndoable, Reversal
from greenroom.features.audit_log.changed_since import changed_since
from greenroom.features.audit_log.name_taken import NameTakenSince, name_taken_since, owner_of_name
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.database import JsonObject
from greenroom.kernel.errors import Conflict

RESTORED = "It comes back as it was when it was deleted."
REMOVED = "It is deleted."
USES_STAY = "Uses and counters stay as they are."


class UndoPlan(Struct, frozen=True):
    """The section's entry `now` and after the undo (`then`); None where it does not exist."""

    now: JsonObject | None
    then: JsonObject | None


class _TriedOut(Exception):
    """Rolls the attempted undo back."""


class SectionUndo:
    def __init__(self, section: Section, kernel: Kernel) -> None:
        self.key, self.title, self.permission = section.key, section.title, section.permission
        self._section = section
        self._kernel = kernel

    async def preview(self, access: Access, entry: AuditEntry) -> Reversal:
        async with self._kernel.database.read() as session:
            plan = await self._plan(session, entry)
            editor = await self._editor(session, access, entry)
            if plan.then is not None:
                await self._prepare(session, editor, entry, plan.then)
        async with self._naming_owners(entry):
            await self._try_out(editor, entry)
        if plan.then is None:
            return Reversal(plan.now or {}, {}, REMOVED)
        if plan.now is None:
            return Reversal({}, plan.then, _restored_message(entry.kept))
        now, then = differences(plan.now, plan.then)
        return Reversal(now, then, "" if self._section.is_single else USES_STAY)

    async def undo(self, access: Access, entry: AuditEntry) -> None:
        async with self._naming_owners(entry), self._kernel.database.write() as session:
            plan = await self._begin(session, entry)
            editor = await self._editor(session, access, entry)
            if plan.then is not None:
                await self._prepare(session, editor, entry, plan.then)
            await self._write(session, editor, entry, plan)

    async def _try_out(self, editor: Editor, entry: AuditEntry) -> None:
        """Tries the undo and rolls it back, so that its errors are raised, such as for a taken name.

        The caller runs the slow `_prepare` before: on SQLite all other writers wait for this transaction.
        """
        with contextlib.suppress(_TriedOut):
            async with self._kernel.database.write() as session:
                await self._write(session, editor, entry, await self._begin(session, entry))
                await session.flush()
                raise _TriedOut

    @contextlib.asynccontextmanager
    async def _naming_owners(self, entry: AuditEntry) -> AsyncGenerator[None]:
        """Replaces the section's error for a taken name by NameTakenSince, which says which entry has the name."""
        try:
            yield
        except Conflict as conflict:
            if conflict.type != NameTakenSince.type or isinstance(conflict, NameTakenSince):
                raise
            raise await self._name_taken(entry) or conflict from conflict

    async def _name_taken(self, entry: AuditEntry) -> NameTakenSince | None:
        async with self._kernel.database.read() as session:
            current = await self._section.find(session, entry.channel_id, entry.item)
            then = self._entry_before(entry, current) or {}
            stored = await self._section.read(session, entry.channel_id)
            found = owner_of_name(self._section, stored, entry, then)
            return await name_taken_since(session, self._section, entry, *found) if found else None

    async def _begin(self, session: AsyncSession, entry: AuditEntry) -> UndoPlan:
        if not await mark_undone(session, entry.channel_id, entry.id, self._kernel.clock()):
            raise AlreadyUndone
        await self._section.lock(session, entry.channel_id)
        return await self._plan(session, entry)

    async def _plan(self, session: AsyncSession, entry: AuditEntry) -> UndoPlan:
        """The plan; raises if the section's entry changed since, its name is taken, or its old values are invalid."""
        current = await self._section.find(session, entry.channel_id, entry.item)
        then = self._entry_before(entry, current)
        if entry.new is None and current is not None:
            raise await name_taken_since(
                session, self._section, entry, self._section.names_of(entry.old or {})[0], current
            )
        if then is _CHANGED:
            raise await changed_since(session, self._section, entry, current)
        if then is not None and (problems := self._section.check(then)):
            raise NotUndoable(f"It cannot go back: {'; '.join(problems)}")
        return UndoPlan(current, then)

    def _entry_before(self, entry: AuditEntry, current: JsonObject | None) -> JsonObject | None:
        """The section's entry without the change; None if the change created it; `_CHANGED` if it changed since."""
        if entry.new is None:
            return entry.old
        if current is None:
            return _CHANGED
        if entry.old is None:
            return None if not any(differences(entry.new, current)) else _CHANGED
        is_unchanged = is_unchanged_since(current, entry.old, entry.new)
        return reverted(current, entry.old, entry.new) if is_unchanged else _CHANGED

    async def _prepare(self, session: AsyncSession, editor: Editor, entry: AuditEntry, then: JsonObject) -> None:
        """Raises if the entry would exceed a limit on the whole section, such as that on the cost of all regexes."""
        stored = await self._section.read(session, editor.channel_id)
        await asyncio.to_thread(
            self._section.prepare, editor, [then], StoredEntries.of(self._section, stored, [then], [entry.item])
        )

    async def _write(self, session: AsyncSession, editor: Editor, entry: AuditEntry, plan: UndoPlan) -> None:
        if plan.then is None:
            await self._section.remove_all(session, editor, [entry.item])
            return
        await self._section.replace(session, editor, entry.item, plan.then)
        if entry.new is None and entry.kept is not None:
            await session.flush()
            await self._section.restore_kept(session, editor.channel_id, entry.item, entry.kept)

    async def _editor(self, session: AsyncSession, access: Access, entry: AuditEntry) -> Editor:
        """The caller as author of the undo; `author_levels` keeps each entry at the level of its first author."""
        levels = await self._section.author_levels(session, access.channel_id)
        level = (entry.kept or {}).get("author_level")
        if isinstance(level, int):
            levels |= dict.fromkeys(self._names(entry, entry.old or {}), level)
        return replace(Editor.of(access, self._kernel.clock()), author_levels=levels, undoes=entry.id)

    def _names(self, entry: AuditEntry, old: JsonObject) -> set[str]:
        """The normalised keys of the entry: before the change, if it existed then, and after."""
        named = self._section.names_of(old)[:1] if self._section.key_of(old) else []
        return {*named, entry.item.casefold()}


# Returned in place of an entry that was changed since; compared by identity.
_CHANGED: JsonObject = {}


def _restored_message(kept: JsonObject | None) -> str:
    uses, lost = (kept or {}).get("use_count"), (kept or {}).get(LOST)
    if isinstance(lost, str):
        return f"{RESTORED} {lost}"
    return f"{RESTORED} Its {uses:,} uses too." if isinstance(uses, int) and uses else RESTORED
