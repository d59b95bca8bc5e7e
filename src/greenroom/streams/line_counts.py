"""Counts stored chat lines for the streams in which they were sent: each line once, also after a crash.

Nothing is counted in the pipeline. The lines are read in the order in which they were stored, and the position up to
which they are counted is written in the same transaction as the counts.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from uuid import UUID

import msgspec
from sqlalchemy import bindparam, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.messages.models import ChatMessage
from greenroom.kernel.db.bulk_rows import BulkInsert, Row
from greenroom.kernel.db.database import Database, insert_into
from greenroom.kernel.tasks.cooperative import slices
from greenroom.streams.models import (
    MAX_NAME_LENGTH,
    MAX_URL_LENGTH,
    CountedLines,
    Stream,
    StreamChatter,
    StreamEmote,
    StreamMinute,
)
from greenroom.tenancy.channel_providers.connection_health import minute_of
from greenroom.tenancy.models.channel_providers import ChannelProvider

LINES_AT_ONCE = 2_000
ROWS_PER_INSERT = 500
ONLY_ROW = 1
NOT_MESSAGES = frozenset({"notice", "gap"})

LINES = (
    select(ChatMessage.id, ChatMessage.payload)
    .where(ChatMessage.id > bindparam("after"), ChatMessage.id <= bindparam("up_to"))
    .order_by(ChatMessage.id)
    .limit(LINES_AT_ONCE)
)

ADD_MESSAGES = BulkInsert(
    StreamMinute,
    ("stream_id", "connection_id", "minute", "provider", "viewer_total", "viewer_reports", "messages"),
    """ON CONFLICT (stream_id, connection_id, minute) DO UPDATE SET
        messages = stream_minutes.messages + excluded.messages""",
)
ADD_CHATTERS = BulkInsert(
    StreamChatter,
    ("stream_id", "provider", "viewer_id", "name", "messages", "is_new"),
    """ON CONFLICT (stream_id, provider, viewer_id) DO UPDATE SET
        name = excluded.name,
        messages = stream_chatters.messages + excluded.messages,
        is_new = CASE WHEN stream_chatters.is_new > excluded.is_new THEN stream_chatters.is_new
            ELSE excluded.is_new END""",
)
ADD_EMOTES = BulkInsert(
    StreamEmote,
    ("stream_id", "source", "name", "url", "uses"),
    """ON CONFLICT (stream_id, source, name) DO UPDATE SET
        uses = stream_emotes.uses + excluded.uses, url = excluded.url""",
)


class LineAuthor(msgspec.Struct, frozen=True, gc=False):
    id: str
    name: str
    is_bot: bool = False


class LinePart(msgspec.Struct, frozen=True, gc=False):
    kind: str
    text: str
    url: str = ""
    source: str = ""


class StoredMessage(msgspec.Struct, frozen=True, gc=False):
    """The fields of a ChatLine that are counted."""

    connection_id: UUID
    provider: str
    kind: str
    sent_at: datetime
    parts: tuple[LinePart, ...] = ()
    author: LineAuthor | None = None
    is_first: bool = False
    source_channel_id: str = ""


class CountedStream(msgspec.Struct, frozen=True):
    """The period of a stream; without an end it is live."""

    id: UUID
    started_at: datetime
    ended_at: datetime | None


decode_message = msgspec.json.Decoder(StoredMessage).decode


class LineCounts:
    """Counts of some lines, not written yet."""

    def __init__(self) -> None:
        # By stream, connection, minute and platform.
        self.messages: Counter[tuple[UUID, UUID, int, str]] = Counter()
        # By stream, platform and viewer; and the last name of each.
        self.chatters: Counter[tuple[UUID, str, str]] = Counter()
        self.names: dict[tuple[UUID, str, str], str] = {}
        self.new_chatters: set[tuple[UUID, str, str]] = set()
        # By stream, source and name; and the picture of each.
        self.emotes: Counter[tuple[UUID, str, str]] = Counter()
        self.urls: dict[tuple[UUID, str, str], str] = {}

    def add(self, message: StoredMessage, streams: Iterable[CountedStream]) -> None:
        """Bots, notices and messages of other channels in a shared chat are not counted."""
        author = message.author
        if author is None or author.is_bot or message.kind in NOT_MESSAGES or message.source_channel_id:
            return
        stream = _stream_at(streams, message.sent_at)
        if stream is None:
            return
        self.messages[stream.id, message.connection_id, minute_of(message.sent_at), message.provider] += 1
        chatter = stream.id, message.provider, author.id
        self.chatters[chatter] += 1
        self.names[chatter] = author.name[:MAX_NAME_LENGTH]
        if message.is_first:
            self.new_chatters.add(chatter)
        for part in message.parts:
            if part.kind == "emote":
                emote = stream.id, part.source or message.provider, part.text[:MAX_NAME_LENGTH]
                self.emotes[emote] += 1
                self.urls[emote] = part.url if len(part.url) <= MAX_URL_LENGTH else ""

    async def write(self, session: AsyncSession) -> None:
        """Sorted, so that two processes cannot deadlock."""
        await _insert(
            session, ADD_MESSAGES, [(*key, 0, 0, messages) for key, messages in sorted(self.messages.items())]
        )
        await _insert(
            session,
            ADD_CHATTERS,
            [
                (*key, self.names[key], messages, int(key in self.new_chatters))
                for key, messages in sorted(self.chatters.items())
            ],
        )
        await _insert(session, ADD_EMOTES, [(*key, self.urls[key], uses) for key, uses in sorted(self.emotes.items())])


def _stream_at(streams: Iterable[CountedStream], moment: datetime) -> CountedStream | None:
    for stream in streams:
        if stream.started_at <= moment and (stream.ended_at is None or moment <= stream.ended_at):
            return stream
    return None


async def _insert(session: AsyncSession, insert: BulkInsert, rows: Sequence[Row]) -> None:
    for at in range(0, len(rows), ROWS_PER_INSERT):
        await insert.run(session, rows[at : at + ROWS_PER_INSERT])


async def count_lines(database: Database) -> None:
    """Counts all lines that were stored since the last call."""
    position, up_to = await _open_range(database)
    while position < up_to:
        async with database.read() as session:
            streams = await _streams_by_connection(session)
        # Without a stream nothing has to be read.
        lines = await _read(database, position, up_to) if streams else ()
        last = lines[-1][0] if len(lines) == LINES_AT_ONCE else up_to
        if not await _write(database, position, last, await _count(lines, streams)):
            return
        position = last


async def _read(database: Database, after: int, up_to: int) -> Sequence[tuple[int, bytes]]:
    return await database.fast_read(LINES, {"after": after, "up_to": up_to})


async def _count(lines: Sequence[tuple[int, bytes]], streams: Mapping[UUID, list[CountedStream]]) -> LineCounts:
    counts = LineCounts()
    async for some in slices(lines):
        for _, payload in some:
            message = decode_message(payload)
            counts.add(message, streams.get(message.connection_id, ()))
    return counts


async def _open_range(database: Database) -> tuple[int, int]:
    """The position up to which lines are counted, and the one up to which they can be counted now."""
    async with database.read() as session:
        newest = await session.scalar(select(func.max(ChatMessage.id))) or 0
        row = await session.scalar(select(CountedLines))
    counted, horizon = (0, newest) if row is None else (row.position, row.horizon)
    # SQLite uses the ids of deleted lines again.
    position = min(counted, newest)
    # On PostgreSQL a line may become visible after one with a higher id; the horizon is the last run's newest.
    up_to = newest if database.is_sqlite else min(horizon, newest)
    if row is None or position != counted or (horizon != newest and not database.is_sqlite):
        async with database.write() as session:
            insert = insert_into(CountedLines, session).values(id=ONLY_ROW, position=position, horizon=newest)
            change = {"position": position, "horizon": newest}
            is_same = CountedLines.position == counted
            await session.execute(insert.on_conflict_do_update(index_elements=["id"], set_=change, where=is_same))
    return position, up_to


async def _write(database: Database, position: int, last: int, counts: LineCounts) -> bool:
    """False if another process has counted these lines."""
    async with database.write() as session:
        moved = await session.execute(
            update(CountedLines)
            .where(CountedLines.position == position)
            .values(position=last)
            .returning(CountedLines.id)
        )
        if moved.first() is None:
            return False
        await counts.write(session)
    return True


async def _streams_by_connection(session: AsyncSession) -> Mapping[UUID, list[CountedStream]]:
    """Streams that still take messages, by each connection of their channels."""
    found = (
        select(ChannelProvider.id, Stream.id, Stream.started_at, Stream.ended_at)
        .join(Stream, Stream.channel_id == ChannelProvider.channel_id)
        .where(Stream.settled_at.is_(None))
    )
    streams: dict[UUID, list[CountedStream]] = {}
    for connection_id, stream_id, started_at, ended_at in await session.execute(found):
        streams.setdefault(connection_id, []).append(CountedStream(stream_id, started_at, ended_at))
    return streams
