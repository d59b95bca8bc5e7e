"""Adds up the numbers of streams by step: the day, week or month in which they began."""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

import msgspec
from msgspec.structs import astuple
from sqlalchemy import TextClause, Uuid, bindparam, text
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.stats.streams.models import Stream, StreamTotal
from greenroom.features.stats.streams.report import PlatformTotals, StreamTotals
from greenroom.kernel.db.bulk_rows import BulkInsert, sqlite_moment
from greenroom.kernel.db.database import is_sqlite

SUMMED = (
    "live_seconds",
    "watched_minutes",
    "counted_minutes",
    "messages",
    "chatters",
    "new_chatters",
    "follows",
    "subs",
    "value",
    "filter_hits",
    "commands",
)
NUMBERS = (*SUMMED, "lag_ms", "peak_viewers")
COLUMNS = ("channel_id", "started_at", *NUMBERS, "platforms")
STORE = BulkInsert(
    StreamTotal,
    ("stream_id", *COLUMNS),
    f"ON CONFLICT (stream_id) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in COLUMNS)}",
)

# Start and end of each step.
Steps = Sequence[tuple[datetime, datetime]]
# Watched minutes and messages on one platform.
PlatformSum = tuple[int, int]


class PeriodSums(msgspec.Struct, frozen=True):
    """Sums of several streams."""

    streams: int = 0
    live_seconds: int = 0
    watched_minutes: int = 0
    # Minutes with a viewer number.
    counted_minutes: int = 0
    messages: int = 0
    chatters: int = 0
    new_chatters: int = 0
    follows: int = 0
    subs: int = 0
    value: int = 0
    filter_hits: int = 0
    commands: int = 0
    # Sum of the median chat lags of the streams, in milliseconds.
    lag_ms: int = 0
    # Number of streams of which the lag is known.
    lags: int = 0
    # The highest number of viewers; None if no platform reported one.
    peak_viewers: int | None = None


def sum_of(sums: Sequence[PeriodSums]) -> PeriodSums:
    if not sums:
        return PeriodSums()
    *columns, peaks = zip(*map(astuple, sums), strict=True)
    highest = max((peak for peak in peaks if peak is not None), default=None)
    return PeriodSums(*map(sum, columns), peak_viewers=highest)


async def store_totals(session: AsyncSession, stream: Stream, totals: StreamTotals) -> None:
    """Stores the numbers of a stream as columns, for sums over a period."""
    numbers = [getattr(totals, name) for name in NUMBERS]
    platforms = encode_platforms(totals.platforms)
    await STORE.run(session, [(stream.id, stream.channel_id, stream.started_at, *numbers, platforms)])


def encode_platforms(platforms: Iterable[PlatformTotals]) -> str:
    return json.dumps([(each.provider, each.watched_minutes, each.messages) for each in platforms])


_decode_platforms = msgspec.json.Decoder(list[list[tuple[str, int, int]]]).decode


def sum_platforms(stored: str) -> dict[str, PlatformSum]:
    """Sums by platform, sorted by name; `stored` has the `platforms` of several streams, joined by commas."""
    sums: dict[str, PlatformSum] = {}
    for platforms in _decode_platforms(f"[{stored}]"):
        for provider, watched, messages in platforms:
            known = sums.get(provider)
            sums[provider] = (watched, messages) if known is None else (known[0] + watched, known[1] + messages)
    return dict(sorted(sums.items()))


SQLITE_STEPS = """SELECT key AS step, json_extract(value, '$[0]') AS starts_at, json_extract(value, '$[1]') AS ends_at
    FROM json_each(:steps)"""
POSTGRES_STEPS = """SELECT number - 1 AS step, CAST(value ->> 0 AS timestamptz) AS starts_at,
        CAST(value ->> 1 AS timestamptz) AS ends_at
    FROM jsonb_array_elements(CAST(:steps AS jsonb)) WITH ORDINALITY AS given (value, number)"""
SUMS = ", ".join(f"CAST(sum({name}) AS bigint)" for name in SUMMED)
LAGS_AND_PEAK = "CAST(coalesce(sum(lag_ms), 0) AS bigint), count(lag_ms), max(peak_viewers)"


def _statement(steps: str, join: str) -> TextClause:
    # SQLite reads the tables of a CROSS JOIN in the written order: the index finds the streams of each step.
    sql = f"""WITH steps AS ({steps})
        SELECT step, {join}(platforms, ','), count(*), {SUMS}, {LAGS_AND_PEAK}
        FROM steps CROSS JOIN stream_totals
        WHERE channel_id = :channel_id AND started_at >= steps.starts_at AND started_at < steps.ends_at
        GROUP BY step ORDER BY step"""  # noqa: S608  # our own SQL
    return text(sql).bindparams(bindparam("channel_id", type_=Uuid()))


ON_SQLITE, ON_POSTGRES = _statement(SQLITE_STEPS, "group_concat"), _statement(POSTGRES_STEPS, "string_agg")


class StepSums(msgspec.Struct, frozen=True):
    """Sums of the streams that began in one step."""

    # Index of the step in the period.
    step: int
    total: PeriodSums
    # The column `platforms` of the streams, joined by commas; see `sum_platforms`.
    platforms: str


async def read_sums(session: AsyncSession, channel_id: UUID, steps: Steps) -> list[StepSums]:
    """Sums in the order of the steps; steps in which no stream began are left out."""
    encode = sqlite_moment if is_sqlite(session) else datetime.isoformat
    moments = json.dumps([(encode(starts_at), encode(ends_at)) for starts_at, ends_at in steps])
    statement = ON_SQLITE if is_sqlite(session) else ON_POSTGRES
    rows = await session.execute(statement, {"channel_id": channel_id, "steps": moments})
    return [StepSums(step, PeriodSums(*sums), platforms) for step, platforms, *sums in rows]
