from typing import Annotated, Literal

from pydantic import StringConstraints

from greenroom.accounts.stream_platforms import StreamProvider
from greenroom.kernel.schema import Schema, StrictSchema

MAX_CONTENT_LENGTH = 4_000_000
MAX_ROWS = 50_000
# Number of rows that a review shows; an import is not limited to these rows.
MAX_SHOWN = 500

Source = Literal["streamelements", "streamlabs", "tbot"]
# known: imported at once; unknown: stored until the viewer writes; imported: already imported from the same bot.
State = Literal["known", "unknown", "imported", "bad"]


class BalancesIn(StrictSchema):
    source: Source
    # The platform of the names, which are logins; on platforms without logins, names or ids of viewers.
    provider: StreamProvider
    # Export of the other bot: JSON, or CSV.
    content: Annotated[str, StringConstraints(min_length=1, max_length=MAX_CONTENT_LENGTH)]


class BalanceRow(Schema):
    position: int
    name: str
    # None if the row is bad.
    points: int | None
    state: State
    # Why the row is bad; empty otherwise.
    problem: str


class BalancesReview(Schema):
    # Bad rows first, then in the order of the file; at most `MAX_SHOWN`.
    rows: list[BalanceRow]
    known: int
    unknown: int
    imported: int
    bad: int
    # Sum of the points that an import adds.
    points: int
    # False on platforms where several viewers can have one name: there, a row is good only if exactly one viewer with
    # its name has written in chat.
    are_names_unique: bool


class BalancesImported(Schema):
    # Viewers who got their points.
    added: int
    # Names whose viewer has not written yet.
    waiting: int
    # Rows that were imported before.
    skipped: int
    bad: int
