from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field, StringConstraints

from greenroom.channel_file.merge import Conflicts, ImportResult
from greenroom.kernel.db.database import JsonObject
from greenroom.kernel.schema import Schema, StrictSchema

MAX_CONTENT_LENGTH = 2_000_000
MAX_ROWS = 10_000
# Limit of the database column.
MAX_USE_COUNT = 2**31 - 1

Source = Literal["nightbot", "streamelements", "streamlabs", "tbot"]
# Section of the channel's file that an item belongs to.
Kind = Literal["commands", "timers", "quotes"]
# Imported as is; imported with changes (see notes); must be edited first.
Maps = Literal["full", "changed", "cannot"]


class ReviewIn(StrictSchema):
    source: Source
    # Export of the other bot, or text copied from its pages.
    content: Annotated[str, StringConstraints(max_length=MAX_CONTENT_LENGTH)]


class Before(Schema):
    """The item in the other bot."""

    name: str
    text: str
    # For example "level moderator", "global cooldown 30 s".
    details: list[str]


class ReviewRow(Schema):
    position: int
    kind: Kind
    # Identifying name of the entry in Greenroom.
    key: str
    before: Before
    # The entry to import; unsupported variables are kept for manual editing.
    entry: JsonObject
    maps: Maps
    # What changes, and what is unsupported.
    notes: list[str]
    # Entries of the channel with one of its names.
    clashes: list[str]
    # All clashing entries are starter commands that were never changed: the page preselects `replace`.
    replaces_starter: bool
    # How often the command was used in the other bot; `$(count)` goes on from there. None if unknown.
    use_count: int | None
    # An earlier row that needs no editing has one of its names.
    repeats: bool
    # Validation errors, each as "field: message".
    problems: list[str]


class ReviewCounts(Schema):
    full: int
    changed: int
    cannot: int


class ReviewOut(Schema):
    source: Source
    rows: list[ReviewRow]
    counts: ReviewCounts
    # The first hundred parts of the export that are not a command, timer or quote.
    ignored: list[str]


class ImportRow(StrictSchema):
    kind: Kind
    # The entry of the review, possibly edited; it is validated again.
    entry: JsonObject
    conflicts: Conflicts = "skip"
    # `use_count` of the reviewed row; only for commands.
    use_count: Annotated[int | None, Field(ge=0, le=MAX_USE_COUNT)] = None


class ImportIn(StrictSchema):
    source: Source
    rows: Annotated[list[ImportRow], Field(min_length=1, max_length=MAX_ROWS)]


class ImportOut(Schema):
    # Version that holds the channel as it was before the import; None if nothing changed.
    version_id: UUID | None
    added: int
    renamed: int
    replaced: int
    skipped: int
    failed: int
    # In the order of the request.
    rows: list[ImportResult]
