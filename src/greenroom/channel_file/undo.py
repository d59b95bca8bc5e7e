"""Undo of changes in the audit log: the feature of each section declares an `Undoer`."""

from typing import Protocol

from msgspec import Struct

from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.accounts.models.audit_entries import AuditEntry
from greenroom.kernel.db.database import JsonObject
from greenroom.kernel.errors import Conflict


class NotUndoable(Conflict):
    type = "not_undoable"


class AlreadyUndone(Conflict):
    type = "already_undone"
    message = "This change is undone already."


class ChangedSince(Conflict):
    """The changed setting has changed again since; the message says so, and who changed it if that is known."""

    type = "changed_since"


class Reversal(Struct, frozen=True):
    """What undoing would change: `now` has the current values, `then` the values afterwards."""

    now: JsonObject
    then: JsonObject
    message: str = ""


class Undoer(Protocol):
    # The section of the audit log, and its label on the screen.
    key: str
    title: str
    # Needed to undo, because it is needed to make the change.
    permission: Permission

    async def preview(self, access: Access, entry: AuditEntry) -> Reversal:
        """The values before and after undoing; raises the error that `undo` would raise now."""
        ...

    async def undo(self, access: Access, entry: AuditEntry) -> None:
        """Undoes the change once, and marks the entry as undone."""
        ...
