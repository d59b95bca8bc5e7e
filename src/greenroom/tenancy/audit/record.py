"""Records changes in the audit log, in the transaction of the change."""

from collections.abc import Iterable
from typing import cast
from uuid import UUID

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.kernel.db.change_tracking import MAX_SIGNATURE_LENGTH, ChangedBy
from greenroom.kernel.db.database import JsonObject, publish
from greenroom.kernel.ids import new_id
from greenroom.kernel.text import name_key
from greenroom.tenancy.audit.differences import differences
from greenroom.tenancy.models.audit_entries import (
    MAX_ACCOUNT_LENGTH,
    MAX_ITEM_LENGTH,
    MAX_NOTE_LENGTH,
    MAX_SECTION_LENGTH,
    MAX_TITLE_LENGTH,
    AuditEntry,
)
from greenroom.tenancy.topics import audit_log_topic

# Up to this many entries that one request changes have a line each; more have one line together.
MAX_LINES = 100
RESTORE_VERSION = "Too many at once. Restore the version from before in Channel Settings."
MAX_SEARCH_LENGTH = 4_000
# Key in `kept`: a sentence about what an entry that was deleted loses, even if the deletion is undone.
LOST = "lost"
ANNOUNCED = "audit_announced"
CHANGED = b'{"type":"changed"}'


class Subject(Struct, frozen=True):
    """The person or viewer that a change is about."""

    name: str
    user_id: UUID | None = None
    # "provider:id" of a viewer.
    account: str = ""


NOBODY = Subject("")


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
    subject: Subject = NOBODY,
    note: str = "",
    kept: JsonObject | None = None,
    no_undo: str = "",
) -> None:
    """Adds a line to the audit log; without a query, and nothing if both values are given and equal.

    `old` and `new` are complete entries, None where there was or is none. They never hold a secret.
    """
    if old is not None and new is not None:
        old, new = differences(old, new)
        if not old and not new:
            return
    entry = AuditEntry(
        id=entry_id or new_id(),
        channel_id=channel_id,
        created_at=by.at,
        author_kind=by.kind,
        author_id=by.user_id,
        author_name=by.signature,
        author_key=_author_key(by),
        section=section[:MAX_SECTION_LENGTH],
        item=item[:MAX_ITEM_LENGTH],
        title=title[:MAX_TITLE_LENGTH],
        subject_id=subject.user_id,
        subject_name=subject.name[:MAX_SIGNATURE_LENGTH],
        subject_account=subject.account[:MAX_ACCOUNT_LENGTH],
        note=note[:MAX_NOTE_LENGTH],
        old=old,
        new=new,
        kept=kept,
        no_undo=no_undo[:MAX_NOTE_LENGTH],
        undone_at=None,
        undoes=by.undoes,
        search=_search_text(title, note, old, new),
    )
    session.add(entry)
    announce(session, channel_id)


def record_many(session: AsyncSession, channel_id: UUID, by: ChangedBy, *, section: str, what: str, count: int) -> None:
    """One line for more entries than fit the log; the version from before is in the channel's settings."""
    title = f"{count:,} {what}"
    record_change(session, channel_id, by, section=section, title=title, new={"count": count}, no_undo=RESTORE_VERSION)


def announce(session: AsyncSession, channel_id: UUID) -> None:
    """Tells open audit logs once for each transaction, however many lines it adds."""
    if session.info.get(ANNOUNCED) != channel_id:
        session.info[ANNOUNCED] = channel_id
        publish(session, audit_log_topic(channel_id), CHANGED)


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
