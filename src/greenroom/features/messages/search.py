"""Full-text search of the stored chat, last stored first."""

from collections.abc import Sequence
from datetime import timedelta

from msgspec.structs import replace
from sqlalchemy import ColumnElement, Text, cast, func, literal, literal_column, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.messages.line_ids import CHAT_SEARCH
from greenroom.chat.messages.models import ChatMessage
from greenroom.features.messages.lines import LINE, Row, conditions
from greenroom.features.messages.rules import MAX_ID, LineQuery, fts_query, ts_query
from greenroom.kernel.db.database import is_sqlite

# The PostgreSQL index stores for each line the block of 2**BLOCK_BITS ids that it is in.
BLOCK_BITS = 14
# Blocks are searched newest first, until there are enough matches: 1, then 8, then 64, then all older ones at once.
BLOCKS_AT_ONCE = (1, 8, 64)
VECTOR = func.chat_search_vector(ChatMessage.id, ChatMessage.channel_id, ChatMessage.text)


async def search_lines(session: AsyncSession, line_query: LineQuery, limit: int) -> Sequence[Row]:
    """Lines that match, last stored first: an order that both databases can read from any position."""
    if is_sqlite(session):
        return await _in_sqlite(session, await _with_both_ends(session, line_query), limit)
    return await _in_postgres(session, line_query, limit)


async def _in_sqlite(session: AsyncSession, line_query: LineQuery, limit: int) -> Sequence[Row]:
    found = (
        LINE.join_from(CHAT_SEARCH, ChatMessage, ChatMessage.id == CHAT_SEARCH.c.rowid)
        .where(CHAT_SEARCH.c.chat_search.op("MATCH")(fts_query(line_query)))
        .where(*conditions(line_query))
        .order_by(CHAT_SEARCH.c.rowid.desc())
        .limit(limit)
    )
    if line_query.before:
        found = found.where(CHAT_SEARCH.c.rowid < line_query.before.id)
    return (await session.execute(found)).all()


async def _with_both_ends(session: AsyncSession, line_query: LineQuery) -> LineQuery:
    """Adds the missing end of a time span that has only one: SQLite's index is searched for each day of the span."""
    if (line_query.since is None) == (line_query.until is None):
        return line_query
    of_channel = ChatMessage.channel_id == line_query.channel_id
    oldest = await session.scalar(select(func.min(ChatMessage.sent_at)).where(of_channel))
    newest = await session.scalar(select(func.max(ChatMessage.sent_at)).where(of_channel))
    if oldest is None or newest is None:
        return line_query
    return replace(
        line_query, since=line_query.since or oldest, until=line_query.until or newest + timedelta(microseconds=1)
    )


async def _in_postgres(session: AsyncSession, line_query: LineQuery, limit: int) -> Sequence[Row]:
    # The planner misjudges the number of matches; a full table scan is never right.
    await session.execute(text("SET LOCAL enable_seqscan = off"))
    block = (line_query.before.id - 1 if line_query.before else await _newest_id(session)) >> BLOCK_BITS
    rows: list[Row] = []
    for count in BLOCKS_AT_ONCE:
        blocks = range(block, max(block - count, -1), -1)
        rows += await _in_blocks(session, line_query, [f"'h/{number}'" for number in blocks], limit - len(rows))
        block -= count
        if len(rows) == limit or block < 0:
            return rows
    return rows + await _in_blocks(session, line_query, [], limit - len(rows), before=(block + 1) << BLOCK_BITS)


async def _in_blocks(
    session: AsyncSession, line_query: LineQuery, marks: Sequence[str], limit: int, before: int = MAX_ID
) -> list[Row]:
    """Searches the blocks of lines that `marks` name in the index; all blocks if it is empty. Last stored first."""
    found = (
        LINE.where(VECTOR.op("@@")(_text_query(line_query, marks)))
        .where(
            *conditions(line_query),
            ChatMessage.id < (min(before, line_query.before.id) if line_query.before else before),
        )
        # With the plain id PostgreSQL would scan the lines in that order, and not use the index.
        .order_by((ChatMessage.id + 0).desc())
        .limit(limit)
    )
    return list(await session.execute(found))


def _text_query(line_query: LineQuery, marks: Sequence[str]) -> ColumnElement[str]:
    from sqlalchemy.dialects.postgresql import TSQUERY  # noqa: PLC0415  # not loaded on SQLite

    words = func.to_tsquery(literal_column("'simple'::regconfig"), ts_query(line_query.words))
    blocks = f" & ({' | '.join(marks)})" if marks else ""
    # Cast, because these marks must not be parsed as words.
    other = cast(literal(f"'c/{line_query.channel_id}'{blocks}", Text), TSQUERY)
    return words.op("&&")(other)


async def _newest_id(session: AsyncSession) -> int:
    return await session.scalar(select(func.max(ChatMessage.id))) or 0
