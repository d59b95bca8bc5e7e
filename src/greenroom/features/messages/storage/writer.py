"""Stores all lines of a batch in one statement."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

import msgspec
from sqlalchemy import delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.messages.line import ChatLine, LineRef
from greenroom.chat.messages.line_ids import has_id, is_line
from greenroom.chat.messages.models import ChatMessage
from greenroom.features.messages.storage.recent_ids import MAX_LOADED_LINES, MIN_RETENTION, ChannelIds, RecentLineIds
from greenroom.kernel.db.bulk_rows import BulkInsert
from greenroom.kernel.db.database import is_sqlite

COLUMNS = ("channel_id", "connection_id", "provider", "message_id", "viewer_id", "text", "sent_at", "payload")
INSERT = BulkInsert(ChatMessage, COLUMNS)
INSERT_ONCE = BulkInsert(
    ChatMessage,
    COLUMNS,
    "ON CONFLICT (channel_id, message_id, connection_id) DO NOTHING",
    returning=("connection_id", "message_id"),
)

# The connection's id as an integer (lookup is ten times faster than with a UUID), and the platform's message id.
Key = tuple[int, str]
LineRow = tuple[ChatLine, bytes]
read_line = msgspec.json.Decoder(ChatLine).decode


def key_of(line: ChatLine | LineRef) -> Key:
    return line.connection_id.int, line.message_id


class LineWriter:
    """Stores each line once, even if it arrives again: by a constraint on PostgreSQL, by ids in memory on SQLite."""

    def __init__(self) -> None:
        self._recent = RecentLineIds()

    async def store(self, session: AsyncSession, channel_id: UUID, lines: Sequence[LineRow], now: datetime) -> set[Key]:
        """Stores new lines; returns the keys of lines that were stored before, which are not changed."""
        if not is_sqlite(session):
            return await _store_once(session, channel_id, lines)
        known = await self._store(session, channel_id, lines, now)
        if known is None:
            # Another process has stored lines, or our own transaction was rolled back: the ids are read again.
            self._recent.clear()
            known = await self._store(session, channel_id, lines, now)
        assert known is not None  # this transaction is the only writer now
        return known

    async def _store(
        self, session: AsyncSession, channel_id: UUID, lines: Sequence[LineRow], now: datetime
    ) -> set[Key] | None:
        """Like `store`; if the remembered ids do not match the database, stores nothing and returns None."""
        ids = self._recent.of(channel_id) or await self._load(session, channel_id, now)
        known = await _already_stored(session, channel_id, ids.possibly_stored([line for line, _ in lines], now))
        new = [entry for entry in lines if key_of(entry[0]) not in known] if known else lines
        if not new:
            return known
        last = await INSERT.run_returning_rowid(session, _rows(channel_id, new))
        if last != self._recent.last + len(new):
            await session.execute(delete(ChatMessage).where(ChatMessage.id > last - len(new)))
            return None
        # If the transaction is rolled back, the remembered ids are wrong; the id of the next stored line reveals that.
        self._recent.last = last
        self._recent.add(channel_id, [line for line, _ in new], now)
        return known

    async def _load(self, session: AsyncSession, channel_id: UUID, now: datetime) -> ChannelIds:
        last = await session.scalar(select(func.max(ChatMessage.id))) or 0
        if last != self._recent.last:
            # Other channels may have lines that are not remembered, too.
            self._recent.clear()
        self._recent.last = last
        since = now - MIN_RETENTION
        found = await session.execute(
            select(ChatMessage.message_id, ChatMessage.sent_at)
            .where(ChatMessage.channel_id == channel_id, ChatMessage.sent_at > since)
            .order_by(ChatMessage.sent_at.desc(), ChatMessage.id.desc())
            .limit(MAX_LOADED_LINES)
        )
        lines = found.all()
        if len(lines) == MAX_LOADED_LINES:
            since = lines[-1].sent_at
        ids = ChannelIds(since, now, (line.message_id for line in lines))
        self._recent.put(channel_id, ids)
        return ids


async def _store_once(session: AsyncSession, channel_id: UUID, lines: Sequence[LineRow]) -> set[Key]:
    stored = await INSERT_ONCE.run(session, _rows(channel_id, lines))
    if len(stored) == len(lines):
        return set()
    return {key_of(line) for line, _ in lines} - {
        (connection_id.int, message_id) for connection_id, message_id in stored
    }


def _rows(channel_id: UUID, lines: Sequence[LineRow]) -> list[tuple[object, ...]]:
    return [
        (
            channel_id,
            line.connection_id,
            line.provider,
            line.message_id,
            line.author.id if line.author is not None else "",
            line.text,
            line.sent_at,
            payload,
        )
        for line, payload in lines
    ]


async def _already_stored(session: AsyncSession, channel_id: UUID, lines: Sequence[ChatLine]) -> set[Key]:
    if not lines:
        return set()
    wanted = {key_of(line) for line in lines}
    found = await session.execute(
        select(ChatMessage.connection_id, ChatMessage.message_id).where(
            *has_id(session, channel_id, {message_id for _, message_id in wanted})
        )
    )
    return wanted & {(connection_id.int, message_id) for connection_id, message_id in found}


async def stored_lines(session: AsyncSession, channel_id: UUID, refs: Iterable[LineRef]) -> dict[Key, ChatLine]:
    """The stored lines by key, without removed and unknown lines."""
    found: dict[Key, ChatLine] = {}
    for ref in refs:
        payload = await session.scalar(
            select(ChatMessage.payload).where(*is_line(session, channel_id, ref), ChatMessage.removed_at.is_(None))
        )
        if payload is not None:
            found[key_of(ref)] = read_line(payload)
    return found


async def overwrite_line(session: AsyncSession, channel_id: UUID, line: ChatLine, payload: bytes) -> bool:
    """Replaces a stored line; returns False, and changes nothing, if another process has removed it meanwhile."""
    ref = LineRef(line.connection_id, line.message_id)
    overwritten = await session.execute(
        update(ChatMessage)
        .where(*is_line(session, channel_id, ref), ChatMessage.removed_at.is_(None))
        .values(text=line.text, payload=payload)
        .returning(ChatMessage.id),
        execution_options={"synchronize_session": False},
    )
    return overwritten.first() is not None
