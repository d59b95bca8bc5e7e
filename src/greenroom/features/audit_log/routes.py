from typing import Annotated
from uuid import UUID

from fastapi import Depends, Query
from fastapi.responses import StreamingResponse

from greenroom.accounts.access.guards import require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.features.audit_log import service, undo
from greenroom.features.audit_log.schemas import (
    DEFAULT_PER_PAGE,
    MAX_KEY_LENGTH,
    MAX_SEARCH_LENGTH,
    AuditLog,
    AuditPeople,
    AuditRecord,
    AuditSections,
    UndoPreview,
)
from greenroom.features.audit_log.service import LogQuery
from greenroom.features.audit_log.undoers import Undoers
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import Cursor, KernelDep, PageSize, Provided, Reading
from greenroom.kernel.csv_cells import MEDIA_TYPE
from greenroom.kernel.db.change_tracking import AuthorKind
from greenroom.kernel.text import StorableText
from greenroom.kernel.timestamps import Timestamp

Admin = Annotated[Access, require(Permission.ACCESS_MANAGE)]
Key = Annotated[StorableText, Query(max_length=MAX_KEY_LENGTH)]
router = ApiRouter(prefix="/channels/{channel_id}/audit-log", tags=["audit log"])


async def _query(
    person: Key = "",
    kind: AuthorKind | None = None,
    section: Key = "",
    since: Annotated[Timestamp | None, Query()] = None,
    until: Annotated[Timestamp | None, Query()] = None,
    search: Annotated[StorableText, Query(max_length=MAX_SEARCH_LENGTH)] = "",
) -> LogQuery:
    return LogQuery(person, kind, section, since, until, search)


LogQueryDep = Annotated[LogQuery, Depends(_query)]


@router.get("")
async def list_audit_log(
    access: Admin,
    query: LogQueryDep,
    session: Reading,
    undoers: Provided[Undoers],
    kernel: KernelDep,
    cursor: Cursor = None,
    per_page: PageSize = DEFAULT_PER_PAGE,
) -> AuditLog:
    """Newest first. `person` is a `key` of `/people`; entries must have all words of `search`, whatever their case."""
    return await service.list_entries(session, undoers, access.channel_id, query, cursor, per_page, kernel)


@router.get("/people")
async def list_audit_people(access: Admin, session: Reading) -> AuditPeople:
    """Authors of changes in the log, at most 500."""
    return await service.list_people(session, access.channel_id)


@router.get("/sections")
async def list_audit_sections(access: Admin, session: Reading, undoers: Provided[Undoers]) -> AuditSections:
    return await service.list_sections(session, undoers, access.channel_id)


@router.get("/csv", response_class=StreamingResponse)
async def export_audit_log(
    access: Admin, query: LogQueryDep, undoers: Provided[Undoers], kernel: KernelDep
) -> StreamingResponse:
    """The log as CSV, with one row for each changed field."""
    pieces = service.export_csv(kernel.database, undoers, access.channel_id, query, kernel.clock())
    headers = {"Content-Disposition": 'attachment; filename="audit-log.csv"'}
    return StreamingResponse(pieces, media_type=MEDIA_TYPE, headers=headers)


@router.get("/{entry_id}/undo")
async def preview_undo(entry_id: UUID, access: Admin, undoers: Provided[Undoers], kernel: KernelDep) -> UndoPreview:
    """What undoing the entry would change. 409 `changed_since` says who changed the same item later, and when."""
    return await undo.preview(kernel, undoers, access, entry_id)


@router.post("/{entry_id}/undo")
async def undo_entry(entry_id: UUID, access: Admin, undoers: Provided[Undoers], kernel: KernelDep) -> AuditRecord:
    """Undoes the change; needs the permission to make it. 409 if undone already, or the item was changed since."""
    return await undo.undo(kernel, undoers, access, entry_id)
