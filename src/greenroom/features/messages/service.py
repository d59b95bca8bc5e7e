"""Pages of the stored chat, chat settings, retention, and the public view."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

import msgspec
from msgspec.structs import astuple, replace
from pydantic import TypeAdapter
from sqlalchemy import ColumnElement, LargeBinary, delete, func, literal, select, tuple_
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.service import ChannelNotFound, open_channel
from greenroom.accounts.channels.service import notify_members
from greenroom.accounts.models.channels import Channel
from greenroom.accounts.topics import CHAT_PRIVACY_CHANGED, notify_processes
from greenroom.channel_file.settings_section import record_settings
from greenroom.chat.messages.line import ChatLine, LineRef, StoredLine, encode
from greenroom.chat.messages.line_ids import is_line
from greenroom.chat.messages.linked_accounts import Account, linked_accounts
from greenroom.chat.messages.models import ChatMessage
from greenroom.chat.pipeline.explain import ConsideredRule, Explain, ExplainRequest
from greenroom.features.messages.lines import LINE, NEWEST, NEWEST_FIRST, Row, conditions, position_of, stored_line_of
from greenroom.features.messages.rules import LineQuery, for_public
from greenroom.features.messages.schemas import (
    ChatPage,
    ChatSettings,
    ChatSettingsChange,
    PublicChannel,
    PublicChat,
    Why,
)
from greenroom.features.messages.search import search_lines
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import Database, UtcDateTime, is_sqlite
from greenroom.kernel.errors import NotFound

# Key and title in the channel's file.
SETTINGS_SECTION = ("chat", "Chat settings")
PUBLIC_LINES = 100
# Maximum number of lines, with removed ones, that are read for one public request.
PUBLIC_DEPTH = 1_000
# Payloads with one of these marks are changed for public viewers.
STAFF_MARKS = (b'"reply_to":', b'"is_first":', b'"kind":"first"')
# A line whose payload has one of these marks was not checked by the filters. Quotes within a message are escaped.
UNCHECKED_MARKS = (b'"is_backlog":true', b'"is_unfiltered":true')

read_line = msgspec.json.Decoder(ChatLine).decode
write_considered = TypeAdapter(list[ConsideredRule]).dump_json


class LineNotFound(NotFound):
    type = "chat_message_not_found"
    message = "Message not found. It may be older than the stored chat history."


async def list_lines(database: Database, line_query: LineQuery, limit: int) -> ChatPage:
    """A page of lines. Its cost does not depend on the number of stored lines."""
    if line_query == LineQuery(line_query.channel_id):
        rows = await database.fast_read(NEWEST, {"channel_id": line_query.channel_id, "count": limit + 1})
    else:
        async with database.read() as session:
            rows = await find_lines(session, line_query, limit + 1)
    last = rows[limit - 1] if len(rows) > limit else None
    return ChatPage([stored_line_of(row) for row in rows[:limit]], position_of(last).cursor() if last else None)


async def find_lines(session: AsyncSession, line_query: LineQuery, limit: int) -> Sequence[Row]:
    if line_query.with_linked:
        account = line_query.provider, line_query.viewer_id
        accounts = await linked_accounts(session, line_query.channel_id, account)
        return await _find_linked_lines(session, line_query, accounts, limit)
    # SQLite's full-text index also finds the lines of a viewer.
    if line_query.words or (line_query.viewer_id and is_sqlite(session)):
        return await search_lines(session, line_query, limit)
    found = NEWEST_FIRST.where(*conditions(line_query)).limit(limit)
    if before := line_query.before:
        place = tuple_(literal(before.sent_at, UtcDateTime()), literal(before.id))
        found = found.where(tuple_(ChatMessage.sent_at, ChatMessage.id) < place)
    return (await session.execute(found)).all()


async def _find_linked_lines(
    session: AsyncSession, line_query: LineQuery, accounts: Sequence[Account], limit: int
) -> Sequence[Row]:
    if line_query.words or is_sqlite(session):
        return await search_lines(session, line_query.of_accounts(accounts), limit)
    # One query for each account, because an index has the lines of a single viewer in order.
    rows: list[Row] = []
    for provider, viewer_id in accounts:
        of_account = replace(line_query, provider=provider, viewer_id=viewer_id, with_linked=False)
        rows += await find_lines(session, of_account, limit)
    return sorted(rows, key=lambda row: astuple(position_of(row)), reverse=True)[:limit]


async def explain_line(
    database: Database, channel_id: UUID, ref: LineRef, explainers: Sequence[Explain], now: datetime
) -> Why:
    """Returns a stored message with every rule that considered it, as the features' explainers report."""
    async with database.read() as session:
        one = await _get_line(session, channel_id, ref)
    request = ExplainRequest(channel_id, read_line(one.line), is_removed=one.removal is not None, now=now)
    records = [considered for explain in explainers for considered in await explain(database, request)]
    return Why(one.line, one.removal, msgspec.Raw(write_considered(records)))


