"""Stores two finished streams of a channel: `python past_streams.py greenroom.db channel_id`."""

import asyncio
import math
import sys
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from uuid import UUID

from greenroom.accounts.channel_providers.connection_health import minute_of
from greenroom.accounts.models.channels import Channel
from greenroom.features.stats.streams.models import Stream, StreamMinute, StreamPart
from greenroom.features.stats.streams.period_sums import store_totals
from greenroom.features.stats.streams.report import PlatformTotals, Ranked, StreamTotals, TopLists, encode, read_minutes
from greenroom.features.stats.streams.rules import Minute, viewer_numbers
from greenroom.kernel.bus.bus import MemoryBus
from greenroom.kernel.db.database import Database
from greenroom.kernel.ids import new_id

SHARES = {"twitch": 0.61, "youtube": 0.26, "kick": 0.1, "tiktok": 0.03}
MINUTES = 192
CHATTERS = (("kestrel_", 318, "twitch"), ("DoubleEspresso", 207, "kick"), ("Pixel Harbour", 171, "youtube"))
TOPS = TopLists(
    tuple(Ranked(name, count, provider, str(count)) for name, count, provider in CHATTERS),
    (Ranked("juniFox", 1204, "twitch"), Ranked("juniHype", 988, "twitch"), Ranked("catJAM", 214, "7tv")),
    (Ranked("!deaths", 231), Ranked("!game", 164), Ranked("!lurk", 66)),
)


async def main(path: str, channel_id: UUID) -> None:
    # The import of Channel defines the table to which streams refer.
    assert Channel.__tablename__
    database = Database(f"sqlite+aiosqlite:///{path}", MemoryBus().publish)
    now = datetime.now(UTC).replace(second=0, microsecond=0)
    for title, days, size in (("Tunic day 2", 3, 3_900), ("Tunic day 3", 1, 5_200)):
        await add_stream(database, channel_id, title, now - timedelta(days=days), size)
    await database.close()


async def add_stream(database: Database, channel_id: UUID, title: str, started_at: datetime, size: int) -> None:
    ended_at = started_at + timedelta(minutes=MINUTES)
    stream = Stream(id=new_id(), channel_id=channel_id, title=title, category="Tunic", started_at=started_at)
    stream.ended_at = stream.settled_at = ended_at
    async with database.write() as session:
        session.add(stream)
        await session.flush()
        for provider, share in SHARES.items():
            # TikTok joins later.
            begins = 84 if provider == "tiktok" else 0
            connection_id = new_id()
            session.add(part(stream, provider, connection_id, started_at + timedelta(minutes=begins)))
            session.add_all(
                minute(stream, provider, connection_id, number, round(viewers(number, size) * share))
                for number in range(begins, MINUTES)
            )
        await session.flush()
        minutes = await read_minutes(session, stream.id)
        stream.tops = encode(TOPS)
        numbers = totals(minutes)
        stream.totals = encode(numbers)
        await store_totals(session, stream, numbers)


def viewers(number: int, size: int) -> float:
    return size * math.sin(min(number / 100, 1) * math.pi / 2) * (1 - max(number - 110, 0) / 300)


def part(stream: Stream, provider: str, connection_id: UUID, started_at: datetime) -> StreamPart:
    return StreamPart(
        stream_id=stream.id,
        connection_id=connection_id,
        provider=provider,
        platform_stream_id=f"{provider}-{stream.id}",
        title=stream.title,
        category=stream.category,
        started_at=started_at,
        ended_at=stream.ended_at,
        seen_at=stream.ended_at,
    )


def minute(stream: Stream, provider: str, connection_id: UUID, number: int, count: int) -> StreamMinute:
    return StreamMinute(
        stream_id=stream.id,
        connection_id=connection_id,
        minute=minute_of(stream.started_at) + number,
        provider=provider,
        viewer_total=count,
        viewer_reports=1,
        viewer_peak=count,
        lag_ms=700,
        messages=round(count / 90 * (1.2 + math.sin(number / 9))),
    )


def totals(minutes: Mapping[str, list[Minute]]) -> StreamTotals:
    platforms = tuple(
        PlatformTotals(
            provider, one.average, one.peak, one.watched_minutes, one.counted_minutes,
            sum(each.messages for each in minutes[provider]), 291, 78, 110, 32, 41_000_000, 15, 700, 185,
        )
        for provider, one in ((provider, viewer_numbers([minutes[provider]])) for provider in sorted(minutes))
    )  # fmt: skip
    whole = viewer_numbers(minutes.values())
    messages = sum(one.messages for one in platforms)
    sums = whole.average, whole.peak, whole.watched_minutes, whole.counted_minutes, messages
    return StreamTotals(*sums, 1_164, 312, 438, 127, 164_000_000, 61, 700, 742, platforms, MINUTES * 60)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], UUID(sys.argv[2])))
