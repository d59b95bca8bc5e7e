from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import Field

from greenroom.channel_file.merge import Conflicts, ImportResult
from greenroom.channel_file.sections import Entry
from greenroom.kernel.db.database import JsonObject
from greenroom.kernel.schema import Schema, StrictSchema
from greenroom.kernel.text import StorableText, line_of, optional_line_of

MAX_TITLE_LENGTH = 100
MAX_DESCRIPTION_LENGTH = 500
MAX_COMMANDS = 100
MAX_TEMPLATES = 200


class TemplateIn(StrictSchema):
    title: Annotated[str, line_of(MAX_TITLE_LENGTH)]
    description: Annotated[str, optional_line_of(MAX_DESCRIPTION_LENGTH)] = ""
    # Each with `cmds`, `responses` and the fields that differ from their defaults.
    commands: Annotated[list[Entry], Field(min_length=1, max_length=MAX_COMMANDS)]


class TemplateOut(Schema):
    id: UUID
    title: str
    description: str
    commands: list[JsonObject]
    revision: int
    created_at: datetime
    created_by: str
    updated_at: datetime
    updated_by: str


class TemplatesOut(Schema):
    """Sorted by title."""

    records: list[TemplateOut]


class TemplateSummary(Schema):
    id: UUID
    title: str
    description: str
    # First name of each command.
    names: list[str]


class TemplateSummaries(Schema):
    """Sorted by title."""

    records: list[TemplateSummary]


class TemplateRow(Schema):
    """A command of a template, and its conflicts in the channel."""

    # First name of the command.
    key: str
    entry: JsonObject
    # First names of the channel's commands that already use one of the names.
    clashes: list[str]
    # Validation errors, for example a removed variable.
    problems: list[str]


class TemplatePreview(Schema):
    id: UUID
    title: str
    description: str
    rows: list[TemplateRow]


class TemplateChoice(StrictSchema):
    key: Annotated[StorableText, Field(min_length=1, max_length=100)]
    conflicts: Conflicts = "skip"


class TemplateImport(StrictSchema):
    commands: Annotated[list[TemplateChoice], Field(min_length=1, max_length=MAX_COMMANDS)]


class TemplateImported(Schema):
    # Version of the channel as it was before; None if nothing changed.
    version_id: UUID | None
    rows: list[ImportResult]
