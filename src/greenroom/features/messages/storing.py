"""Lines on their way into the database: all of a batch in one statement."""

from collections.abc import Iterable, Sequence
from uuid import UUID

import msgspec
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.line import ChatLine, LineRef
from greenroom.chat.models import ChatMessage
from greenroom.kernel.bulk import BulkInsert

INSERT = BulkInsert(
    ChatMessage,
    ("channel_id", "connection_id", "provider", "message_id", "viewer_id", "text", "sent_at", "payload"),
    "ON CONFLICT (channel_id, message_id, connection_id) DO NOTHING",
    returning=("connection_id", "message_id"),
)

Key = tuple[UUID, str]
read_line = msgspec.json.Decoder(ChatLine).decode


def key_of(line: ChatLine) -> Key:
    return line.connection_id, line.message_id


async def store_lines(session: AsyncSession, channel_id: UUID, lines: Sequence[tuple[ChatLine, bytes]]) -> set[Key]:
    """Those that were stored before, and so are left as they are."""
    rows = [
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
    stored = await INSERT.run(session, rows)
    if len(stored) == len(rows):
        return set()
    new = {
        (UUID(connection_id) if isinstance(connection_id, str) else connection_id, key) for connection_id, key in stored
    }
    return {key_of(line) for line, _ in lines} - new


async def stored_lines(session: AsyncSession, channel_id: UUID, refs: Iterable[LineRef]) -> dict[Key, ChatLine]:
    """As they are now; without those that are struck through."""
    found: dict[Key, ChatLine] = {}
    for ref in refs:
        payload = await session.scalar(
            select(ChatMessage.payload).where(*_named(channel_id, ref), ChatMessage.removed_at.is_(None))
        )
        if payload is not None:
            found[ref.connection_id, ref.message_id] = read_line(payload)
    return found


async def overwrite_line(session: AsyncSession, channel_id: UUID, line: ChatLine, payload: bytes) -> None:
    await session.execute(
        update(ChatMessage)
        .where(*_named(channel_id, LineRef(line.connection_id, line.message_id)))
        .values(text=line.text, payload=payload),
        execution_options={"synchronize_session": False},
    )


def _named(channel_id: UUID, ref: LineRef):  # noqa: ANN202  # conditions of SQLAlchemy
    return (
        ChatMessage.channel_id == channel_id,
        ChatMessage.message_id == ref.message_id,
        ChatMessage.connection_id == ref.connection_id,
    )
