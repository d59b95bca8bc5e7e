"""How an entry of the audit log is shown."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import cast

from greenroom.accounts.audit.differences import ADDED, REMOVED, is_list_change
from greenroom.accounts.models.audit_entries import AuditEntry
from greenroom.features.audit_log.schemas import Action, AuditField, UndoState
from greenroom.kernel.db.database import JsonObject

ENDED = "It has ended by itself."


def action_of(entry: AuditEntry) -> Action:
    if (entry.old is None) == (entry.new is None):
        return "changed"
    return "created" if entry.old is None else "deleted"


def fields_of(old: JsonObject | None, new: JsonObject | None) -> list[AuditField]:
    return list(_fields("", old or {}, new or {}))


def _fields(path: str, old: JsonObject, new: JsonObject) -> Iterator[AuditField]:
    for name in {**old, **new}:
        before, after = old.get(name), new.get(name)
        if is_list_change(before, after):
            removed, added = cast("JsonObject", before)[REMOVED], cast("JsonObject", after)[ADDED]
            yield AuditField(field=f"{path}{name}", old=removed, new=added)
        elif isinstance(before, dict) and isinstance(after, dict):
            yield from _fields(f"{path}{name}.", cast("JsonObject", before), cast("JsonObject", after))
        else:
            yield AuditField(field=f"{path}{name}", old=cast("object", before), new=cast("object", after))


def undo_state(entry: AuditEntry, now: datetime, *, is_undoable: bool) -> tuple[UndoState, str]:
    """Whether the entry can be undone, and why not; the reason may be empty."""
    if entry.undone_at is not None:
        return "undone", ""
    if entry.no_undo or not is_undoable:
        return "none", entry.no_undo
    if has_ended(entry, now):
        return "over", ENDED
    return "possible", ""


def has_ended(entry: AuditEntry, now: datetime) -> bool:
    """Whether the entry is a time-out that is over, or ended a time-out that would be over by now."""
    seconds = (entry.new or {}).get("seconds") if entry.section == "moderation" else None
    return isinstance(seconds, int) and entry.created_at + timedelta(seconds=seconds) <= now
