"""Counts stored chat lines for the streams in which they were sent: each line once, also after a crash.

Nothing is counted in the pipeline. The lines are read in the order in which they were stored, and the position up to
which they are counted is written in the same transaction as the counts. If a stream becomes known late, its first lines
are before the position: `_count_passed` counts them.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from msgspec import Struct
from sqlalchemy import ColumnElement, Select, bindparam, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute

from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.chat.messages.models import ChatMessage
from greenroom.features.stats.streams.line_counts import StreamCounts, count_message, decode_message, write_counts
from greenroom.features.stats.streams.models import CountedLines, Stream
from greenroom.kernel.db.database import Database, insert_into
from greenroom.kernel.tasks.cooperative import slices

StartColumn = InstrumentedAttribute[datetime] | InstrumentedAttribute[datetime | None]
LINES_AT_ONCE = 4_000
ONLY_ROW = 1

LINES = (
    select(ChatMessage.id, ChatMessage.payload)
    .where(ChatMessage.id > bindparam("after"), ChatMessage.id <= bindparam("up_to"))
    .order_by(ChatMessage.id)
    .limit(LINES_AT_ONCE)
)


class LateStream(Struct, frozen=True):
    """A stream that became known late: its lines sent before `counted_since` are uncounted; None means all lines."""

    id: UUID
    channel_id: UUID
    started_at: datetime
    counted_since: datetime | None


async def count_lines(database: Database) -> None:
    """Counts the stored lines that are not counted yet; on PostgreSQL the newest wait for the next call."""
    position, up_to = await _open_range(database)
    for stream in await _late_streams(database):
        if not await _count_passed(database, stream, position):
            return
    while position < up_to:
        async with database.read() as session:
            # A stream that begins from here on is a late stream in the next run.
            streams = await _streams_by_connection(session, Stream.counted_since, Stream.counted_since.is_not(None))
        # Without a stream nothing has to be read.
        lines = await _read(database, position, up_to) if streams else ()
        last = lines[-1][0] if len(lines) == LINES_AT_ONCE else up_to
        await _count(lines, streams)
        if not await _write(database, position, last, _all(streams)):
            return
        position = last


async def _late_streams(database: Database) -> list[LateStream]:
    is_late = Stream.counted_since.is_(None) | (Stream.counted_since > Stream.started_at)
    columns = Stream.id, Stream.channel_id, Stream.started_at, Stream.counted_since
    async with database.read() as session:
        found = await session.execute(select(*columns).where(Stream.settled_at.is_(None), is_late))
        return [LateStream(*row) for row in found]


async def _count_passed(database: Database, stream: LateStream, position: int) -> bool:
    """Counts the uncounted lines of a late stream; returns False if another process has moved the position."""
    async with database.read() as session:
        streams = await _streams_by_connection(session, Stream.started_at, Stream.id == stream.id)
        after = 0
        while lines := (await session.execute(_passed_lines(stream, after, position))).all():
            await _count(lines, streams)
            after = lines[-1][0]
    async with database.write() as session:
        if not await _move(session, position, position):
            return False
        is_same = Stream.counted_since.is_not_distinct_from(stream.counted_since)
        counted = update(Stream).where(Stream.id == stream.id, is_same).values(counted_since=stream.started_at)
        await session.execute(counted)
        await write_counts(session, _all(streams))
    return True


def _passed_lines(stream: LateStream, after: int, position: int) -> Select[int, bytes]:
    lines = (
        select(ChatMessage.id, ChatMessage.payload)
        .where(ChatMessage.channel_id == stream.channel_id, ChatMessage.sent_at >= stream.started_at)
        .where(ChatMessage.id > after, ChatMessage.id <= position)
        .order_by(ChatMessage.id)
        .limit(LINES_AT_ONCE)
    )
    return lines if stream.counted_since is None else lines.where(ChatMessage.sent_at < stream.counted_since)


async def _read(database: Database, after: int, up_to: int) -> Sequence[tuple[int, bytes]]:
    return await database.fast_read(LINES, {"after": after, "up_to": up_to})


async def _count(lines: Sequence[tuple[int, bytes]], streams: Mapping[str, list[StreamCounts]]) -> None:
    async for part in slices(lines):
        for _, payload in part:
            message = decode_message(payload)
            count_message(message, streams.get(message.connection_id, ()))


async def _open_range(database: Database) -> tuple[int, int]:
    """Returns the ids of the last counted line and of the last line that may be counted now."""
    async with database.read() as session:
        newest = await session.scalar(select(func.max(ChatMessage.id))) or 0
        row = await session.scalar(select(CountedLines))
    counted, horizon = (0, newest) if row is None else (row.position, row.horizon)
    # The newest id can be lower than the position, because SQLite uses the ids of deleted lines again.
    position = min(counted, newest)
    # On PostgreSQL a line may become visible after one with a higher id; the horizon is the newest id at the last run.
    up_to = newest if database.is_sqlite else min(horizon, newest)
    if row is None or position != counted or (horizon != newest and not database.is_sqlite):
        async with database.write() as session:
            insert = insert_into(CountedLines, session).values(id=ONLY_ROW, position=position, horizon=newest)
            change = {"position": position, "horizon": newest}
            is_same = CountedLines.position == counted
            await session.execute(insert.on_conflict_do_update(index_elements=["id"], set_=change, where=is_same))
    return position, up_to


async def _write(database: Database, position: int, last: int, counts: Sequence[StreamCounts]) -> bool:
    """Stores counts and the new position; returns False if another process has counted these lines."""
    async with database.write() as session:
        if not await _move(session, position, last):
            return False
        await write_counts(session, counts)
    return True


async def _move(session: AsyncSession, position: int, last: int) -> bool:
    """Moves the position up to which lines are counted; returns False if another process has moved it."""
    moved = update(CountedLines).where(CountedLines.position == position).values(position=last)
    return (await session.execute(moved.returning(CountedLines.id))).first() is not None


async def _streams_by_connection(
    session: AsyncSession, since: StartColumn, condition: ColumnElement[bool]
) -> Mapping[str, list[StreamCounts]]:
    """Connection id → empty counters of its streams that still count lines, from the time in the column `since`."""
    found = (
        select(Stream.id, since, Stream.ended_at, ChannelProvider.id, ChannelProvider.provider)
        .join(ChannelProvider, Stream.channel_id == ChannelProvider.channel_id)
        .where(Stream.settled_at.is_(None), condition)
    )
    streams: dict[str, list[StreamCounts]] = {}
    for row in await session.execute(found):
        counts = StreamCounts(*row)
        streams.setdefault(str(counts.connection_id), []).append(counts)
    return streams


def _all(streams: Mapping[str, list[StreamCounts]]) -> list[StreamCounts]:
    return [counts for found in streams.values() for counts in found]
