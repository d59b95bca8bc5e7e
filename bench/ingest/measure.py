"""What one chat message costs from the platform's socket to the database and ten browsers."""

import asyncio
import gc
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import uvloop
from sqlalchemy import event
from tests.servers import PostgresServer, RedisServer

from bench.commands import fill_commands
from bench.live_channel import Evening, evening, listeners
from bench.figures import Figure, Figures
from bench.ingest.limit_program import Limit

LISTENERS = 10
ROUNDS = 5
# The bar is what one core can do in a second: so loud that it is at work half of the time and its batches are full, as
# the limit program's are. Statements are counted where they are not.
LOUD, CALM = 4_000, 1_000
SECONDS = 3
TURNS, TURN_SECONDS = 12, 0.4
# With the expressions the last are 10,000, all that a filter takes.
FEW, USUAL, MANY = 10, 1_000, 9_990
LIMIT_MESSAGES, LIMIT_RUNS = 1_000, 3
EXPRESSIONS = [
    r"free\s+v-?bucks",
    r"(?:sell|rent)\s+(?:followers|viewers|views)",
    r"best\s+site\s+\w+\s*\.\s*com",
    r"wanna\s+become\s+famous",
    r"\bn+o+o+b+\b",
    r"dm\s+me\s+on\s+\w+",
    r"giveaway\W+winner",
    r"(?:crypto|nft)\s+drop",
    r"streamboo",
    r"\d{3}[-.]\d{3}[-.]\d{4}",
]


def terms(count: int) -> list[str]:
    """Words that nobody says, so that nobody is sent out: what is measured is the looking."""
    return [f"zq{number:05}x vorb" for number in range(count)]


class Statements:
    """Counts what is sent to the database."""

    def __init__(self, one: Evening) -> None:
        self.count = 0
        for engine in one.kernel.database.engines:
            event.listen(engine.sync_engine, "before_cursor_execute", self._hear)

    def _hear(self, *_: object) -> None:
        self.count += 1


def measure_ingest() -> Figures:
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as folder:
        limit = Limit(Path(folder) / "limit.db", terms(USUAL), EXPRESSIONS, LIMIT_MESSAGES)
        figures = uvloop.run(_on_sqlite(limit))
        limit.close()
    with PostgresServer() as postgres, RedisServer() as redis:
        return figures | uvloop.run(_beside_postgres(postgres, redis))


async def _on_sqlite(limit: Limit) -> dict[str, Figure]:
    ratios: list[float] = []
    spent: list[float] = []
    async with evening() as one, listeners(one, LISTENERS):
        filter_id = await _make_filter(one)
        for _ in range(ROUNDS):
            spent.append(await _round(one, filter_id, USUAL))
            ratios.append(await _against(one, limit))
        statements = Statements(one)
        messages = await _listen(one, CALM, SECONDS)
    usual = statistics.median(spent)
    return {
        "ingest": Figure(statistics.median(ratios), (f"{usual:.0f} µs for each message, all in all",)),
        "ingest-statements": Figure(statements.count / messages),
        "ingest-growth": Figure(await _growth()),
    }


async def _growth() -> float:
    """A channel with few terms and commands and one with many, in turns."""
    ratios: list[float] = []
    async with evening() as small, listeners(small, LISTENERS), evening() as large, listeners(large, LISTENERS):
        small_filter, large_filter = await _make_filter(small, FEW), await _make_filter(large, MANY)
        for _ in range(ROUNDS):
            few = await _round(small, small_filter, FEW)
            ratios.append(await _round(large, large_filter, MANY) / few)
    return statistics.median(ratios)


async def _beside_postgres(postgres: PostgresServer, redis: RedisServer) -> dict[str, Figure]:
    """Both in turns: a figure from minutes ago is not this minute's."""
    ratios: list[float] = []
    url = postgres.url(await postgres.create())
    async with (
        evening() as small,
        listeners(small, LISTENERS),
        evening(url, redis.url) as large,
        listeners(large, LISTENERS),
    ):
        small_filter, large_filter = await _make_filter(small), await _make_filter(large)
        for _ in range(ROUNDS):
            on_sqlite = await _round(small, small_filter, USUAL)
            ratios.append(await _round(large, large_filter, USUAL) / on_sqlite)
    return {"ingest-postgres": Figure(statistics.median(ratios))}


async def _make_filter(one: Evening, commands: int = USUAL) -> str:
    """Beside commands, which every message is compared with too."""
    await fill_commands(one, commands)
    wanted = {"name": "Banned phrases", "type": "banned_terms"}
    return (await one.ask("POST", f"/channels/{one.channel_id}/filters", json=wanted))["id"]


async def _round(one: Evening, filter_id: str, count: int) -> float:
    """Microseconds of CPU for each message."""
    listed = [{"kind": "phrase", "text": term} for term in terms(count)]
    listed += [{"kind": "regex", "text": expression} for expression in EXPRESSIONS]
    await one.ask("PUT", f"/channels/{one.channel_id}/filters/{filter_id}/terms", json={"terms": listed})
    await _listen(one, LOUD, 1)
    gc.collect()
    before, began = await one.stored(), time.process_time()
    await one.rehearse("/twitch/rate", per_second=LOUD)
    await asyncio.sleep(SECONDS)
    spent, messages = time.process_time() - began, await one.stored() - before
    await _settle(one)
    return spent / messages * 1e6


async def _against(one: Evening, limit: Limit) -> float:
    """In turns of a fraction of a second, with the same neighbours: a shared machine is never as fast as just before.

    While the limit program runs Greenroom stands still; what has come meanwhile it takes in afterwards.
    """
    ours: list[float] = []
    least: list[float] = []
    await one.rehearse("/twitch/rate", per_second=LOUD)
    await asyncio.sleep(1)
    gc.collect()
    for _ in range(TURNS):
        before, began = await one.stored(), time.process_time()
        await asyncio.sleep(TURN_SECONDS)
        spent = time.process_time() - began
        ours.append(spent / (await one.stored() - before) * 1e6)
        least += [limit.microseconds() for _ in range(LIMIT_RUNS)]
    await _settle(one)
    return _undisturbed(ours) / _undisturbed(least)


def _undisturbed(turns: Sequence[float]) -> float:
    """Neighbours make a turn dearer, and none makes one cheaper: the best quarter says most about the program."""
    return statistics.quantiles(turns, n=4)[0]


async def _listen(one: Evening, per_second: float, seconds: float) -> int:
    """How many messages came in so many seconds; returns when all of them are stored."""
    before = await one.stored()
    await one.rehearse("/twitch/rate", per_second=per_second)
    await asyncio.sleep(seconds)
    await _settle(one)
    return await one.stored() - before


async def _settle(one: Evening) -> None:
    await one.rehearse("/twitch/rate", per_second=0)
    await one.until_quiet()
    if await one.gaps():
        raise SystemExit("Messages were left out: this machine is too busy to measure what one of them costs.")
