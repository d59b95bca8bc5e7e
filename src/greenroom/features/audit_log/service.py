import asyncio
from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from uuid import UUID

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import ColumnElement, func, literal_column, or_, select, tuple_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute

from greenroom.accounts.models.audit_entries import AuditEntry
from greenroom.features.audit_log import rules
from greenroom.features.audit_log.schemas import (
    MAX_COUNTED,
    AuditAuthor,
    AuditLog,
    AuditPeople,
    AuditPerson,
    AuditRecord,
    AuditSection,
    AuditSections,
    AuditSubject,
)
from greenroom.features.audit_log.undoers import Undoers
from greenroom.kernel.context import Kernel
from greenroom.kernel.csv_cells import csv_file
from greenroom.kernel.db.change_tracking import AuthorKind
from greenroom.kernel.db.database import Database
from greenroom.kernel.db.pages import decode_time_cursor, encode_cursor
from greenroom.kernel.tasks.background import spawn
from greenroom.kernel.text import name_key

ROWS_AT_ONCE = 500
# Entries that one search reads: words have no index, so the search for a rare word would read the whole log.
MAX_SEARCHED = 20_000
NEWEST_FIRST = (AuditEntry.created_at.desc(), AuditEntry.id.desc())
# Maximum number of authors, and of sections, that the filters offer.
MAX_CHOICES = 500
COLUMNS = (
    "Time (UTC)",
    "By",
    "Kind",
    "Token",
    "Section",
    "What",
    "About",
    "Field",
    "Old",
    "New",
    "Note",
    "Undone (UTC)",
)


class LogQuery(Struct, frozen=True):
    """Filter for the entries of one channel."""

    person: str = ""
    kind: AuthorKind | None = None
    section: str = ""
    since: datetime | None = None
    until: datetime | None = None
    search: str = ""

    def conditions(self, channel_id: UUID) -> list[ColumnElement[bool]]:
        found: list[ColumnElement[bool]] = [AuditEntry.channel_id == channel_id]
        if self.person:
            found.append(AuditEntry.author_key == self.person)
        if self.kind is not None:
            found.append(AuditEntry.author_kind == self.kind)
        if self.kind not in {None, "person"}:
            # A literal, because the databases do not use the partial index with a bound parameter.
            found.append(AuditEntry.author_kind != literal_column("'person'"))
        if self.section:
            found.append(AuditEntry.section == self.section)
        if self.since is not None:
            found.append(AuditEntry.created_at >= self.since)
        if self.until is not None:
            found.append(AuditEntry.created_at < self.until)
        return found + [_has_word(word) for word in name_key(self.search).split()]

    def in_one_index(self) -> "LogQuery":
        """The query without words, and with one of person, section and kind, in this order: one index answers it."""
        section = "" if self.person else self.section
        return replace(self, search="", section=section, kind=None if self.person or section else self.kind)


def _has_word(word: str) -> ColumnElement[bool]:
    names = (AuditEntry.author_name, AuditEntry.author_token, AuditEntry.subject_name)
    is_named = [func.lower(name).contains(word, autoescape=True) for name in names]
    return or_(AuditEntry.search.contains(word, autoescape=True), *is_named)


Position = tuple[datetime, UUID]


class Piece(Struct, frozen=True):
    """The entries that `_read` found, newest first."""

    rows: Sequence[AuditEntry]
    # Where the next read goes on; None if there is nothing more to read.
    end: Position | None
    # Whether the read ended because more entries match than its limit allows.
    is_full: bool


