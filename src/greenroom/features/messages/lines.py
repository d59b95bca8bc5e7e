"""Queries for stored lines, and functions that read the selected rows."""

from datetime import datetime

import msgspec
from sqlalchemy import ColumnElement, bindparam, select

from greenroom.chat.messages.line import StoredLine
from greenroom.chat.messages.models import ChatMessage
from greenroom.features.messages.rules import LinePosition, LineQuery
from greenroom.kernel.db.pairs import in_pairs

# A row of LINE: payload, last removal, whether the line is removed now, and id.
Row = tuple[bytes, bytes | None, bool, int]
LINE = select(ChatMessage.payload, ChatMessage.removal, ChatMessage.removed_at.is_not(None), ChatMessage.id)
NEWEST_FIRST = LINE.order_by(ChatMessage.sent_at.desc(), ChatMessage.id.desc())
# The newest lines of a channel; built once, because every chat screen runs this query when it opens.
NEWEST = NEWEST_FIRST.where(ChatMessage.channel_id == bindparam("channel_id")).limit(bindparam("count"))


class _Sent(msgspec.Struct):
    sent_at: datetime


_read_sent = msgspec.json.Decoder(_Sent).decode


def stored_line_of(row: Row) -> StoredLine:
    payload, removal, is_removed, _ = row
    encoded = None if removal is None else msgspec.Raw(removal)
    return StoredLine(msgspec.Raw(payload), encoded) if is_removed else StoredLine(msgspec.Raw(payload), None, encoded)


def position_of(row: Row) -> LinePosition:
    """Position of the line; its time is read from the payload, because selecting it for every line would be slower."""
    payload, _, _, number = row
    return LinePosition(_read_sent(payload).sent_at, number)


def conditions(line_query: LineQuery) -> list[ColumnElement[bool]]:
    """SQL conditions for everything in the query except its search words and its cursor (`before`)."""
    found = [ChatMessage.channel_id == line_query.channel_id]
    if line_query.accounts:
        of_channel = ChatMessage.channel_id == line_query.channel_id
        found.append(in_pairs(of_channel, ChatMessage.provider, ChatMessage.viewer_id, line_query.accounts))
    if line_query.provider:
        found.append(ChatMessage.provider == line_query.provider)
    if line_query.viewer_id:
        found.append(ChatMessage.viewer_id == line_query.viewer_id)
    if line_query.since:
        found.append(ChatMessage.sent_at >= line_query.since)
    if line_query.until:
        found.append(ChatMessage.sent_at < line_query.until)
    return found
