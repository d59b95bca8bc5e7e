"""Plain chat messages cause no queries in the moderation and linking stages."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncSession, create_async_engine

from greenroom.chat.messages.line import Author, ChatLine
from greenroom.chat.pipeline.batch import Batch, PendingMessage, Stage
from greenroom.chat.protocol.channel_event import ChannelEvent
from greenroom.chat.protocol.events import ChatCleared, ChatEvent, Chatter, MessageReceived, ViewerBanned
from greenroom.features.moderation.handlers import log_moderation
from greenroom.features.viewers.account_links import link_by_code

NOW = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
CHANNEL, CONNECTION = uuid4(), uuid4()


def channel_event(chat_event: ChatEvent) -> ChannelEvent:
    return ChannelEvent(CHANNEL, CONNECTION, "twitch", chat_event)


def pending_message(text: str, number: int = 0) -> PendingMessage:
    chatter = Chatter(str(number), f"viewer{number}", f"Viewer{number}")
    message = MessageReceived(f"m{number}", chatter, text, (), NOW, NOW)
    author = Author(id=chatter.id, login=chatter.login, name=chatter.name, colour="")
    line = ChatLine(
        connection_id=CONNECTION,
        provider="twitch",
        message_id=message.message_id,
        kind="text",
        sent_at=NOW,
        author=author,
        text=text,
        parts=(),
    )
    return PendingMessage(channel_event(message), message, line=line)


PLAIN = ["Hello there", "!links", "!link", " !link ABCDEFGH", "!ban me", "link ABCDEFGH", "", "x" * 10_000]
# Clearing one viewer's messages is not logged, because the ban that caused it is logged.
NOT_LOGGED = [ChatCleared(NOW, chatter_id="7")]


@asynccontextmanager
async def counted_queries(folder: Path) -> AsyncGenerator[tuple[AsyncSession, list[str]]]:
    """Yields a session and the list of its queries; the database has no tables, so every query fails."""
    engine = create_async_engine(f"sqlite+aiosqlite:///{folder / 'empty.db'}")
    statements: list[str] = []

    def count(_: Connection, __: object, statement: str, *___: object) -> None:
        statements.append(statement)

    event.listen(engine.sync_engine, "before_cursor_execute", count)
    async with AsyncSession(engine) as session:
        yield session, statements
    await engine.dispose()


@pytest.mark.parametrize("stage", [log_moderation, link_by_code])
async def test_plain_chat_causes_no_queries(tmp_path: Path, stage: Stage) -> None:
    async with counted_queries(tmp_path) as (session, statements):
        lines = [pending_message(text, number) for number, text in enumerate(PLAIN * 25)]
        batch = Batch(session, CHANNEL, NOW, lines, [channel_event(one) for one in NOT_LOGGED])
        await stage(batch)
        assert (statements, batch.deferred) == ([], [])


@pytest.mark.parametrize(
    ("stage", "text", "others"),
    [(log_moderation, "Hello", [ViewerBanned("7", "Marek", None, "", "", NOW)]), (link_by_code, "!link ABCDEFGH", [])],
)
async def test_the_query_counter_counts_queries(
    tmp_path: Path, stage: Stage, text: str, others: list[ChatEvent]
) -> None:
    async with counted_queries(tmp_path) as (session, statements):
        with pytest.raises(OperationalError):
            await stage(Batch(session, CHANNEL, NOW, [pending_message(text)], [channel_event(one) for one in others]))
        assert statements