async def list_entries(
    session: AsyncSession,
    undoers: Undoers,
    channel_id: UUID,
    query: LogQuery,
    cursor: str | None,
    limit: int,
    kernel: Kernel,
) -> AuditLog:
    before = None if cursor is None else decode_time_cursor(cursor, UUID)
    piece = await _read(session, channel_id, query, before, limit)
    if before is None and not piece.is_full:
        total, has_more = len(piece.rows), piece.end is not None
    else:
        total, has_more = await _count(session, channel_id, query)
    return AuditLog(
        records=[record_of(row, undoers, kernel.clock()) for row in piece.rows],
        cursor=None if piece.end is None else encode_cursor(piece.end[0].isoformat(), str(piece.end[1])),
        total=total,
        has_more=has_more,
        searched_until=None if piece.end is None or piece.is_full else piece.end[0],
        kept_days=kernel.settings.audit_days,
    )


async def _read(session: AsyncSession, channel_id: UUID, query: LogQuery, before: Position | None, limit: int) -> Piece:
    last = await _last_searched(session, channel_id, query, before)
    found = select(AuditEntry).where(*_between(channel_id, query, before, last)).order_by(*NEWEST_FIRST)
    rows = list(await session.scalars(found.limit(limit + 1)))
    if len(rows) > limit:
        return Piece(rows[:limit], (rows[limit - 1].created_at, rows[limit - 1].id), is_full=True)
    return Piece(rows, last, is_full=False)


async def _count(session: AsyncSession, channel_id: UUID, query: LogQuery) -> tuple[int, bool]:
    """Number of matches in the entries that one search reads, at most MAX_COUNTED; and whether there may be more."""
    last = await _last_searched(session, channel_id, query, None)
    # Sorted, because PostgreSQL would otherwise read the whole table.
    newest = select(AuditEntry.id).where(*_between(channel_id, query, None, last)).order_by(*NEWEST_FIRST)
    some = newest.limit(MAX_COUNTED + 1).subquery()
    counted = await session.scalar(select(func.count()).select_from(some)) or 0
    return min(counted, MAX_COUNTED), counted > MAX_COUNTED or last is not None


async def _last_searched(
    session: AsyncSession, channel_id: UUID, query: LogQuery, before: Position | None
) -> Position | None:
    """Position of the MAX_SEARCHED-th entry, where a search for words stops; None if it reads the whole log."""
    if not query.search:
        return None
    indexed = query.in_one_index()
    in_order = select(AuditEntry.created_at, AuditEntry.id).where(*_between(channel_id, indexed, before, None))
    at_limit = in_order.order_by(*NEWEST_FIRST).offset(MAX_SEARCHED - 1).limit(2)
    rows = (await session.execute(at_limit)).all()
    return (rows[0].created_at, rows[0].id) if len(rows) > 1 else None


def _between(
    channel_id: UUID, query: LogQuery, before: Position | None, last: Position | None
) -> list[ColumnElement[bool]]:
    """The query's conditions, for entries older than `before` and not older than `last`."""
    position = tuple_(AuditEntry.created_at, AuditEntry.id)
    # Only one lower bound: of two, SQLite would look up the earlier one in the index.
    conditions = (query if last is None else replace(query, since=None)).conditions(channel_id)
    if before is not None:
        conditions.append(position < tuple_(*before))
    if last is not None:
        conditions.append(position >= tuple_(*last))
    return conditions


def record_of(row: AuditEntry, undoers: Undoers, now: datetime) -> AuditRecord:
    state, reason = rules.undo_state(row, now, is_undoable=undoers.find(row.section) is not None)
    return AuditRecord.model_validate(
        {
            "id": row.id,
            "created_at": row.created_at,
            "author": AuditAuthor.model_validate(
                {
                    "kind": row.author_kind,
                    "user_id": row.author_id,
                    "name": row.author_name,
                    "token": row.author_token,
                }
            ),
            "section": row.section,
            "section_title": undoers.title_of(row.section),
            "item": row.item,
            "title": row.title,
            "provider": _provider_of(row.subject_account),
            "subject": AuditSubject(user_id=row.subject_id, name=row.subject_name) if row.subject_name else None,
            "note": row.note,
            "action": rules.action_of(row),
            "fields": rules.fields_of(row.old, row.new),
            "undo": state,
            "undo_reason": reason,
            "undone_at": row.undone_at,
            "undoes": row.undoes,
        }
    )


