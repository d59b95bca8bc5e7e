"""CPU time of the stats, among few streams and among a hundred times as many."""

import asyncio
import random
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID
from zoneinfo import ZoneInfo

from sqlalchemy import insert, select

from bench.figures import Figures
from bench.reads.growth import Read, compare_growth
from greenroom.accounts.channel_providers.connection_health import minute_of
from greenroom.accounts.models.channels import Channel
from greenroom.features.stats.rules import Period
from greenroom.features.stats.service import get_stream, list_streams, stats_over_time
from greenroom.features.stats.streams.models import Stream, StreamMinute, StreamPart
from greenroom.features.stats.streams.period_sums import store_totals
from greenroom.features.stats.streams.report import PlatformTotals, Ranked, StreamTotals, TopLists, encode
from greenroom.kernel.bus.bus import MemoryBus
from greenroom.kernel.db.database import Database
from greenroom.kernel.db.migrate import migrate

FEW, MANY = 5, 500
MINUTES = 120
CHANNEL = UUID(int=1)
PROVIDERS = ("kick", "tiktok", "twitch", "youtube")
CONNECTIONS = {provider: UUID(int=number) for number, provider in enumerate(PROVIDERS, 10)}
FIRST = datetime(2025, 1, 1, 18, tzinfo=UTC)
NOW = FIRST + timedelta(days=600)
ZONE = ZoneInfo("Europe/Berlin")
TOPS = encode(TopLists(*(tuple(Ranked(f"name {place}", 1000 - place) for place in range(20)) for _ in range(3))))

PLATFORM_TOTALS = tuple(
    PlatformTotals(provider, 100, 150, 100 * MINUTES, MINUTES, 2_000, 300, 40, 20, 10, 5_000_000, 3, 500)
    for provider in PROVIDERS
)
TOTALS = StreamTotals(400, 600, 400 * MINUTES, MINUTES, 8_000, 1_200, 160, lag_ms=500, platforms=PLATFORM_TOTALS)


def measure_stream_stats(few: int = FEW, many: int = MANY) -> Figures:
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as folder:
        return asyncio.run(_measure(Path(folder), few, many))


async def _measure(folder: Path, few: int, many: int) -> Figures:
    databases = [(await _open(folder / f"{count}.db", count), count) for count in (few, many)]
    reads: dict[str, Read] = {"list": _list, "one stream": _one, "30 days": _days(30), "all streams": _days(600)}
    figure = await compare_growth(databases, reads)
    for database, _ in databases:
        await database.close()
    return {"stats": figure}


async def _list(database: Database, _chance: random.Random, _count: int) -> None:
    async with database.read() as session:
        page = await list_streams(session, CHANNEL, None, FEW)
    assert len(page.records) == FEW
    page.model_dump_json()


async def _one(database: Database, chance: random.Random, count: int) -> None:
    async with database.read() as session:
        stream = await get_stream(session, CHANNEL, _id(chance.randrange(count)), NOW)
    assert len(stream.series) == len(PROVIDERS)
    stream.model_dump_json()


def _days(days: int) -> Read:
    async def read(database: Database, _chance: random.Random, count: int) -> None:
        period = Period(FIRST.date(), FIRST.date() + timedelta(days=days - 1), ZONE)
        async with database.read() as session:
            stats = await stats_over_time(session, CHANNEL, period)
        assert stats.total.streams == min(days, count)
        stats.model_dump_json()

    return read


def _id(number: int) -> UUID:
    return UUID(int=1_000 + number)


async def _open(path: Path, count: int) -> Database:
    database = Database(f"sqlite+aiosqlite:///{path}", MemoryBus().publish)
    await migrate(database.engine)
    async with database.write() as session:
        channel = {"id": CHANNEL, "display_name": "Channel", "sort_name": "channel", "created_at": FIRST}
        await session.execute(insert(Channel), [channel])
        for number in range(count):
            stream = _stream(number)
            session.add(stream)
            await session.flush()
            await store_totals(session, stream, TOTALS)
            await session.execute(insert(StreamPart), [_part(number, provider) for provider in PROVIDERS])
            await session.execute(insert(StreamMinute), _minutes(number))
        assert await session.scalar(select(Stream.id).limit(1)) is not None
    return database


def _starts_at(number: int) -> datetime:
    return FIRST + timedelta(days=number)


def _stream(number: int) -> Stream:
    ended_at = _starts_at(number) + timedelta(minutes=MINUTES)
    return Stream(
        id=_id(number),
        channel_id=CHANNEL,
        title=f"Day {number}",
        category="Tunic",
        started_at=_starts_at(number),
        ended_at=ended_at,
        settled_at=ended_at,
        totals=encode(TOTALS),
        tops=TOPS,
    )


def _part(number: int, provider: str) -> dict[str, object]:
    ended_at = _starts_at(number) + timedelta(minutes=MINUTES)
    return {
        "stream_id": _id(number),
        "connection_id": CONNECTIONS[provider],
        "provider": provider,
        "platform_stream_id": str(number),
        "title": f"Day {number}",
        "category": "Tunic",
        "started_at": _starts_at(number),
        "ended_at": ended_at,
        "seen_at": ended_at,
    }


def _minutes(number: int) -> list[dict[str, object]]:
    first = minute_of(_starts_at(number))
    return [
        {
            "stream_id": _id(number),
            "connection_id": CONNECTIONS[provider],
            "minute": first + minute,
            "provider": provider,
            "viewer_total": 100 + minute,
            "viewer_reports": 1,
            "viewer_peak": 100 + minute,
            "lag_ms": 500,
            "messages": 17,
        }
        for provider in PROVIDERS
        for minute in range(MINUTES)
    ]
