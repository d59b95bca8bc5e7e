"""Recently sent messages, which trigger no command when a platform reports them.

A message is recognised by the id that the platform gave it. The platform may report the message before it answers with
that id, so each part is stored before it is sent, and compared by account and text too.
"""

import unicodedata
from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from msgspec import Struct
from sqlalchemy import bindparam, delete, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.chat.messages.line import ChatLine, LineRef
from greenroom.chat.messages.parts import clean_id, clean_text
from greenroom.chat.sending.models import SentPart
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.bulk_rows import BulkInsert, BulkUpdate
from greenroom.kernel.db.database import Database
from greenroom.kernel.db.hot_reads import fetch_all
from greenroom.kernel.ids import new_id
from greenroom.kernel.jobs import Job
from greenroom.kernel.text import BLANK

# Longest time from sending a message to the timestamp that the platform gives it.
MAX_ECHO_DELAY = timedelta(seconds=60)
# How long sent parts are stored: longer than a platform holds a message back for its moderators, and longer than a
# message may wait and still trigger a command.
RETENTION = timedelta(minutes=10)
# How far a platform's clock may be behind ours.
MAX_CLOCK_DIFFERENCE = timedelta(seconds=15)
# Minimum length of a text that counts as part of a longer one; a shorter text may be a viewer's own message.
MIN_PART_LENGTH = 40

INSERT_PARTS = BulkInsert(SentPart, ("id", "provider", "provider_channel_id", "account_id", "text", "sent_at"))
RECORD_IDS = BulkUpdate(SentPart, ("id", "message_id"), ("id",), "message_id = given.message_id")
# Built once: building it takes longer than running it.
SENT_IN_THESE_CHATS = (
    select(ChannelProvider.id, SentPart.account_id, SentPart.text, SentPart.message_id, SentPart.sent_at)
    .join(
        SentPart,
        (SentPart.provider == ChannelProvider.provider)
        & (SentPart.provider_channel_id == ChannelProvider.provider_channel_id),
    )
    .where(
        ChannelProvider.id.in_(bindparam("connections", expanding=True)),
        SentPart.sent_at > bindparam("since"),
        or_(
            SentPart.account_id.in_(bindparam("authors", expanding=True)),
            SentPart.message_id.in_(bindparam("messages", expanding=True)),
        ),
    )
)


class Sent(Struct, frozen=True):
    account_id: str
    text: str
    message_id: str | None
    sent_at: datetime


async def store_parts(
    database: Database, provider: ChannelProvider, account_id: str, parts: Sequence[str], now: datetime
) -> list[UUID]:
    """Stores the parts, as the platform will report them, of a message that is about to be sent; returns their ids."""
    ids = [new_id() for _ in parts]
    chat = (provider.provider, provider.provider_channel_id, account_id)
    await INSERT_PARTS.run_alone(
        database, [(part_id, *chat, clean_text(part), now) for part_id, part in zip(ids, parts, strict=True)]
    )
    return ids


async def record_message_ids(database: Database, part_ids: Sequence[UUID], message_ids: Sequence[str]) -> None:
    """Stores the platform's ids, in the order of the parts; the id of a refused part is empty or missing."""
    reported = zip(part_ids, message_ids, strict=False)
    # Cleaned in the same way as the message id of a stored line.
    rows = [(part_id, clean_id(message_id)) for part_id, message_id in reported if message_id]
    await RECORD_IDS.run_alone(database, rows)


async def delete_parts(database: Database, part_ids: Sequence[UUID]) -> None:
    await database.write_alone(lambda connection: connection.execute(delete(SentPart).where(SentPart.id.in_(part_ids))))


async def find_sent_lines(session: AsyncSession, lines: Sequence[ChatLine], now: datetime) -> frozenset[LineRef]:
    """Those of the lines that Greenroom sent, found with one query."""
    if not lines:
        return frozenset()
    values = {
        "connections": list({line.connection_id for line in lines}),
        "since": now - RETENTION,
        "authors": list({line.author.id for line in lines if line.author is not None}),
        "messages": list({line.message_id for line in lines}),
    }
    rows = await fetch_all(session, SENT_IN_THESE_CHATS, values)
    sent: dict[UUID, list[Sent]] = {}
    for connection_id, account_id, text, message_id, sent_at in rows:
        sent.setdefault(connection_id, []).append(Sent(account_id, text, message_id, sent_at))
    return frozenset(
        LineRef(line.connection_id, line.message_id)
        for line in lines
        if any(is_report_of(one, line, now) for one in sent.get(line.connection_id, ()))
    )


def is_report_of(sent: Sent, line: ChatLine, now: datetime) -> bool:
    """Whether the line is the platform's report of this part.

    While the id is unknown, an equal first word is enough: it names the command, and the platform may change the rest.
    The first word of the line may also equal the second of the sent text: "/me waves" is reported as "waves".
    """
    if sent.message_id == line.message_id:
        return True
    if line.author is None or line.author.id != sent.account_id:
        return False
    candidates, text = possible_sent_texts(line.text), comparable(sent.text)
    if text in candidates and _is_within(MAX_ECHO_DELAY if sent.message_id else RETENTION, sent, line, now):
        return True
    is_same_command = any(first_word(candidate) in text.split(" ", 2)[:2] for candidate in candidates)
    return sent.message_id is None and is_same_command and _is_within(MAX_ECHO_DELAY, sent, line, now)


def _is_within(delay: timedelta, sent: Sent, line: ChatLine, now: datetime) -> bool:
    """Whether the line arrived within `delay` after sending, or was sent within it by the platform's clock."""
    if now <= sent.sent_at + delay:
        return True
    return sent.sent_at - MAX_CLOCK_DIFFERENCE <= line.sent_at <= sent.sent_at + delay


def possible_sent_texts(text: str) -> set[str]:
    """Texts that may have been sent for this message: some platforms put the replied-to viewer's name in front."""
    whole = comparable(text)
    name, _, rest = whole.partition(" ")
    return {whole, rest if name.startswith("@") else whole}


def is_part_of(text: str, sent: str) -> bool:
    """Whether the text may be the text that was sent, or a part of it."""
    whole = comparable(sent)
    return any(one == whole or (len(one) >= MIN_PART_LENGTH and one in whole) for one in possible_sent_texts(text))


def first_word(text: str) -> str:
    return text.partition(" ")[0]


def comparable(text: str) -> str:
    """The text in a form that stays the same if a platform changes spaces, case or invisible characters."""
    if not text.isascii():
        normal = unicodedata.normalize("NFKC", text)
        text = "".join(each for each in normal if each.isspace() or _is_visible(each))
    return " ".join(text.split()).casefold()


def _is_visible(character: str) -> bool:
    return character not in BLANK and unicodedata.category(character)[0] not in {"C", "M"}


def jobs(kernel: Kernel) -> list[Job]:
    async def delete_old() -> None:
        async with kernel.database.write() as session:
            await session.execute(delete(SentPart).where(SentPart.sent_at <= kernel.clock() - RETENTION))

    return [
        Job(
            name="delete_sent_parts",
            every_seconds=300,
            run=delete_old,
            title="Forget sent messages",
            note="that chat has shown",
        )
    ]
