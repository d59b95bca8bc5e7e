"""Points: entries of the ledger, a minute of watching, and a page of the leaderboard."""

import asyncio
import random
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from uuid import UUID

from bench.figures import Figure, Figures
from bench.reads.filled_tables import CHANNEL, MOMENT, Row, empty_row, open_filled
from bench.reads.growth import Read, compare_growth
from greenroom.chat.messages.models import Viewer
from greenroom.features.points.ledger.balances import Ranking
from greenroom.features.points.ledger.bulk_credit import credit_all
from greenroom.features.points.ledger.leaderboard import Position, read_standings
from greenroom.features.points.ledger.ledger import Movement, Reason, post
from greenroom.features.points.ledger.models import PeriodKind, PointAccount, PointPeriod, PointTotal
from greenroom.features.points.ledger.settings import PointSettings
from greenroom.features.watch_time.earned_points import points_per_minute
from greenroom.features.watch_time.service import PresentViewers
from greenroom.kernel.clock import system_clock
from greenroom.kernel.db.database import Database

FEW, MANY = 1_000, 1_000_000
WATCHERS = 50_000
ENTRIES, BATCH = 50_000, 1_000
PER_PAGE = 50
# Id of the only period, a month.
MONTH = 1
SETTINGS = PointSettings(enabled=True)


def measure_ledger(entries: int = ENTRIES, watchers: int = WATCHERS) -> Figures:
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as folder:
        return asyncio.run(_measure_ledger(Path(folder), entries, watchers))


async def _measure_ledger(folder: Path, entries: int, watchers: int) -> Figures:
    database = await _open(folder / "ledger.db", watchers)
    posting = await _cpu_seconds(lambda: _post(database, entries))
    minutes = [await _cpu_seconds(lambda: _watch(database, watchers)) for _ in range(3)]
    await database.close()
    return {
        "points-entries": Figure(entries / posting, (f"{entries:,} entries with references, {BATCH:,} at a time",)),
        "points-earning": Figure(
            min(minutes), (f"{watchers:,} viewers: {', '.join(f'{seconds:.2f} s' for seconds in minutes)}",)
        ),
    }


async def _cpu_seconds(work: Callable[[], Awaitable[None]]) -> float:
    """Runs the work; returns the CPU seconds of this process, with its database threads."""
    began = time.process_time()
    await work()
    return time.process_time() - began


async def _post(database: Database, entries: int) -> None:
    for first in range(0, entries, BATCH):
        movements = [
            Movement(("twitch", str(number % BATCH)), 10, Reason.ACTIVITY, f"activity:{number}")
            for number in range(first, first + BATCH)
        ]
        async with database.write() as session:
            await post(session, CHANNEL, movements, system_clock())


async def _watch(database: Database, watchers: int) -> None:
    present = {("twitch", str(number)) for number in range(watchers)}
    names = {viewer: f"Viewer{viewer[1]}" for viewer in present}
    async with database.read() as session:
        earned = await points_per_minute(session, CHANNEL, PresentViewers(present), SETTINGS)
    async with database.write() as session:
        await credit_all(session, CHANNEL, earned, Reason.WATCHED, system_clock(), names)


def measure_leaderboard(few: int = FEW, many: int = MANY) -> Figures:
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as folder:
        return asyncio.run(_measure_leaderboard(Path(folder), few, many))


async def _measure_leaderboard(folder: Path, few: int, many: int) -> Figures:
    databases = [(await _open(folder / f"{count}.db", count), count) for count in (few, many)]
    reads = {
        f"{where} of {name}": _page(ranking, is_deep=where == "anywhere")
        for name, ranking in (("all time", Ranking(CHANNEL)), ("a month", Ranking(CHANNEL, MONTH)))
        for where in ("first page", "anywhere")
    }
    figure = await compare_growth(databases, reads)
    for database, _ in databases:
        await database.close()
    return {"points-leaderboard": figure}


def _page(ranking: Ranking, *, is_deep: bool) -> Read:
    async def read(database: Database, chance: random.Random, count: int) -> None:
        # A position in the upper half of the leaderboard, below which a full page is left.
        number = chance.randrange(count // 2, count)
        after = Position(number, number, count - number, count - number) if is_deep else None
        async with database.read() as session:
            found = await read_standings(session, ranking, PER_PAGE, after)
        assert len(found) == PER_PAGE, (count, len(found))
        assert all(one.name.startswith("Viewer") for one in found)

    return read


async def _open(path: Path, count: int) -> Database:
    """A database of viewers with the balances 1 to `count`, all earned in one month."""
    totals = {PointPeriod: _months(), PointTotal: _totals(count)}
    return await open_filled(path, {PointAccount: _accounts(count), Viewer: _viewers(count), **totals})


def _accounts(count: int) -> Iterator[Row]:
    for number in range(1, count + 1):
        viewer = {"provider": "twitch", "viewer_id": str(number)}
        yield {"id": number, "channel_id": CHANNEL.hex, **viewer, "balance": number}


def _months() -> Iterator[Row]:
    month = {"id": MONTH, "channel_id": CHANNEL.hex, "kind": PeriodKind.MONTH.value, "starts_at": MOMENT}
    yield {**month, "ends_at": MOMENT, "stream_id": None, "position": 0, "is_complete": 1}


def _totals(count: int) -> Iterator[Row]:
    for number in range(1, count + 1):
        yield {"period_id": MONTH, "account_id": number, "earned": number, "total": number}


def _viewers(count: int) -> Iterator[Row]:
    empty = empty_row(Viewer)
    for number in range(1, count + 1):
        name = f"Viewer{number}"
        yield {
            **empty,
            "id": UUID(int=number).hex,
            "channel_id": CHANNEL.hex,
            "provider": "twitch",
            "viewer_id": str(number),
            "login": name.lower(),
            "name": name,
            "search_name": name.lower(),
            "former_names": "[]",
            "first_seen_at": MOMENT,
            "last_seen_at": MOMENT,
            "person_id": None,
            **dict.fromkeys(("level", "is_bot", "message_count"), 0),
        }
