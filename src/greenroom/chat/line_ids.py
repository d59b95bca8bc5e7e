"""Stored lines by the ids that platforms give them.

PostgreSQL has an index of them. For SQLite they are words like any other (docs/adr/0021-ids-are-words.md): an index in
the order of ids that come in none would change a page of the file for every line.
"""

from collections.abc import Collection
from uuid import UUID

from sqlalchemy import ColumnElement, String, Uuid, column, literal_column, select, table
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.line import LineRef
from greenroom.chat.models import ChatMessage

WORDS = table("chat_search", column("rowid"), column("chat_search", String))
# With a plus before it SQLite does not think of walking through all lines of the channel.
of_channel = literal_column("+chat_messages.channel_id", Uuid())


def has_id(session: AsyncSession, channel_id: UUID, message_ids: Collection[str]) -> list[ColumnElement[bool]]:
    """Lines of that channel, through whichever connection they came."""
    is_one_of = ChatMessage.message_id.in_(message_ids)
    if session.get_bind().dialect.name != "sqlite":
        return [ChatMessage.channel_id == channel_id, is_one_of]
    found = select(WORDS.c.rowid).where(WORDS.c.chat_search.op("MATCH")(id_query(message_ids)))
    return [ChatMessage.id.in_(found), of_channel == channel_id, is_one_of]


def is_line(session: AsyncSession, channel_id: UUID, ref: LineRef) -> list[ColumnElement[bool]]:
    return [*has_id(session, channel_id, [ref.message_id]), ChatMessage.connection_id == ref.connection_id]


def id_query(message_ids: Collection[str]) -> str:
    """Finds those, and may find others whose ids differ only in capitals or signs: whoever asks compares them again."""
    words = [message_id.replace("-", "").replace('"', '""') for message_id in message_ids]
    either = " OR ".join(f'"i{word}"' for word in words)
    return f"marks : ({either})"