async def _get_line(session: AsyncSession, channel_id: UUID, ref: LineRef) -> StoredLine:
    row = (await session.execute(LINE.where(*is_line(session, channel_id, ref)))).one_or_none()
    if row is None:
        raise LineNotFound
    return stored_line_of(row)


async def get_settings(session: AsyncSession, channel_id: UUID) -> ChatSettings:
    return _settings(await open_channel(session, channel_id))


async def change_settings(
    session: AsyncSession, channel_id: UUID, change: ChatSettingsChange, by: ChangedBy
) -> ChatSettings:
    """Saves the fields that were sent; if the chat becomes private, all processes disconnect public viewers."""
    channel = await open_channel(session, channel_id)
    before = _settings(channel)
    if "is_public" in change.model_fields_set and change.is_public != channel.is_chat_public:
        if change.is_public:
            channel.chat_public_after = await session.scalar(select(func.max(ChatMessage.id))) or 0
            channel.chat_public_since = by.at
        channel.is_chat_public = change.is_public
        notify_processes(session, CHAT_PRIVACY_CHANGED, channel_id)
    if "retention_days" in change.model_fields_set:
        channel.chat_retention_days = change.retention_days
    record_settings(session, channel_id, by, SETTINGS_SECTION, before, _settings(channel))
    if _settings(channel) != before:
        await notify_members(session, channel_id)
    return _settings(channel)


def _settings(channel: Channel) -> ChatSettings:
    return ChatSettings(is_public=channel.is_chat_public, retention_days=channel.chat_retention_days)


async def channel_name(session: AsyncSession, channel_id: UUID) -> str:
    return (await open_channel(session, channel_id)).display_name


async def get_public_chat(session: AsyncSession, channel_id: UUID) -> PublicChat:
    """The latest lines that are checked and not removed; a private chat gives the error of an unknown channel."""
    channel = await open_channel(session, channel_id)
    if not channel.is_chat_public:
        raise ChannelNotFound
    sent = [ChatMessage.channel_id == channel_id]
    if channel.chat_public_since is not None:
        sent.append(ChatMessage.sent_at >= channel.chat_public_since)
    latest = (
        select(ChatMessage.id, ChatMessage.payload, ChatMessage.removed_at)
        .where(*sent)
        .order_by(ChatMessage.sent_at.desc(), ChatMessage.id.desc())
        .limit(PUBLIC_DEPTH)
        .subquery()
    )
    is_shown = [latest.c.removed_at.is_(None), latest.c.id > channel.chat_public_after]
    is_shown += [_position_of_mark(session, mark, latest.c.payload) == 0 for mark in UNCHECKED_MARKS]
    shown = select(latest.c.payload).where(*is_shown).limit(PUBLIC_LINES)
    lines = [StoredLine(msgspec.Raw(_for_public(payload)), None) for payload in await session.scalars(shown)]
    return PublicChat(PublicChannel(channel.id, channel.display_name), lines, None)


def _position_of_mark(session: AsyncSession, mark: bytes, payload: ColumnElement[bytes]) -> ColumnElement[int]:
    """Position of the mark in the payload, beginning with 1; 0 if it is missing."""
    sought = literal(mark, LargeBinary())
    return func.instr(payload, sought) if is_sqlite(session) else func.position(sought.op("IN")(payload))


def _for_public(payload: bytes) -> bytes:
    return encode(for_public(read_line(payload))) if any(mark in payload for mark in STAFF_MARKS) else payload


async def retention_of_all(session: AsyncSession) -> list[tuple[UUID, int]]:
    """Channels with a retention limit, and the limit in days."""
    limited = select(Channel.id, Channel.chat_retention_days).where(Channel.chat_retention_days > 0)
    return list(await session.execute(limited))


async def delete_lines(session: AsyncSession, channel_id: UUID, before: datetime, at_once: int) -> int:
    """Deletes up to `at_once` lines sent before this time, oldest first, and returns how many were deleted."""
    oldest = (
        select(ChatMessage.id)
        .where(ChatMessage.channel_id == channel_id, ChatMessage.sent_at < before)
        .order_by(ChatMessage.sent_at, ChatMessage.id)
        .limit(at_once)
    )
    ids = list(await session.scalars(oldest))
    if ids:
        await session.execute(delete(ChatMessage).where(ChatMessage.id.in_(ids)))
    return len(ids)
