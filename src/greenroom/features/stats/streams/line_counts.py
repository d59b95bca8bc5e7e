"""What stored chat lines add to the numbers of the streams in which they were sent."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from uuid import UUID

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.channel_providers.connection_health import minute_of
from greenroom.features.stats.streams.models import (
    MAX_NAME_LENGTH,
    MAX_URL_LENGTH,
    StreamChatter,
    StreamEmote,
    StreamMinute,
)
from greenroom.kernel.db.bulk_rows import BulkInsert, Row

ROWS_PER_INSERT = 500
NOT_MESSAGES = frozenset({"notice", "gap"})
# Part of every encoded emote; quotes in the text of a message are escaped.
EMOTE_KIND = b'"emote"'

# Source and name.
Emote = tuple[str, str]

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

    # A text, because it is hashed faster than a UUID.
    connection_id: str
    kind: str
    sent_at: datetime
    # Decoded only if a part is an emote, because most lines are plain text.
    parts: msgspec.Raw = msgspec.Raw()
    author: LineAuthor | None = None
    is_first: bool = False
    source_channel_id: str = ""


class Chatter(msgspec.Struct):
    name: str
    messages: int = 0
    # 1 if one of the messages is the first of the viewer in this channel, else 0.
    is_new: int = 0
    # Minute with a message → connection for which the viewer counts as a chatter.
    minutes: dict[int, UUID] = msgspec.field(default_factory=dict[int, UUID])


class StreamCounts(msgspec.Struct):
    """Counts of lines of one connection in one stream, not written yet."""

    stream_id: UUID
    started_at: datetime
    # None while the stream is live.
    ended_at: datetime | None
    connection_id: UUID
    provider: str
    # Number of messages by minute.
    messages: Counter[int] = msgspec.field(default_factory=Counter[int])
    # Chatters by viewer id.
    chatters: dict[str, Chatter] = msgspec.field(default_factory=dict[str, Chatter])
    # Number of uses by emote.
    emotes: Counter[Emote] = msgspec.field(default_factory=Counter[Emote])
    # URL of the picture by emote.
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
        if EMOTE_KIND in bytes(message.parts):
            self._add_emotes(decode_parts(message.parts))

    def _add_emotes(self, parts: Iterable[LinePart]) -> None:
        for part in parts:
            if part.kind == "emote":
                emote = part.source or self.provider, part.text[:MAX_NAME_LENGTH]
                self.emotes[emote] += 1
                self.urls[emote] = part.url if len(part.url) <= MAX_URL_LENGTH else ""


decode_parts = msgspec.json.Decoder(tuple[LinePart, ...]).decode
decode_message = msgspec.json.Decoder(StoredMessage).decode


def count_message(message: StoredMessage, streams: Iterable[StreamCounts]) -> None:
    """Counts the message for its stream; not for bots, notices and messages of other channels in a shared chat."""
    author = message.author
    if author is None or author.is_bot or message.kind in NOT_MESSAGES or message.source_channel_id:
        return
    for stream in streams:
        if stream.includes(message.sent_at):
            stream.add(message, author)
            return


# Stream, platform and viewer.
ChatterKey = tuple[UUID, str, str]


async def write_counts(session: AsyncSession, counts: Sequence[StreamCounts]) -> None:
    """Adds the counts to the tables; a viewer in two chats of a platform is one chatter."""
    chatters = _merge_chatters(counts)
    by_minute = await _chatters_by_minute(session, chatters)
    minutes: list[tuple[UUID, UUID, int, str, int, int, int, int]] = []
    emotes: Counter[tuple[UUID, str, str]] = Counter()
    urls: dict[tuple[UUID, str, str], str] = {}
    for stream in counts:
        key = stream.stream_id, stream.connection_id
        for minute, messages in stream.messages.items():
            minutes.append((*key, minute, stream.provider, 0, 0, messages, by_minute[*key, minute]))
        for emote, uses in stream.emotes.items():
            emotes[stream.stream_id, *emote] += uses
            urls[stream.stream_id, *emote] = stream.urls[emote]
    # Sorted, so that two processes cannot deadlock.
    await _insert(session, ADD_MESSAGES, sorted(minutes))
    names = [
        (*key, each.name[:MAX_NAME_LENGTH], each.messages, each.is_new, max(each.minutes))
        for key, each in sorted(chatters.items())
    ]
    await _insert(session, ADD_CHATTERS, names)
    await _insert(session, ADD_EMOTES, [(*key, urls[key], uses) for key, uses in sorted(emotes.items())])


def _merge_chatters(counts: Iterable[StreamCounts]) -> dict[ChatterKey, Chatter]:
    merged: dict[ChatterKey, Chatter] = {}
    for stream in counts:
        for viewer_id, chatter in stream.chatters.items():
            known = merged.setdefault((stream.stream_id, stream.provider, viewer_id), Chatter(chatter.name))
            known.messages, known.is_new = known.messages + chatter.messages, known.is_new | chatter.is_new
            known.minutes |= chatter.minutes
    return merged


async def _chatters_by_minute(
    session: AsyncSession, chatters: Mapping[ChatterKey, Chatter]
) -> Counter[tuple[UUID, UUID, int]]:
    """Number of chatters to add, by stream, connection and minute.

    Several runs may count lines of the same minute: a viewer is added only to minutes after their last counted minute.
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
    for start in range(0, len(keys), ROWS_PER_INSERT):
        part = keys[start : start + ROWS_PER_INSERT]
        rows = await session.execute(
            select(StreamChatter.stream_id, StreamChatter.provider, StreamChatter.viewer_id, StreamChatter.last_minute)
            .where(StreamChatter.stream_id.in_({key[0] for key in part}))
            .where(StreamChatter.viewer_id.in_([key[2] for key in part]))
        )
        found.update({(stream_id, provider, viewer_id): last for stream_id, provider, viewer_id, last in rows})
    return found


async def _insert(session: AsyncSession, insert: BulkInsert, rows: Sequence[Row]) -> None:
    for start in range(0, len(rows), ROWS_PER_INSERT):
        await insert.run(session, rows[start : start + ROWS_PER_INSERT])
