"""The error when an undo would restore a name that another command, filter or the like has by now.

It says who gave that name, and when. The time is a separate field: each user reads it in their own time zone.
"""

from collections.abc import Mapping

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.models.audit_entries import AuditEntry
from greenroom.channel_file.sections import Section
from greenroom.features.audit_log.changed_since import later_changes
from greenroom.kernel.db.database import JsonObject
from greenroom.kernel.errors import Conflict, FieldError, NameTaken

ADVICE = "Rename or delete it first."


class NameTakenSince(Conflict):
    type = NameTaken.type


async def name_taken_since(
    session: AsyncSession, section: Section, entry: AuditEntry, name: str, owner: JsonObject
) -> NameTakenSince:
    """The error that says who gave `name` (normalised, see `Section.names_of`) to `owner`, a command or the like."""
    key = section.key_of(owner)
    is_key = name in section.names_of(owner)[:1]
    taken = f"{key} already exists" if is_key else f"{name} already exists, as another name of {key}"
    naming = next((one for one in await later_changes(session, entry) if _gave_name(section, one, name)), None)
    if naming is None:
        return NameTakenSince(f"{taken}. {ADVICE}")
    details = [
        FieldError(field="by", message=naming.author_name),
        FieldError(field="at", message=naming.created_at.isoformat()),
        FieldError(field="entry_id", message=str(naming.id)),
    ]
    how = "created it" if naming.old is None else "gave it that name"
    return NameTakenSince(f"{taken}: {naming.author_name} {how}. {ADVICE}", details)


def _gave_name(section: Section, change: AuditEntry, name: str) -> bool:
    return name in section.names_of(change.new or {}) and name not in section.names_of(change.old or {})


def owner_of_name(
    section: Section, stored: Mapping[str, JsonObject], entry: AuditEntry, restored: JsonObject
) -> tuple[str, JsonObject] | None:
    """The first name of the restored entry that is taken, and the stored entry that has it; None if all are free."""
    others = [one for key, one in stored.items() if key.casefold() != entry.item.casefold()]
    owners = {name: one for one in others for name in section.names_of(one)}
    return next(((name, owners[name]) for name in section.names_of(restored) if name in owners), None)
