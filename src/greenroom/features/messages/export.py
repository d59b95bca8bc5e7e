"""Exports the stored chat as a file, streamed in pieces."""

import asyncio
from collections.abc import AsyncIterator, Sequence

import msgspec
from msgspec.structs import replace

from greenroom.chat.messages.line import Author, ChatLine, Removal, StoredLine
from greenroom.features.messages.lines import Row, position_of, stored_line_of
from greenroom.features.messages.rules import LineQuery
from greenroom.features.messages.schemas import ExportFormat
from greenroom.features.messages.service import find_lines, read_line
from greenroom.kernel.csv_cells import MEDIA_TYPE, csv_file
from greenroom.kernel.db.database import Database
from greenroom.kernel.tasks.background import spawn

LINES_AT_ONCE = 500
MEDIA_TYPES: dict[ExportFormat, str] = {"csv": MEDIA_TYPE, "jsonl": "application/x-ndjson"}
COLUMNS = (
    "sent_at",
    "provider",
    "viewer_id",
    "login",
    "name",
    "kind",
    "text",
    "notice",
    "message_id",
    "connection_id",
    "removed",
    "removed_at",
    "removed_by",
    "removed_why",
)
NO_AUTHOR = Author(id="", login="", name="", colour="")

_read_removal = msgspec.json.Decoder(Removal).decode
_encoder = msgspec.json.Encoder()


async def export_lines(database: Database, line_query: LineQuery, file_format: ExportFormat) -> AsyncIterator[bytes]:
    """Yields the file, in the order of `find_lines`; each piece is read in a short transaction of its own."""
    write = _csv_rows if file_format == "csv" else _json_lines
    if file_format == "csv":
        yield csv_file([COLUMNS])
    while True:
        # When the client leaves, this generator is cancelled, perhaps twice. The read is a task of its own, so that
        # its session is closed properly.
        rows = await asyncio.shield(spawn(_read(database, line_query), name="chat_export"))
        if rows:
            yield write(rows)
        if len(rows) < LINES_AT_ONCE:
            return
        line_query = replace(line_query, before=position_of(rows[-1]))


async def _read(database: Database, line_query: LineQuery) -> Sequence[Row]:
    async with database.read() as session:
        return await find_lines(session, line_query, LINES_AT_ONCE)


def _json_lines(rows: Sequence[Row]) -> bytes:
    return _encoder.encode_lines([stored_line_of(row) for row in rows])


def _csv_rows(rows: Sequence[Row]) -> bytes:
    # Only the first piece has the byte order mark.
    return csv_file([_cells(stored_line_of(row)) for row in rows], byte_order_mark="")


def _cells(stored_line: StoredLine) -> Sequence[str]:
    line: ChatLine = read_line(stored_line.line)
    author = line.author or NO_AUTHOR
    removal = _read_removal(stored_line.removal) if stored_line.removal is not None else None
    return (
        line.sent_at.isoformat(),
        line.provider,
        author.id,
        author.login,
        author.name,
        line.kind,
        line.text,
        line.headline,
        line.message_id,
        str(line.connection_id),
        removal.how if removal else "",
        removal.at.isoformat() if removal else "",
        removal.by if removal else "",
        removal.reason if removal else "",
    )
