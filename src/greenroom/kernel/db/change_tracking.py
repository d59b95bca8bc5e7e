"""Who changed a row last, and detection of conflicting edits."""

from contextvars import ContextVar
from datetime import datetime
from typing import Literal
from uuid import UUID

from msgspec import Struct
from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.errors import Conflict

MAX_SIGNATURE_LENGTH = 100
# Key in the `info` of a column that holds the name of a member of staff. Value: the name of the column with the user's
# id, or None if the table has no such column.
STAFF_NAME = "staff_name"
# Key in the same `info`. Value: the text that replaces the name when the user is deleted, if not `DELETED_USER`.
ERASED_TO = "erased_to"

# `chat`: a command in chat; `token`: a user's program with an API token.
AuthorKind = Literal["person", "chat", "job", "token"]


class ChangedBy(Struct, frozen=True):
    """Author and time of a change."""

    name: str
    at: datetime
    # The author's level in the channel; 0 if it does not matter.
    level: int = 0
    kind: AuthorKind = "person"
    # The user's id, if the author is a user.
    user_id: UUID | None = None
    # "provider:id" of the viewer who used a command in chat.
    account: str = ""
    # The entry of the audit log that the change undoes.
    undoes: UUID | None = None

    @property
    def signature(self) -> str:
        return self.name[:MAX_SIGNATURE_LENGTH]


class TokenAuthor(Struct, frozen=True):
    """A user whose program makes a change, with an API token."""

    user_id: UUID
    token_name: str


# Author of the current request, if it has an API token. The audit log marks every change by this user in the request
# as made with the token.
token_author: ContextVar[TokenAuthor | None] = ContextVar("token_author", default=None)


class Tracked:
    """Columns of tables whose rows users edit: a revision, and who changed the row last and when."""

    # Incremented with every change; a client sends the revision that it edited.
    revision: Mapped[int]
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]
    updated_by: Mapped[str] = mapped_column(String(MAX_SIGNATURE_LENGTH), info={STAFF_NAME: None})

    def sign_new(self, changed_by: ChangedBy) -> None:
        """Signs a row that is not stored yet."""
        self.revision, self.created_at = 0, changed_by.at
        self.sign(changed_by)

    def sign(self, changed_by: ChangedBy) -> None:
        self.revision += 1
        self.updated_at, self.updated_by = changed_by.at, changed_by.signature


class Authored(Tracked):
    """Also keeps who created the row."""

    created_by: Mapped[str] = mapped_column(String(MAX_SIGNATURE_LENGTH), info={STAFF_NAME: None})

    def sign_new(self, changed_by: ChangedBy) -> None:
        super().sign_new(changed_by)
        self.created_by = changed_by.signature


class ChangedMeanwhile(Conflict):
    """Conflict error that names the author of the newer change; each feature derives its own error type."""

    what = "entry"

    def __init__(self, row: Tracked) -> None:
        super().__init__(f"{row.updated_by} has changed this {self.what} meanwhile. Nothing was saved.")
