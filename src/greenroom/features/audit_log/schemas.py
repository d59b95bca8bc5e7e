from datetime import datetime
from typing import Literal
from uuid import UUID

from greenroom.kernel.db.change_tracking import AuthorKind
from greenroom.kernel.db.pages import Page
from greenroom.kernel.schema import Schema

MAX_PER_PAGE = 100
DEFAULT_PER_PAGE = 50
MAX_SEARCH_LENGTH = 200
MAX_KEY_LENGTH = 200
# A longer log is counted up to here: counting all lines would take longer than reading a page of them.
MAX_COUNTED = 1_000

Action = Literal["created", "changed", "deleted"]
# `over`: it ended by itself, such as a timeout.
UndoState = Literal["possible", "undone", "none", "over"]


class AuditAuthor(Schema):
    kind: AuthorKind
    # None for viewers and jobs.
    user_id: UUID | None
    name: str
    # Name of the API token, for `token`; else empty.
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
    # A value inside another has a path: `settings.every`.
    field: str
    # None if there was or is no value. For a long list, only the removed and the added values.
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
    # Why the change cannot be undone, for `none` and `over`.
    undo_reason: str
    undone_at: datetime | None
    # The entry that this one undid.
    undoes: UUID | None


class AuditLog(Page[AuditRecord]):
    """`total` counts up to 1,000."""

    # Whether there are, or in a search may be, more than `total`.
    has_more: bool
    # Time of the oldest line that was read, if the search stopped there before the page, perhaps empty, was full.
    searched_until: datetime | None
    # Days after which lines are deleted; 0: never.
    kept_days: int


class AuditPeople(Schema):
    records: list[AuditPerson]


class AuditSection(Schema):
    key: str
    title: str


class AuditSections(Schema):
    """Sections that the log of this channel has entries of."""

    records: list[AuditSection]


class UndoPreview(Schema):
    """What undoing an entry would change: `old` is the value now, `new` the one afterwards."""

    fields: list[AuditField]
    message: str


class AuditLogChanged(Schema):
    type: Literal["changed"] = "changed"
