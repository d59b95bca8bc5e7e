"""Points: entries of the ledger, a minute of watching, and a page of the leaderboard."""

import asyncio
import random
import sqlite3
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from uuid import UUID

from bench.figures import Figure, Figures
from bench.reads.growth import Read, compare_growth
from greenroom.chat.messages.models import Viewer
from greenroom.economy.bulk_credit import credit_all
from greenroom.economy.leaderboard import Position, read_standings
from greenroom.economy.ledger import Movement, Reason, post
from greenroom.economy.settings import PointSettings
from greenroom.features.watch_time.earned_points import points_per_minute
from greenroom.features.watch_time.service import PresentViewers
from greenroom.kernel.bus.bus import MemoryBus
from greenroom.kernel.clock import system_clock
from greenroom.kernel.db.database import Database
from greenroom.kernel.db.migrate import migrate

FEW, MANY = 1_000, 1_000_000
WATCHERS = 50_000
ENTRIES, BATCH = 50_000, 1_000
PER_PAGE = 50
CHANNEL = UUID(int=1)
SETTINGS = PointSettings(enabled=True)
MOMENT = "2026-01-01 00:00:00.000000"
VIEWER_COLUMNS = [column.name for column in Viewer.__table__.columns]
ADD_VIEWER = f"INSERT INTO viewers ({', '.join(VIEWER_COLUMNS)}) VALUES ({', '.join('?' * len(VIEWER_COLUMNS))})"  # noqa: S608  # our own names
ADD_ACCOUNT = "INSERT INTO point_accounts (id, channel_id, provider, viewer_id, balance) VALUES (?, ?, 'twitch', ?, ?)"


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
    """Of this process, with its database threads."""
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
    reads = {"first page": _page(is_deep=False), "anywhere": _page(is_deep=True)}
    figure = await compare_growth(databases, reads)
    for database, _ in databases:
        await database.close()
    return {"points-leaderboard": figure}


def _page(*, is_deep: bool) -> Read:
    async def read(database: Database, chance: random.Random, count: int) -> None:
        # In the upper half, where a full page is left.
        number = chance.randrange(count // 2, count)
        after = Position(number, number, count - number, count - number) if is_deep else None
        async with database.read() as session:
            found = await read_standings(session, CHANNEL, PER_PAGE, after)
        assert len(found) == PER_PAGE, (count, len(found))
        assert all(one.name.startswith("Viewer") for one in found)

    return read


async def _open(path: Path, count: int) -> Database:
    database = Database(f"sqlite+aiosqlite:///{path}", MemoryBus().publish)
    await migrate(database.engine)
    await asyncio.to_thread(_fill, path, count)
    return database


def _fill(path: Path, count: int) -> None:
    """Viewers with the balances 1 to `count`."""
    with sqlite3.connect(path) as link:
        link.execute("PRAGMA synchronous=OFF")
        link.execute(
            "INSERT INTO channels (id, display_name, sort_name, created_at) VALUES (?, 'Channel', 'channel', ?)",
            (CHANNEL.hex, MOMENT),
        )
        accounts = ((number, CHANNEL.hex, str(number), number) for number in range(1, count + 1))
        link.executemany(ADD_ACCOUNT, accounts)
        link.executemany(ADD_VIEWER, _viewers(count))


def _viewers(count: int) -> Iterator[tuple[object, ...]]:
    for number in range(1, count + 1):
        name = f"Viewer{number}"
        given: dict[str, object] = {
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
        yield tuple(given.get(column, "") for column in VIEWER_COLUMNS)
