"""Marks stored lines as removed or restored, and publishes the change."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, cast
from uuid import UUID

import msgspec
from msgspec import Struct
from sqlalchemy import ColumnElement, CursorResult, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.topics import chat_topic, public_chat_topic
from greenroom.chat.messages.line import ChatUpdate, LineRef, LinesRemoved, LinesRestored, LinesSwept, Removal, encode
from greenroom.chat.messages.line_ids import has_id, sent_by
from greenroom.chat.messages.models import ChatMessage
from greenroom.kernel.db.database import publish

# Maximum number of ids in one statement; both databases have a limit.
MAX_REFS_PER_STATEMENT = 500
REFETCH = b'{"type":"refetch"}'
NO_SYNC = {"synchronize_session": False}
BAN_REMOVALS = frozenset({"banned", "timed_out"})
# Maximum time between two reports of the same moderation action.
REPEATED_WITHIN = timedelta(seconds=15)
# A ban or a cleared chat removes no older lines: platforms remove recent messages, not those of years ago.
MAX_REMOVED_AGE = timedelta(hours=24)


class Sweep(Struct, frozen=True):
    """All messages on one connection in a time span; only those of `author_id`, unless that is empty."""

    connection_id: UUID
    provider: str
    author_id: str
    since: datetime
    until: datetime

    @classmethod
    def before(cls, moment: datetime, connection_id: UUID, provider: str, author_id: str) -> "Sweep":
        return cls(connection_id, provider, author_id, moment - MAX_REMOVED_AGE, moment)


async def remove_lines(session: AsyncSession, channel_id: UUID, refs: Sequence[LineRef], removal: Removal) -> int:
    """Marks lines as removed, or adds details to an earlier removal; returns how many were not removed before."""
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
    for connection_id, message_ids in _by_connection(list(set(refs).difference(removed))):
        conditions = [*has_id(session, channel_id, message_ids), ChatMessage.connection_id == connection_id]
        await _add_details(session, channel_id, conditions, removal)
    if removed:
        lines = tuple(removed)
        _publish(session, channel_id, LinesRemoved(lines, removal), LinesRemoved(lines, _for_public(removal)))
    return len(removed)


async def sweep_lines(session: AsyncSession, channel_id: UUID, sweep: Sweep, removal: Removal) -> int:
    """Marks all lines of the sweep as removed, and returns how many were not removed before."""
    conditions = [ChatMessage.connection_id == sweep.connection_id]
    if sweep.author_id:
        conditions += sent_by(session, channel_id, sweep.provider, sweep.author_id, sweep.since, sweep.until)
    else:
        conditions += [ChatMessage.channel_id == channel_id, ChatMessage.sent_at.between(sweep.since, sweep.until)]
    await _add_details(session, channel_id, conditions, removal)
    result = await session.execute(
        update(ChatMessage)
        .where(*conditions, ChatMessage.removed_at.is_(None))
        .values(removed_at=removal.at, removal=encode(removal)),
        execution_options=NO_SYNC,
    )
    count = cast("CursorResult[Any]", result).rowcount
    if count:
        swept = LinesSwept(sweep.connection_id, sweep.author_id, sweep.since, sweep.until, removal)
        _publish(session, channel_id, swept, msgspec.structs.replace(swept, removal=_for_public(removal)))
    return count


async def restore_lines(session: AsyncSession, channel_id: UUID, refs: Sequence[LineRef]) -> int:
    """Restores removed lines, and returns their number."""
    restored = list[LineRef]()
    for connection_id, message_ids in _by_connection(refs):
        rows = await session.execute(
            update(ChatMessage)
            .where(
                *has_id(session, channel_id, message_ids),
                ChatMessage.connection_id == connection_id,
                ChatMessage.removed_at.is_not(None),
            )
            .values(removed_at=None)
            .returning(ChatMessage.message_id),
            execution_options=NO_SYNC,
        )
        restored += [LineRef(connection_id, message_id) for message_id in rows.scalars()]
    if restored:
        publish(session, chat_topic(channel_id), encode(LinesRestored(tuple(restored))))
        # Public viewers never get the content of removed lines, so they have to fetch the chat again.
        publish(session, public_chat_topic(channel_id), REFETCH)
    return len(restored)


def adds_details(later: Removal, earlier: Removal) -> bool:
    """Whether a second report of a removal adds something: the moderator, or that the cause was a ban or time-out."""
    if earlier.by or later.is_here_only:
        return False
    is_ban = earlier.how == "cleared" and later.how in BAN_REMOVALS
    return is_ban or (later.how == earlier.how and bool(later.by))


async def _add_details(
    session: AsyncSession, channel_id: UUID, conditions: Sequence[ColumnElement[bool]], removal: Removal
) -> None:
    """Replaces the removals of these lines by `removal` if it repeats them with more details; tells only staff."""
    if not removal.by and removal.how not in BAN_REMOVALS:
        return
    recently = ChatMessage.removed_at.between(removal.at - REPEATED_WITHIN, removal.at + REPEATED_WITHIN)
    rows = await session.execute(
        select(ChatMessage.id, ChatMessage.connection_id, ChatMessage.message_id, ChatMessage.removal)
        .where(*conditions, recently)
        .order_by(ChatMessage.id)
        .with_for_update()
    )
    updated = [row for row in rows if row.removal is not None and adds_details(removal, _read(row.removal))]
    for start in range(0, len(updated), MAX_REFS_PER_STATEMENT):
        some = updated[start : start + MAX_REFS_PER_STATEMENT]
        await session.execute(
            update(ChatMessage)
            .where(ChatMessage.id.in_([row.id for row in some]))
            .values(removed_at=removal.at, removal=encode(removal)),
            execution_options=NO_SYNC,
        )
    if updated:
        lines = tuple(LineRef(row.connection_id, row.message_id) for row in updated)
        publish(session, chat_topic(channel_id), encode(LinesRemoved(lines, removal)))


def _read(payload: bytes) -> Removal:
    return msgspec.json.decode(payload, type=Removal)


def _by_connection(refs: Sequence[LineRef]) -> Iterator[tuple[UUID, list[str]]]:
    for connection_id, group in groupby(sorted(set(refs), key=_key), lambda ref: ref.connection_id):
        message_ids = [ref.message_id for ref in group]
        for start in range(0, len(message_ids), MAX_REFS_PER_STATEMENT):
            yield connection_id, message_ids[start : start + MAX_REFS_PER_STATEMENT]


def _key(ref: LineRef) -> tuple[UUID, str]:
    return ref.connection_id, ref.message_id


def _for_public(removal: Removal) -> Removal:
    """The removal without moderator and reason, which public viewers do not see."""
    return Removal(removal.how, removal.at)


def _publish(session: AsyncSession, channel_id: UUID, to_staff: ChatUpdate, to_public: ChatUpdate) -> None:
    publish(session, chat_topic(channel_id), encode(to_staff))
    publish(session, public_chat_topic(channel_id), encode(to_public))
