from datetime import datetime
from typing import Literal
from uuid import UUID

from greenroom.kernel.db.change_tracking import AuthorKind
from greenroom.kernel.db.pages import Page
from greenroom.kernel.schema import Schema

DEFAULT_PER_PAGE = 50
MAX_SEARCH_LENGTH = 200
MAX_KEY_LENGTH = 200
# `total` counts no further: counting all entries would take longer than reading a page of them.
MAX_COUNTED = 1_000

Action = Literal["created", "changed", "deleted"]
# `none`: the change cannot be undone. `over`: it has expired, such as a time-out.
UndoState = Literal["possible", "undone", "none", "over"]


class AuditAuthor(Schema):
    kind: AuthorKind
    # None for viewers and jobs.
    user_id: UUID | None
    name: str
    # Name of the API token if `kind` is `token`; else empty.
    token: str


class AuditPerson(Schema):
    # Value of the filter `person`, which finds changes with the person's API tokens, too.
    key: str
    # None for viewers and jobs.
    user_id: UUID | None
    name: str


class AuditSubject(Schema):
    """The person or viewer that the change is about."""

    user_id: UUID | None
    name: str


class AuditField(Schema):
    # Name of the field, or the path of a nested value such as `settings.every`.
    field: str
    # None means no value. Of a long list, `old` has only the removed values and `new` only the added ones.
    old: object
    new: object


class AuditRecord(Schema):
    id: UUID
    created_at: datetime
    author: AuditAuthor
    section: str
    # Label of the section.
    section_title: str
    item: str
    title: str
    # The platform that the change is about; empty if there is none.
    provider: str
    subject: AuditSubject | None
    note: str
    action: Action
    fields: list[AuditField]
    undo: UndoState
    # Why the change cannot be undone, if `undo` is `over` or `none`; may be empty for `none`.
    undo_reason: str
    undone_at: datetime | None
    # The entry that this one undid.
    undoes: UUID | None


class AuditLog(Page[AuditRecord]):
    """A page of the log; `total` counts up to 1,000."""

    # Whether more than `total` entries match; after a search that stopped early: whether more may match.
    has_more: bool
    # If a search stopped before the page was full: the time of the oldest entry that it read.
    searched_until: datetime | None
    # Days after which entries are deleted; 0: never.
    kept_days: int


class AuditPeople(Schema):
    records: list[AuditPerson]


class AuditSection(Schema):
    key: str
    title: str


class AuditSections(Schema):
    """The sections of all entries in this channel's log."""

    records: list[AuditSection]


class UndoPreview(Schema):
    """What undoing an entry would change; `old` is the value now, `new` the value afterwards."""

    fields: list[AuditField]
    message: str


class AuditLogChanged(Schema):
    type: Literal["changed"] = "changed"
