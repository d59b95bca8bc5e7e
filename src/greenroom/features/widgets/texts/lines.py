"""Chat lines as widgets show them: those that passed the filters, without quoted messages and first-message marks."""

from uuid import UUID

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.messages.line import ChatLine, encode, live_event
from greenroom.chat.messages.models import ChatMessage
from greenroom.chat.pipeline.batch import PendingMessage

read_line = msgspec.json.Decoder(ChatLine).decode


def is_shown(line: ChatLine) -> bool:
    return not line.is_backlog and not line.is_unfiltered and line.kind != "gap"


def for_widgets(line: ChatLine) -> ChatLine:
    """The line without its quoted message, which may have been removed, and without the marks of a first message."""
    if line.reply_to is None and not line.is_first and line.kind != "first":
        return line
    kind = "text" if line.kind == "first" else line.kind
    return msgspec.structs.replace(line, kind=kind, is_first=False, reply_to=None)


def line_event(one: PendingMessage) -> bytes | None:
    """The line as a live event for widgets; None if widgets do not show it."""
    line = one.line
    if line is None or not one.live_event or one.removal is not None or not is_shown(line):
        return None
    shown = for_widgets(line)
    return one.live_event if shown is line else live_event(encode(shown))


async def latest_lines(session: AsyncSession, channel_id: UUID, limit: int) -> list[ChatLine]:
    """Lines that widgets show, of the latest `limit` lines; oldest first."""
    found = (
        select(ChatMessage.payload)
        .where(ChatMessage.channel_id == channel_id, ChatMessage.removed_at.is_(None))
        .order_by(ChatMessage.sent_at.desc(), ChatMessage.id.desc())
        .limit(limit)
    )
    lines = [read_line(payload) for payload in await session.scalars(found)]
    return [for_widgets(line) for line in reversed(lines) if is_shown(line)]