def _provider_of(account: str) -> str:
    """The `twitch` of `twitch:123`; empty for an erased viewer, whose pseudonym names no platform."""
    provider, mark, _ = account.partition(":")
    return provider if mark else ""


async def list_people(session: AsyncSession, channel_id: UUID) -> AuditPeople:
    """Up to MAX_CHOICES authors, sorted by name; each with the name in the author's newest entry."""
    found = [await _newest_of(session, channel_id, key) for key in await _author_keys(session, channel_id)]
    people = [
        AuditPerson.model_validate({"key": row.author_key, "user_id": row.author_id, "name": row.author_name})
        for row in found
        if row is not None
    ]
    return AuditPeople(records=sorted(people, key=lambda one: (name_key(one.name), one.key)))


async def _author_keys(session: AsyncSession, channel_id: UUID) -> list[str]:
    return await _distinct(session, channel_id, AuditEntry.author_key)


async def list_sections(session: AsyncSession, undoers: Undoers, channel_id: UUID) -> AuditSections:
    keys = await _distinct(session, channel_id, AuditEntry.section)
    found = [AuditSection(key=key, title=undoers.title_of(key)) for key in keys]
    return AuditSections(records=sorted(found, key=lambda one: one.title))


async def _distinct(session: AsyncSession, channel_id: UUID, column: InstrumentedAttribute[str]) -> list[str]:
    """Up to MAX_CHOICES distinct values of an indexed column; the query jumps from value to value in the index."""
    of_channel = AuditEntry.channel_id == channel_id
    steps = select(func.min(column).label("value")).where(of_channel).cte("steps", recursive=True)
    following = select(func.min(column)).where(of_channel, column > steps.c.value).scalar_subquery()
    steps = steps.union_all(select(following).where(steps.c.value.is_not(None)))
    values = await session.scalars(select(steps.c.value).where(steps.c.value.is_not(None)).limit(MAX_CHOICES))
    return list(values)


async def _newest_of(session: AsyncSession, channel_id: UUID, author_key: str) -> AuditEntry | None:
    of_author = select(AuditEntry).where(AuditEntry.channel_id == channel_id, AuditEntry.author_key == author_key)
    return await session.scalar(of_author.order_by(AuditEntry.created_at.desc(), AuditEntry.id.desc()).limit(1))


async def export_csv(
    database: Database, undoers: Undoers, channel_id: UUID, query: LogQuery, now: datetime
) -> AsyncIterator[bytes]:
    """The log as CSV in pieces, newest first; no transaction is open between two pieces."""
    yield csv_file([COLUMNS])
    before: Position | None = None
    while True:
        # When the client disconnects, this generator is cancelled, perhaps twice. The read is a separate task, so that
        # its session is closed properly.
        reading = spawn(_read_piece(database, channel_id, query, before), name="audit_export")
        piece = await asyncio.shield(reading)
        if piece.rows:
            rows = [cells for row in piece.rows for cells in _cells(record_of(row, undoers, now))]
            yield csv_file(rows, byte_order_mark="")
        if piece.end is None:
            return
        before = piece.end


async def _read_piece(database: Database, channel_id: UUID, query: LogQuery, before: Position | None) -> Piece:
    async with database.read() as session:
        return await _read(session, channel_id, query, before, ROWS_AT_ONCE)


def _cells(record: AuditRecord) -> list[Sequence[str]]:
    """One row for each changed field; a single row if the entry has no fields."""
    author = record.author
    by = (author.name, author.kind, author.token)
    first = (record.created_at.isoformat(), *by, record.section_title, record.title)
    about = record.subject.name if record.subject else ""
    undone = record.undone_at.isoformat() if record.undone_at else ""
    values = [(one.field, _cell(one.old), _cell(one.new)) for one in record.fields] or [("", "", "")]
    return [(*first, about, *three, record.note, undone) for three in values]


def _cell(value: object) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
