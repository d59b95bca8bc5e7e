"""The error when a change cannot be undone because the same item was changed again later.

It says by whom, when and to what. The time is a separate field: each user reads it in their own time zone.
"""

import msgspec
from sqlalchemy import select, tuple_
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.models.audit_entries import AuditEntry
from greenroom.channel_file.sections import Section
from greenroom.channel_file.undo import ChangedSince
from greenroom.features.audit_log.rules import fields_of
from greenroom.features.audit_log.schemas import AuditField
from greenroom.kernel.db.database import JsonObject
from greenroom.kernel.errors import FieldError

# Maximum number of later changes of the section that are searched for a change of the same item.
MAX_SEARCHED = 500
MAX_SHOWN_LENGTH = 80
CHANGED_BY_UNKNOWN = "It was changed since. Open it to see how it is now."


async def changed_since(
    session: AsyncSession, section: Section, entry: AuditEntry, current: JsonObject | None
) -> ChangedSince:
    later = await _later_change(session, section, entry)
    if later is None:
        return ChangedSince(CHANGED_BY_UNKNOWN)
    field = _shown_field(entry, later)
    details = [
        FieldError(field="by", message=later.author_name),
        FieldError(field="at", message=later.created_at.isoformat()),
        FieldError(field="entry_id", message=str(later.id)),
    ]
    if current is None and later.new is None:
        return ChangedSince(f"{later.author_name} deleted it. Undo that first.", details)
    if field is None:
        return ChangedSince(f"{later.author_name} changed it. Undo that first.", details)
    value = _text(field.new)
    details.append(FieldError(field=field.field, message=value))
    message = f"{later.author_name} set {field.field} to {value}. Undo that first."
    return ChangedSince(message, details)


async def _later_change(session: AsyncSession, section: Section, entry: AuditEntry) -> AuditEntry | None:
    """The newest later change of the item (command, filter …), which may be a rename; None if there is none."""
    changes = await later_changes(session, entry)
    return next((one for one in changes if entry.item in {one.item, section.key_of(one.old or {})}), None)


async def later_changes(session: AsyncSession, entry: AuditEntry) -> list[AuditEntry]:
    """Later changes in the section of the entry, newest first, at most MAX_SEARCHED."""
    position = tuple_(AuditEntry.created_at, AuditEntry.id)
    rows = await session.scalars(
        select(AuditEntry)
        .where(
            AuditEntry.channel_id == entry.channel_id,
            AuditEntry.section == entry.section,
            position > tuple_(entry.created_at, entry.id),
        )
        .order_by(AuditEntry.created_at.desc(), AuditEntry.id.desc())
        .limit(MAX_SEARCHED)
    )
    return list(rows)


def _shown_field(entry: AuditEntry, later: AuditEntry) -> AuditField | None:
    """The field of `later` to show: one that `entry` changed too, else the first; None if `later` has no fields."""
    changed = {one.field for one in fields_of(entry.old, entry.new)}
    fields = fields_of(later.old, later.new) if later.old is not None and later.new is not None else []
    return next((one for one in fields if one.field in changed), fields[0] if fields else None)


def _text(value: object) -> str:
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return f"“{text[:MAX_SHOWN_LENGTH]}{'…' if len(text) > MAX_SHOWN_LENGTH else ''}”"
