from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from greenroom.kernel.text import SearchText
from greenroom.portable.snapshots import LONGEST_REASON

# A channel that has all it may have of everything, with texts of ordinary length, is three quarters of this.
MAX_FILE_LENGTH = 8_000_000

Change = Literal["added", "changed", "removed"]
SectionKey = Annotated[SearchText, StringConstraints(min_length=1, max_length=30)]


class Strict(BaseModel):
    """A field that nobody knows is a mistake of whoever sent it."""

    model_config = ConfigDict(extra="forbid")


class FileIn(Strict):
    # YAML.
    content: Annotated[str, StringConstraints(max_length=MAX_FILE_LENGTH)]
    # Only these sections of it; left out, all that stand in it.
    sections: Annotated[list[SectionKey], Field(max_length=20)] | None = None
    # Whether what the channel has and the file does not is to go, in the sections that stand in the file.
    remove_missing: bool = False


class FileProblem(BaseModel):
    # Of the file, from 1; None when it belongs to none.
    line: int | None
    # "commands.3.responses.0.text", as far as it is known.
    field: str
    message: str


class FieldChange(BaseModel):
    """One field of an entry, as text: a list or an object in the form it has in the file."""

    field: str
    before: str | None
    after: str | None


class EntryChange(BaseModel):
    # What it is recognised by.
    key: str
    change: Change
    # Where it stands in the file.
    line: int | None
    # Of what is added all that differs from what comes by itself; of what is removed nothing.
    fields: list[FieldChange]


class SectionDiff(BaseModel):
    key: str
    title: str
    added: int
    changed: int
    removed: int
    same: int
    # In the channel and not in the file, and left alone.
    kept: int
    entries: list[EntryChange]


class DiffOut(BaseModel):
    # Whose file it is, as it says itself.
    channel: str
    # Only what differs.
    sections: list[SectionDiff]
    # As long as there are some nothing can be applied.
    problems: list[FileProblem]
    # Of the channel as it was compared: sent along when it is applied, nothing is overwritten that nobody saw.
    revision: str


class ApplyIn(FileIn):
    # Why, for whoever looks at the versions later.
    reason: Annotated[SearchText, StringConstraints(max_length=LONGEST_REASON)] = ""
    # From the comparison; left out, whatever the channel is like now.
    revision: Annotated[SearchText, StringConstraints(max_length=100)] | None = None


class Applied(BaseModel):
    # The channel as it was before; None when nothing was different.
    version_id: UUID | None
    # What was done.
    sections: list[SectionDiff]


class VersionIn(Strict):
    reason: Annotated[SearchText, StringConstraints(max_length=LONGEST_REASON)] = ""


class VersionOut(BaseModel):
    id: UUID
    # What was about to happen when it was kept.
    reason: str
    created_at: datetime
    created_by: str
    # How many entries each section had.
    counts: dict[str, int]


class VersionsOut(BaseModel):
    """The newest first; the last fifty are kept."""

    records: list[VersionOut]


class RestoreIn(Strict):
    # Only these; left out, all.
    sections: Annotated[list[SectionKey], Field(max_length=20)] | None = None
    # From the comparison; left out, whatever the channel is like now.
    revision: Annotated[SearchText, StringConstraints(max_length=100)] | None = None
