from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from greenroom.kernel.db.database import JsonObject
from greenroom.portable.merge import Conflicts, ImportResult

MAX_CONTENT_LENGTH = 2_000_000
MAX_ROWS = 10_000

Source = Literal["nightbot", "streamelements", "streamlabs", "tbot"]
# The section of the channel that it goes to.
Kind = Literal["commands", "timers", "quotes"]
# All of it means the same here; something is different, the notes say what; it cannot be had as it is.
Maps = Literal["full", "changed", "cannot"]


class Strict(BaseModel):
    """A field that nobody knows is a mistake of whoever sent it."""

    model_config = ConfigDict(extra="forbid")


class ReviewIn(Strict):
    source: Source
    # What the other bot exports, or what was copied from its pages.
    content: Annotated[str, StringConstraints(max_length=MAX_CONTENT_LENGTH)]


class Before(BaseModel):
    """As it was there."""

    name: str
    text: str
    # The rest in words: "moderators", "cooldown 30 s".
    details: list[str]


class ReviewRow(BaseModel):
    # Its place in the list.
    position: int
    kind: Kind
    # What it is recognised by here.
    key: str
    before: Before
    # As it would be written; what cannot be translated stands in it as it was, to be changed by hand.
    entry: JsonObject
    maps: Maps
    # What is different, and why something cannot be had.
    notes: list[str]
    # What of the channel has one of its names.
    clashes: list[str]
    # An earlier row of this list has one of its names.
    repeats: bool
    # What has to be changed before it can be written, each as "field: words".
    problems: list[str]


class ReviewCounts(BaseModel):
    full: int
    changed: int
    cannot: int


class ReviewOut(BaseModel):
    source: Source
    rows: list[ReviewRow]
    counts: ReviewCounts
    # What stood in the file and is no command, timer or quote.
    ignored: list[str]


class ImportRow(Strict):
    kind: Kind
    # As it came with the review, or changed since: it is checked again, beside the loop.
    entry: JsonObject
    conflicts: Conflicts = "skip"


class ImportIn(Strict):
    source: Source
    rows: Annotated[list[ImportRow], Field(min_length=1, max_length=MAX_ROWS)]


class ImportOut(BaseModel):
    # The channel as it was before; None when nothing was written.
    version_id: UUID | None
    added: int
    renamed: int
    replaced: int
    skipped: int
    failed: int
    # In the order in which they were sent.
    rows: list[ImportResult]
