"""Who changed a row last, and detection of edits that overtook each other."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import Query
from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.errors import Conflict

LONGEST_SIGNATURE = 100

# Of what was read; up to what the database's column holds.
Revision = Annotated[int | None, Query(ge=1, le=2**31 - 1)]


@dataclass(frozen=True, slots=True)
class ChangedBy:
    """Whose change it is, and when it was made."""

    name: str
    at: datetime

    @property
    def signature(self) -> str:
        return self.name[:LONGEST_SIGNATURE]


class Tracked:
    """For tables whose rows people change."""

    # One more with every change of it: whoever saves says which one they changed.
    revision: Mapped[int]
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]
    updated_by: Mapped[str] = mapped_column(String(LONGEST_SIGNATURE))

    def sign(self, hand: ChangedBy) -> None:
        self.revision += 1
        self.updated_at, self.updated_by = hand.at, hand.signature


class ChangedMeanwhile(Conflict):
    """Says who; each kind of thing has its own type of error."""

    what = "entry"

    def __init__(self, row: Tracked) -> None:
        super().__init__(f"{row.updated_by} has changed this {self.what} meanwhile. Nothing was saved.")
