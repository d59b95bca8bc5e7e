"""Finds stored lines by the platform's message id and by the author's id.

PostgreSQL has an index for each. On SQLite the ids are terms of the full-text index, because an ordered index of random
ids would write one more page of the file for every line (docs/adr/0021-message-ids-are-search-terms.md).
"""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, String, Uuid, column, literal_column, select, table
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.messages.line import LineRef
from greenroom.chat.messages.models import ChatMessage
from greenroom.chat.messages.search_marks import channel_mark, id_query, query, viewer_mark
from greenroom.kernel.db.database import is_sqlite

CHAT_SEARCH = table("chat_search", column("rowid"), column("chat_search", String))
# The plus keeps SQLite from scanning all lines of the channel by the channel index.
unindexed_channel_id = literal_column("+chat_messages.channel_id", Uuid())


def has_id(session: AsyncSession, channel_id: UUID, message_ids: Collection[str]) -> list[ColumnElement[bool]]:
    """Conditions for lines of the channel with one of these ids, on any of its connections."""
    is_one_of = ChatMessage.message_id.in_(message_ids)
    if not is_sqlite(session):
        return [ChatMessage.channel_id == channel_id, is_one_of]
    return [_has_marks(id_query(message_ids)), unindexed_channel_id == channel_id, is_one_of]


def is_line(session: AsyncSession, channel_id: UUID, ref: LineRef) -> list[ColumnElement[bool]]:
    """Conditions for the one line that `ref` identifies."""
    return [*has_id(session, channel_id, [ref.message_id]), ChatMessage.connection_id == ref.connection_id]


def sent_by(
    session: AsyncSession, channel_id: UUID, provider: str, viewer_id: str, since: datetime, until: datetime
) -> list[ColumnElement[bool]]:
    """Conditions for lines of one viewer that were sent from `since` to `until`."""
    conditions = [
        ChatMessage.provider == provider,
        ChatMessage.viewer_id == viewer_id,
        ChatMessage.sent_at.between(since, until),
    ]
    if not is_sqlite(session):
        return [ChatMessage.channel_id == channel_id, *conditions]
    marks = query([channel_mark(channel_id), viewer_mark(provider, viewer_id)], since, until)
    return [_has_marks(marks), unindexed_channel_id == channel_id, *conditions]


def _has_marks(match_query: str) -> ColumnElement[bool]:
    return ChatMessage.id.in_(select(CHAT_SEARCH.c.rowid).where(CHAT_SEARCH.c.chat_search.op("MATCH")(match_query)))
