"""Lines that are struck through, and lines that are let stand again: stored and told in one go."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, cast
from uuid import UUID

import msgspec
from sqlalchemy import CursorResult, ScalarSelect, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.line import ChatNews, LineRef, LinesRemoved, LinesRestored, LinesSwept, Removal, encode
from greenroom.chat.line_ids import has_id
from greenroom.chat.models import ChatMessage
from greenroom.kernel.db import publish
from greenroom.tenancy.channel_providers.models import ChannelProvider
from greenroom.tenancy.topics import chat_topic, public_chat_topic

# What one statement names at most; both databases have a limit.
REFS_AT_ONCE = 500
REFETCH = b'{"type":"refetch"}'
NO_SYNC = {"synchronize_session": False}


async def remove_lines(session: AsyncSession, channel_id: UUID, refs: Sequence[LineRef], removal: Removal) -> int:
    """Strikes through those that are not struck through yet; how many that were."""
    removed = list[LineRef]()
    for connection_id, message_ids in _by_connection(refs):
        rows = await session.execute(
            update(ChatMessage)
            .where(
                *has_id(session, channel_id, message_ids),
                ChatMessage.connection_id == connection_id,
                ChatMessage.removed_at.is_(None),
            )
            .values(removed_at=removal.at, removal=encode(removal))
            .returning(ChatMessage.message_id),
            execution_options=NO_SYNC,
        )
        removed += [LineRef(connection_id, message_id) for message_id in rows.scalars()]
    if removed:
        lines = tuple(removed)
        _tell(session, channel_id, LinesRemoved(lines, removal), LinesRemoved(lines, _for_all(removal)))
    return len(removed)


async def sweep_lines(
    session: AsyncSession,
    channel_id: UUID,
    connection_id: UUID,
    author_id: str,
    removal: Removal,
    *,
    since: datetime,
    until: datetime,
) -> int:
    """Strikes through everything one person said there in that time, or everything there when no author is given."""
    statement = update(ChatMessage).where(
        ChatMessage.channel_id == channel_id,
        ChatMessage.connection_id == connection_id,
        ChatMessage.sent_at.between(since, until),
        ChatMessage.removed_at.is_(None),
    )
    if author_id:
        # The index of what one person said begins with the platform.
        statement = statement.where(
            ChatMessage.provider == _provider_of(connection_id), ChatMessage.viewer_id == author_id
        )
    result = await session.execute(
        statement.values(removed_at=removal.at, removal=encode(removal)), execution_options=NO_SYNC
    )
    count = cast("CursorResult[Any]", result).rowcount
    if count:
        swept = LinesSwept(connection_id, author_id, since, until, removal)
        _tell(session, channel_id, swept, msgspec.structs.replace(swept, removal=_for_all(removal)))
    return count


async def restore_lines(session: AsyncSession, channel_id: UUID, refs: Sequence[LineRef]) -> int:
    """Lets them stand again; how many had been struck through."""
    restored = list[LineRef]()
    for connection_id, message_ids in _by_connection(refs):
        rows = await session.execute(
            update(ChatMessage)
            .where(
                *has_id(session, channel_id, message_ids),
                ChatMessage.connection_id == connection_id,
                ChatMessage.removed_at.is_not(None),
            )
            .values(removed_at=None, removal=None)
            .returning(ChatMessage.message_id),
            execution_options=NO_SYNC,
        )
        restored += [LineRef(connection_id, message_id) for message_id in rows.scalars()]
    if restored:
        publish(session, chat_topic(channel_id), encode(LinesRestored(tuple(restored))))
        # The public has forgotten what was removed, so it cannot put it back where it was.
        publish(session, public_chat_topic(channel_id), REFETCH)
    return len(restored)


def _by_connection(refs: Sequence[LineRef]) -> Iterator[tuple[UUID, list[str]]]:
    for connection_id, group in groupby(sorted(set(refs), key=_key), lambda ref: ref.connection_id):
        message_ids = [ref.message_id for ref in group]
        for start in range(0, len(message_ids), REFS_AT_ONCE):
            yield connection_id, message_ids[start : start + REFS_AT_ONCE]


def _key(ref: LineRef) -> tuple[UUID, str]:
    return ref.connection_id, ref.message_id


def _provider_of(connection_id: UUID) -> ScalarSelect[str]:
    return select(ChannelProvider.provider).where(ChannelProvider.id == connection_id).scalar_subquery()


def _for_all(removal: Removal) -> Removal:
    """Who did it and why is nobody's business outside."""
    return Removal(removal.how, removal.at)


def _tell(session: AsyncSession, channel_id: UUID, to_staff: ChatNews, to_all: ChatNews) -> None:
    publish(session, chat_topic(channel_id), encode(to_staff))
    publish(session, public_chat_topic(channel_id), encode(to_all))
