"""Counts rows of features by minute and connection; every run of the job counts the last minutes again."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import BigInteger, ColumnElement, SQLColumnExpression, cast, extract, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.channel_providers.connection_health import MINUTE_SECONDS, minute_of
from greenroom.features.stats.streams.counted_rows import CountedRows, CountKind, connection_providers
from greenroom.features.stats.streams.models import Stream, StreamMinute
from greenroom.kernel.db.bulk_rows import BulkInsert
from greenroom.kernel.db.database import is_sqlite

# Minutes are counted again for this long: a command may fail after it was counted, and the job may run late.
RECOUNT_WINDOW = timedelta(minutes=15)
# Connection and minute.
MinuteKey = tuple[UUID, int]
Counts = defaultdict[MinuteKey, Counter[CountKind]]
# In the order of the columns of SET_COUNTS.
KINDS = (CountKind.COMMANDS, CountKind.FILTER_HITS)

SET_COUNTS = BulkInsert(
    StreamMinute,
    (
        "stream_id",
        "connection_id",
        "minute",
        "provider",
        "viewer_total",
        "viewer_reports",
        "messages",
        "commands",
        "filter_hits",
    ),
    """ON CONFLICT (stream_id, connection_id, minute) DO UPDATE SET
        commands = excluded.commands, filter_hits = excluded.filter_hits""",
)


async def find_minute_counts(
    session: AsyncSession, sources: Sequence[CountedRows], stream: Stream, now: datetime
) -> list[tuple[object, ...]]:
    """Rows of StreamMinute for those of the last minutes whose counts have changed; `SET_COUNTS` stores them."""
    until = stream.ended_at or now
    since = max(stream.started_at, until.replace(second=0, microsecond=0) - RECOUNT_WINDOW)
    providers = await connection_providers(session, stream)
    stored = await _stored_counts(session, stream.id, minute_of(since))
    current: Counts = defaultdict(Counter)
    for source in sources:
        await _count(session, source, stream.channel_id, since, until, current)
    changed = sorted(key for key in {*stored, *current} if current[key] != stored[key] and key[0] in providers)
    return [(stream.id, *key, providers[key[0]], 0, 0, 0, *(current[key][kind] for kind in KINDS)) for key in changed]


async def _stored_counts(session: AsyncSession, stream_id: UUID, first_minute: int) -> Counts:
    key = StreamMinute.connection_id, StreamMinute.minute
    found = select(*key, StreamMinute.commands, StreamMinute.filter_hits).where(
        StreamMinute.stream_id == stream_id,
        StreamMinute.minute >= first_minute,
        or_(StreamMinute.commands > 0, StreamMinute.filter_hits > 0),
    )
    counts: Counts = defaultdict(Counter)
    for connection_id, minute, *numbers in await session.execute(found):
        counts[connection_id, minute].update(dict(zip(KINDS, numbers, strict=True)))
    return counts


async def _count(
    session: AsyncSession, source: CountedRows, channel_id: UUID, since: datetime, until: datetime, counts: Counts
) -> None:
    minute = _minute_number(session, source.created_at)
    found = (
        select(source.connection_id, minute, func.count())
        .where(source.channel_id == channel_id, source.created_at.between(since, until), source.condition)
        .group_by(source.connection_id, minute)
    )
    for connection_id, number, count in await session.execute(found):
        counts[connection_id, number][source.kind] = count


def _minute_number(session: AsyncSession, moment: SQLColumnExpression[datetime]) -> ColumnElement[int]:
    """SQL for the number of minutes since 1970."""
    seconds = extract("epoch", moment)
    # PostgreSQL's seconds have a fraction.
    return seconds // MINUTE_SECONDS if is_sqlite(session) else cast(func.floor(seconds / MINUTE_SECONDS), BigInteger)
