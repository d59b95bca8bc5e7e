from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field, StringConstraints

from greenroom.channel_file.snapshots import MAX_REASON_LENGTH
from greenroom.kernel.schema import Schema, StrictSchema
from greenroom.kernel.text import StorableText

# In characters; a channel at all its limits, with texts of usual length, needs three quarters of this.
MAX_FILE_LENGTH = 8_000_000

Change = Literal["added", "changed", "removed"]
SectionKey = Annotated[StorableText, StringConstraints(min_length=1, max_length=30)]


class FileIn(StrictSchema):
    # YAML.
    content: Annotated[str, StringConstraints(max_length=MAX_FILE_LENGTH)]
    # Default: all sections of the file.
    sections: Annotated[list[SectionKey], Field(max_length=20)] | None = None
    # Whether entries that the file lacks are removed, in the sections that the file has.
    remove_missing: bool = False


class FileProblem(Schema):
    # Line of the file, from 1; None if a stored version is restored.
    line: int | None
    # For example "commands.3.responses.0.text".
    field: str
    message: str


class FieldChange(Schema):
    """A changed field; values are YAML text."""

    field: str
    before: str | None
    after: str | None


class EntryChange(Schema):
    # Identifying name of the entry.
    key: str
    change: Change
    # Line of the file; None if the entry is removed, or comes from a version.
    line: int | None
    # An added entry lists the fields that differ from their defaults, a removed entry lists none.
    fields: list[FieldChange]


class SectionDiff(Schema):
    key: str
    title: str
    added: int
    changed: int
    removed: int
    same: int
    # Entries of the channel that are not in the file and stay.
    kept: int
    entries: list[EntryChange]


class DiffOut(Schema):
    # Channel name in the file.
    channel: str
    # The compared sections, even without changes; empty if there are problems.
    sections: list[SectionDiff]
    # If there are any, the file or version cannot be applied.
    problems: list[FileProblem]
    # Revision of the compared channel; sent with apply, it prevents overwriting newer changes.
    revision: str


class ApplyIn(FileIn):
    # Note for the version history.
    reason: Annotated[StorableText, StringConstraints(max_length=MAX_REASON_LENGTH)] = ""
    # Revision from the preview; without it, newer changes are overwritten.
    revision: Annotated[StorableText, StringConstraints(max_length=100)] | None = None


class Applied(Schema):
    # Version of the channel as it was before; None if nothing changed.
    version_id: UUID | None
    sections: list[SectionDiff]


class VersionIn(StrictSchema):
    reason: Annotated[StorableText, StringConstraints(max_length=MAX_REASON_LENGTH)] = ""


class VersionOut(Schema):
    id: UUID
    reason: str
    created_at: datetime
    created_by: str
    # Number of entries per section.
    counts: dict[str, int]


class VersionsOut(Schema):
    """Newest first; the last 50 are kept."""

    records: list[VersionOut]


class RestoreIn(StrictSchema):
    # Default: all sections.
    sections: Annotated[list[SectionKey], Field(max_length=20)] | None = None
    # Revision from the preview; without it, newer changes are overwritten.
    revision: Annotated[StorableText, StringConstraints(max_length=100)] | None = None
