"""Records changes in the audit log, in the transaction of the change."""

from collections.abc import Iterable
from typing import cast
from uuid import UUID

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Session

from greenroom.accounts.audit.differences import differences
from greenroom.accounts.models.audit_entries import (
    MAX_ACCOUNT_LENGTH,
    MAX_ITEM_LENGTH,
    MAX_NOTE_LENGTH,
    MAX_SECTION_LENGTH,
    MAX_TITLE_LENGTH,
    AuditEntry,
)
from greenroom.accounts.topics import audit_log_topic
from greenroom.kernel.db.bulk_rows import BulkInsert, Row
from greenroom.kernel.db.change_tracking import MAX_SIGNATURE_LENGTH, ChangedBy, token_author
from greenroom.kernel.db.database import JsonObject, publish, run_before_commit
from greenroom.kernel.ids import new_id
from greenroom.kernel.text import name_key

# The order of the values in `record_change`.
COLUMNS = (
    "id",
    "channel_id",
    "created_at",
    "author_kind",
    "author_id",
    "author_name",
    "author_token",
    "author_key",
    "section",
    "item",
    "title",
    "subject_id",
    "subject_name",
    "subject_account",
    "note",
    "old",
    "new",
    "kept",
    "no_undo",
    "undoes",
    "search",
)
# Writes no SQLAlchemy objects, with which saving a change would take a tenth longer.
INSERT = BulkInsert(AuditEntry, COLUMNS)
# Key in `session.info`: the audit entries of this transaction that are not written yet.
UNWRITTEN = "audit_entries"
# SQLite allows 32,766 values in one statement.
ENTRIES_AT_ONCE = 500
# A request that changes more items than this records one audit entry for all, instead of one for each.
MAX_ENTRIES = 100
RESTORE_VERSION = "Too many at once. Restore the version from before in Channel Settings."
MAX_SEARCH_LENGTH = 4_000
# Key in `kept`: a sentence that says what undoing a deletion does not bring back.
LOST = "lost"
# Key in `session.info`: the channel whose open audit logs this transaction notifies already.
ANNOUNCED = "audit_announced"
CHANGED = b'{"type":"changed"}'


class Subject(Struct, frozen=True):
    """The person, viewer or connected account that a change is about."""

    name: str
    user_id: UUID | None = None
    # "provider:id" of a viewer or of a connected account.
    account: str = ""


NO_SUBJECT = Subject("")


def record_change(  # noqa: PLR0913  # one argument for each column
    session: AsyncSession,
    channel_id: UUID,
    by: ChangedBy,
    *,
    section: str,
    title: str,
    item: str = "",
    entry_id: UUID | None = None,
    old: JsonObject | None = None,
    new: JsonObject | None = None,
    subject: Subject = NO_SUBJECT,
    note: str = "",
    kept: JsonObject | None = None,
    no_undo: str = "",
) -> None:
    """Adds an entry to the audit log before the commit, unless `old` and `new` are equal.

    `old` and `new` contain all values of the changed item (a command, a timer), without secrets; `old` is None for a
    created item, `new` for a deleted one. `kept` is what the item had besides its settings, such as a counter;
    `no_undo` says why the change cannot be undone.
    """
    if old is not None and new is not None:
        old, new = differences(old, new)
        if not old and not new:
            return
    entry = (
        entry_id or new_id(),
        channel_id,
        by.at,
        *_author(by),
        section[:MAX_SECTION_LENGTH],
        item[:MAX_ITEM_LENGTH],
        title[:MAX_TITLE_LENGTH],
        subject.user_id,
        subject.name[:MAX_SIGNATURE_LENGTH],
        subject.account[:MAX_ACCOUNT_LENGTH],
        note[:MAX_NOTE_LENGTH],
        old,
        new,
        kept,
        no_undo[:MAX_NOTE_LENGTH],
        by.undoes,
        _search_text(title, note, old, new),
    )
    _add(session, entry)
    announce(session, channel_id)


def _add(session: AsyncSession, entry: Row) -> None:
    if UNWRITTEN not in session.info:
        session.info[UNWRITTEN] = []
        run_before_commit(session, _write_with_commit)
    session.info[UNWRITTEN].append(entry)


def _write_with_commit(session: Session) -> None:
    # The channel itself may be new: its row must exist before its audit entries.
    session.flush()
    for entries in _batches(session):
        INSERT.run_with_commit(session, entries)


async def write_entries(session: AsyncSession) -> None:
    """Writes the audit entries of this transaction now, not with its commit: for code that changes them afterwards."""
    if UNWRITTEN in session.info:
        await session.flush()
        for entries in _batches(session.sync_session):
            await INSERT.run(session, entries)


def _batches(session: Session) -> Iterable[list[Row]]:
    entries = cast("list[Row]", session.info.pop(UNWRITTEN, []))
    return (entries[first : first + ENTRIES_AT_ONCE] for first in range(0, len(entries), ENTRIES_AT_ONCE))


def record_many(session: AsyncSession, channel_id: UUID, by: ChangedBy, *, section: str, what: str, count: int) -> None:
    """Adds one audit entry for more than MAX_ENTRIES changed items; only restoring a snapshot undoes the change."""
    title = f"{count:,} {what}"
    record_change(session, channel_id, by, section=section, title=title, new={"count": count}, no_undo=RESTORE_VERSION)


def announce(session: AsyncSession, channel_id: UUID) -> None:
    """Notifies open screens of the audit log once for each transaction, however many entries it adds."""
    if session.info.get(ANNOUNCED) != channel_id:
        session.info[ANNOUNCED] = channel_id
        publish(session, audit_log_topic(channel_id), CHANGED)


def _author(by: ChangedBy) -> Row:
    token_name = _token_name(by)
    return "token" if token_name else by.kind, by.user_id, by.signature, token_name, _author_key(by)


def _token_name(by: ChangedBy) -> str:
    """Name of the author's API token that made the change; empty if there is none."""
    author = token_author.get()
    is_theirs = author is not None and by.kind == "person" and by.user_id == author.user_id
    return author.token_name if author is not None and is_theirs else ""


def _author_key(by: ChangedBy) -> str:
    if by.user_id is not None:
        return f"user:{by.user_id}"
    return (by.account or f"{by.kind}:{by.name}")[:MAX_ACCOUNT_LENGTH]


def _search_text(title: str, note: str, *values: JsonObject | None) -> str:
    texts = [title, note]
    for value in values:
        texts.extend(_texts_in(value))
    return name_key("\n".join(texts)[:MAX_SEARCH_LENGTH])


def _texts_in(value: object) -> Iterable[str]:
    match value:
        case str():
            yield value
        case int() | float() if not isinstance(value, bool):
            yield str(value)
        case dict():
            for one in cast("JsonObject", value).values():
                yield from _texts_in(one)
        case list():
            for one in cast("list[object]", value):
                yield from _texts_in(one)
        case _:
            pass
