"""Points: entries of the ledger, a minute of watching, and a page of the leaderboard."""

import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

from bench.figures import Figure, Figures
from bench.reads.filled_tables import CHANNEL, MOMENT, Row, empty_row, open_filled
from bench.reads.growth import Read, compare_growth
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.app import FEATURES
from greenroom.assembly import assemble
from greenroom.chat.messages.models import Viewer
from greenroom.features.points.ledger.balances import Ranking
from greenroom.features.points.ledger.leaderboard import Position, read_standings
from greenroom.features.points.ledger.ledger import Movement, Reason, post
from greenroom.features.points.ledger.models import PeriodKind, PointAccount, PointPeriod, PointTotal
from greenroom.features.points.ledger.settings import PointSettings, save_settings
from greenroom.features.points.periods.job import PointPeriodsJob
from greenroom.features.watch_time.jobs import WatchTimeJob
from greenroom.kernel.clock import system_clock
from greenroom.kernel.db.database import Database
from greenroom.settings import Settings

FEW, MANY = 1_000, 1_000_000
WATCHERS = 50_000
ENTRIES, BATCH = 50_000, 1_000
MINUTES = 5
PER_PAGE = 50
# Id of the only period, a month.
MONTH = 1
SETTINGS = PointSettings(enabled=True)


class SteppedClock:
    """A clock that the measurement sets."""

    now = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


def measure_ledger(entries: int = ENTRIES, watchers: int = WATCHERS) -> Figures:
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as folder:
        return asyncio.run(_measure_ledger(Path(folder), entries, watchers))


async def _measure_ledger(folder: Path, entries: int, watchers: int) -> Figures:
    database = await _open(folder / "ledger.db", watchers)
    posting = await _cpu_seconds(lambda: _post(database, entries))
    await database.close()
    minutes = await _minutes(folder, watchers)
    return {
        "points-entries": Figure(entries / posting, (f"{entries:,} entries with references, {BATCH:,} at a time",)),
        "points-earning": Figure(
            statistics.median(sum(parts) for parts in minutes),
            (f"{watchers:,} viewers", *(f"{paying:.2f} s and {adding:.2f} s to add up" for paying, adding in minutes)),
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


async def _minutes(folder: Path, watchers: int) -> list[tuple[float, float]]:
    """CPU seconds of paying the viewers for a minute, and of adding it up for the day, the month and the stream."""
    clock = SteppedClock()
    await (await _open_watched(folder / "greenroom.db", watchers)).close()
    assembly = assemble(Settings(data_dir=folder), clock, FEATURES)
    paying, adding = WatchTimeJob(assembly.kernel, assembly.sender, {}), PointPeriodsJob(assembly.kernel)
    async with assembly.kernel.database.write() as session:
        await save_settings(session, CHANNEL, SETTINGS)
    minutes: list[tuple[float, float]] = []
    # The first minute creates accounts and periods.
    for _ in range(MINUTES + 1):
        minutes.append((await _cpu_seconds(paying.credit_all), await _cpu_seconds(adding.run)))
        clock.now += timedelta(minutes=1)
    await assembly.close()
    return minutes[1:]


async def _open_watched(path: Path, watchers: int) -> Database:
    """A database of a live channel in whose chat all viewers have just written."""
    live = {"id": UUID(int=2).hex, "channel_id": CHANNEL.hex, "credential_id": UUID(int=3).hex}
    live |= dict.fromkeys(("provider", "provider_channel_id", "provider_channel_name"), "twitch")
    live |= {"is_live": 1, "live_stream_id": "1", "connection_state": "connected", "connection_detail": ""}
    live |= dict.fromkeys(("connected_at", "connection_since"), MOMENT)
    seen = (dict(row, last_seen_at="2026-01-01 12:00:00.000000") for row in _viewers(watchers))
    return await open_filled(path, {ChannelProvider: iter([live]), Viewer: seen})


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
