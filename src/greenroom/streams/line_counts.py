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

LINES_AT_ONCE = 4_000
ROWS_PER_INSERT = 500
ONLY_ROW = 1
NOT_MESSAGES = frozenset({"notice", "gap"})

# Source and name.
Emote = tuple[str, str]

LINES = (
    select(ChatMessage.id, ChatMessage.payload)
    .where(ChatMessage.id > bindparam("after"), ChatMessage.id <= bindparam("up_to"))
    .order_by(ChatMessage.id)
    .limit(LINES_AT_ONCE)
)

ADD_MESSAGES = BulkInsert(
    StreamMinute,
    ("stream_id", "connection_id", "minute", "provider", "viewer_total", "viewer_reports", "messages", "chatters"),
    """ON CONFLICT (stream_id, connection_id, minute) DO UPDATE SET
        messages = stream_minutes.messages + excluded.messages,
        chatters = stream_minutes.chatters + excluded.chatters""",
)
ADD_CHATTERS = BulkInsert(
    StreamChatter,
    ("stream_id", "provider", "viewer_id", "name", "messages", "is_new", "last_minute"),
    """ON CONFLICT (stream_id, provider, viewer_id) DO UPDATE SET
        name = excluded.name,
        messages = stream_chatters.messages + excluded.messages,
        is_new = CASE WHEN stream_chatters.is_new > excluded.is_new THEN stream_chatters.is_new
            ELSE excluded.is_new END,
        last_minute = CASE WHEN stream_chatters.last_minute > excluded.last_minute THEN stream_chatters.last_minute
            ELSE excluded.last_minute END""",
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

    # As text, which is hashed faster.
    connection_id: str
    kind: str
    sent_at: datetime
    parts: tuple[LinePart, ...] = ()
    author: LineAuthor | None = None
    is_first: bool = False
    source_channel_id: str = ""


class Chatter(msgspec.Struct):
    name: str
    messages: int = 0
    is_new: int = 0
    # Minutes with a message, and the connection of each.
    minutes: dict[int, UUID] = msgspec.field(default_factory=dict[int, UUID])


class StreamCounts(msgspec.Struct):
    """Counts of lines of one connection in one stream, not written yet."""

    stream_id: UUID
    started_at: datetime
    # None while it is live.
    ended_at: datetime | None
    connection_id: UUID
    provider: str
    # By minute.
    messages: Counter[int] = msgspec.field(default_factory=Counter[int])
    # By viewer id.
    chatters: dict[str, Chatter] = msgspec.field(default_factory=dict[str, Chatter])
    # By source and name; and the picture of each.
    emotes: Counter[Emote] = msgspec.field(default_factory=Counter[Emote])
    urls: dict[Emote, str] = msgspec.field(default_factory=dict[Emote, str])

    def includes(self, moment: datetime) -> bool:
        return self.started_at <= moment and (self.ended_at is None or moment <= self.ended_at)

    def add(self, message: StoredMessage, author: LineAuthor) -> None:
        minute = minute_of(message.sent_at)
        self.messages[minute] += 1
        chatter = self.chatters.get(author.id)
        if chatter is None:
            chatter = self.chatters[author.id] = Chatter(author.name)
        chatter.messages += 1
        chatter.minutes[minute] = self.connection_id
        chatter.name = author.name
        if message.is_first:
            chatter.is_new = 1
        for part in message.parts:
            if part.kind == "emote":
                emote = part.source or self.provider, part.text[:MAX_NAME_LENGTH]
                self.emotes[emote] += 1
                self.urls[emote] = part.url if len(part.url) <= MAX_URL_LENGTH else ""


decode_message = msgspec.json.Decoder(StoredMessage).decode


def count_message(message: StoredMessage, streams: Iterable[StreamCounts]) -> None:
    """Bots, notices and messages of other channels in a shared chat are not counted."""
    author = message.author
    if author is None or author.is_bot or message.kind in NOT_MESSAGES or message.source_channel_id:
        return
    for stream in streams:
        if stream.includes(message.sent_at):
            stream.add(message, author)
            return


# Stream, platform and viewer.
ChatterKey = tuple[UUID, str, str]


async def _write_counts(session: AsyncSession, counts: Sequence[StreamCounts]) -> None:
    """Sorted, so that two processes cannot deadlock; accounts on one platform may share chatters and emotes."""
    chatters = _merge_chatters(counts)
    by_minute = await _chatters_by_minute(session, chatters)
    minutes: list[tuple[UUID, UUID, int, str, int, int, int, int]] = []
    emotes: Counter[tuple[UUID, str, str]] = Counter()
    urls: dict[tuple[UUID, str, str], str] = {}
    for one in counts:
        key = one.stream_id, one.connection_id
        for minute, messages in one.messages.items():
            minutes.append((*key, minute, one.provider, 0, 0, messages, by_minute[*key, minute]))
        for emote, uses in one.emotes.items():
            emotes[one.stream_id, *emote] += uses
            urls[one.stream_id, *emote] = one.urls[emote]
    await _insert(session, ADD_MESSAGES, sorted(minutes))
    names = [
        (*key, each.name[:MAX_NAME_LENGTH], each.messages, each.is_new, max(each.minutes))
        for key, each in sorted(chatters.items())
    ]
    await _insert(session, ADD_CHATTERS, names)
    await _insert(session, ADD_EMOTES, [(*key, urls[key], uses) for key, uses in sorted(emotes.items())])


def _merge_chatters(counts: Iterable[StreamCounts]) -> dict[ChatterKey, Chatter]:
    merged: dict[ChatterKey, Chatter] = {}
    for one in counts:
        for viewer_id, chatter in one.chatters.items():
            known = merged.setdefault((one.stream_id, one.provider, viewer_id), Chatter(chatter.name))
            known.messages, known.is_new = known.messages + chatter.messages, known.is_new | chatter.is_new
            known.minutes |= chatter.minutes
    return merged


async def _chatters_by_minute(
    session: AsyncSession, chatters: Mapping[ChatterKey, Chatter]
) -> Counter[tuple[UUID, UUID, int]]:
    """Chatters to add, by stream, connection and minute.

    Lines of one minute may be counted by several runs: a viewer is added only to minutes after the last one. Viewers'
    messages arrive in order, but for those that a platform repeats from before a reconnect.
    """
    last = await _last_minutes(session, list(chatters))
    added: Counter[tuple[UUID, UUID, int]] = Counter()
    for key, chatter in chatters.items():
        for minute, connection_id in chatter.minutes.items():
            if minute > last.get(key, 0):
                added[key[0], connection_id, minute] += 1
    return added


async def _last_minutes(session: AsyncSession, keys: Sequence[ChatterKey]) -> dict[ChatterKey, int]:
    found: dict[ChatterKey, int] = {}
    for at in range(0, len(keys), ROWS_PER_INSERT):
        some = keys[at : at + ROWS_PER_INSERT]
        rows = await session.execute(
            select(StreamChatter.stream_id, StreamChatter.provider, StreamChatter.viewer_id, StreamChatter.last_minute)
            .where(StreamChatter.stream_id.in_({key[0] for key in some}))
            .where(StreamChatter.viewer_id.in_([key[2] for key in some]))
        )
        found.update({(stream_id, provider, viewer_id): last for stream_id, provider, viewer_id, last in rows})
    return found


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
        await _count(lines, streams)
        if not await _write(database, position, last, [one for found in streams.values() for one in found]):
            return
        position = last


async def _read(database: Database, after: int, up_to: int) -> Sequence[tuple[int, bytes]]:
    return await database.fast_read(LINES, {"after": after, "up_to": up_to})


async def _count(lines: Sequence[tuple[int, bytes]], streams: Mapping[str, list[StreamCounts]]) -> None:
    async for some in slices(lines):
        for _, payload in some:
            message = decode_message(payload)
            count_message(message, streams.get(message.connection_id, ()))


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


async def _write(database: Database, position: int, last: int, counts: Sequence[StreamCounts]) -> bool:
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
        await _write_counts(session, counts)
    return True


async def _streams_by_connection(session: AsyncSession) -> Mapping[str, list[StreamCounts]]:
    """Streams that still take messages, by each connection of their channels."""
    found = (
        select(Stream.id, Stream.started_at, Stream.ended_at, ChannelProvider.id, ChannelProvider.provider)
        .join(ChannelProvider, Stream.channel_id == ChannelProvider.channel_id)
        .where(Stream.settled_at.is_(None))
    )
    streams: dict[str, list[StreamCounts]] = {}
    for row in await session.execute(found):
        counts = StreamCounts(*row)
        streams.setdefault(str(counts.connection_id), []).append(counts)
    return streams
