"""Helpers for tests of the points that viewers earn in a month, a stream or a day."""

from collections.abc import Sequence
from datetime import UTC, datetime
from uuid import UUID

from point_channel import PointChannel
from sqlalchemy import text

from greenroom.features.points.ledger.ledger import AccountKey
from greenroom.features.points.periods.job import PointPeriodsJob
from greenroom.features.stats.streams.models import Stream
from greenroom.kernel.ids import new_id
from support.greenroom_server import Json

TABLES = ("point_periods", "point_totals", "point_line_sums")
EVENING = datetime(2026, 5, 20, 18, 0, tzinfo=UTC)
Viewers = tuple[AccountKey, AccountKey, AccountKey]


async def add_up(points: PointChannel) -> None:
    await PointPeriodsJob(points.greenroom.kernel).run()


async def page(points: PointChannel, period: str, **query: str | int) -> Json:
    return await points.client.get(f"{points.points_path}/leaderboard", period=period, **query)


async def ranked(points: PointChannel, period: str, **query: str | int) -> Sequence[tuple[int, str, int]]:
    records = (await page(points, period, **query))["records"]
    return [(one["rank"], one["accounts"][0]["name"], one["balance"]) for one in records]


async def today(points: PointChannel) -> Json:
    return await points.client.get(f"{points.points_path}/today")


async def set_zone(points: PointChannel, name: str) -> None:
    changed = await points.client.ask("PATCH", f"{points.path}/settings", json={"time_zone": name})
    assert changed.status_code == 200


async def begin_stream(points: PointChannel, at: datetime) -> UUID:
    stream = Stream(id=new_id(), channel_id=points.id, title="", category="", started_at=at)
    async with points.greenroom.kernel.database.write() as session:
        session.add(stream)
    return stream.id


async def change_stream(points: PointChannel, stream_id: UUID, **changes: datetime | None) -> None:
    async with points.greenroom.kernel.database.write() as session:
        stream = await session.get_one(Stream, stream_id)
        for name, value in changes.items():
            setattr(stream, name, value)


def day_sums(**earned: int) -> Json:
    return {"watching": 0, "messages": 0, "subs": 0, "payments": 0, "follows": 0, **earned}


async def row_counts(points: PointChannel) -> dict[str, int]:
    """The number of rows in each of `TABLES`, of all channels."""
    async with points.greenroom.kernel.database.read() as session:
        return {name: await session.scalar(text(f"SELECT count(*) FROM {name}")) or 0 for name in TABLES}  # noqa: S608  # names from this module
