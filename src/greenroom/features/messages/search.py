"""Full-text search of the stored chat, newest first."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from sqlalchemy import ColumnElement, Text, cast, func, literal, literal_column, select, text
from sqlalchemy.dialects.postgresql import TSQUERY
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.messages.line_ids import WORDS
from greenroom.chat.messages.models import ChatMessage
from greenroom.features.messages.lines import LINE, Row, conditions
from greenroom.features.messages.rules import MAX_ID, Wanted, fts_query, ts_query
from greenroom.kernel.db.database import is_sqlite

# The PostgreSQL index stores for each line the block of 2**HEAP_BITS ids that it is in.
HEAP_BITS = 14
# Searches the newest blocks first, then more at a time; rarer words are searched in all the rest at once.
HEAPS_AT_ONCE = (1, 8, 64)
VECTOR = func.chat_search_vector(ChatMessage.id, ChatMessage.channel_id, ChatMessage.text)


async def search_lines(session: AsyncSession, wanted: Wanted, limit: int) -> Sequence[Row]:
    """In the order of storing, because both databases can read it backwards from any position."""
    if is_sqlite(session):
        return await _in_sqlite(session, await _with_both_ends(session, wanted), limit)
    return await _in_postgres(session, wanted, limit)


async def _in_sqlite(session: AsyncSession, wanted: Wanted, limit: int) -> Sequence[Row]:
    found = (
        LINE.join_from(WORDS, ChatMessage, ChatMessage.id == WORDS.c.rowid)
        .where(WORDS.c.chat_search.op("MATCH")(fts_query(wanted)))
        .where(*conditions(wanted))
        .order_by(WORDS.c.rowid.desc())
        .limit(limit)
    )
    if wanted.before:
        found = found.where(WORDS.c.rowid < wanted.before.id)
    return (await session.execute(found)).all()


async def _with_both_ends(session: AsyncSession, wanted: Wanted) -> Wanted:
    """Date marks need both ends of the time span."""
    if (wanted.since is None) == (wanted.until is None):
        return wanted
    of_channel = ChatMessage.channel_id == wanted.channel_id
    oldest = await session.scalar(select(func.min(ChatMessage.sent_at)).where(of_channel))
    newest = await session.scalar(select(func.max(ChatMessage.sent_at)).where(of_channel))
    if oldest is None or newest is None:
        return wanted
    return replace(wanted, since=wanted.since or oldest, until=wanted.until or newest + timedelta(microseconds=1))


async def _in_postgres(session: AsyncSession, wanted: Wanted, limit: int) -> Sequence[Row]:
    # The planner misjudges the number of matches; a full table scan is never right.
    await session.execute(text("SET LOCAL enable_seqscan = off"))
    heap = (wanted.before.id - 1 if wanted.before else await _newest(session)) >> HEAP_BITS
    rows: list[Row] = []
    for count in HEAPS_AT_ONCE:
        heaps = range(heap, max(heap - count, -1), -1)
        rows += await _in_heaps(session, wanted, [f"'h/{number}'" for number in heaps], limit - len(rows))
        heap -= count
        if len(rows) == limit or heap < 0:
            return rows
    return rows + await _in_heaps(session, wanted, [], limit - len(rows), before=(heap + 1) << HEAP_BITS)


async def _in_heaps(
    session: AsyncSession, wanted: Wanted, marks: Sequence[str], limit: int, before: int = MAX_ID
) -> list[Row]:
    """The index is unordered, so all matches are sorted."""
    found = (
        LINE.where(VECTOR.op("@@")(_asked(wanted, marks)))
        .where(*conditions(wanted), ChatMessage.id < (min(before, wanted.before.id) if wanted.before else before))
        # Not by the plain id: PostgreSQL would scan the lines in that order.
        .order_by((ChatMessage.id + 0).desc())
        .limit(limit)
    )
    return list(await session.execute(found))


def _asked(wanted: Wanted, marks: Sequence[str]) -> ColumnElement[str]:
    words = func.to_tsquery(literal_column("'simple'::regconfig"), ts_query(wanted.words))
    heaps = f" & ({' | '.join(marks)})" if marks else ""
    # Cast, because these marks must not be parsed as words.
    other = cast(literal(f"'c/{wanted.channel_id}'{heaps}", Text), TSQUERY)
    return words.op("&&")(other)


async def _newest(session: AsyncSession) -> int:
    return await session.scalar(select(func.max(ChatMessage.id))) or 0
