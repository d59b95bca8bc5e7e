"""CPU time of one chat message from the platform's socket to the database and ten browsers."""

import asyncio
import contextlib
import gc
import statistics
import tempfile
import time
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from pathlib import Path

import uvloop
from sqlalchemy import event
from tests.support.servers import PostgresServer, RedisServer

from bench.commands import fill_commands
from bench.figures import Figure, Figures
from bench.held_rate import HeldRate
from bench.ingest.limit_program import LimitProgram
from bench.live_channel import TIMEOUT_SECONDS, LiveChannel, live_channel, subscribers

SUBSCRIBERS = 10
ROUNDS = 5
# High enough that a fast core is busy half of the time and batches are full, as the limit program's are. A machine that
# does not hold it is measured at the rate it holds, for longer, so that the number of messages stays about the same.
MAX_RATE = 4_000
MAX_STRETCH = 4.0
# Statements are counted at a rate at which batches are not full.
STATEMENTS_RATE = 1_000
WARM_UP_SECONDS = 1
ROUND_SECONDS = 3
TURNS, TURN_SECONDS = 12, 0.4
# Together with the expressions MANY makes 10,000, the most that a filter takes.
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
    """Terms that occur in no message: no message is moderated, only the matching is measured."""
    return [f"zq{number:05}x vorb" for number in range(count)]


class StatementCounter:
    """Counts the SQL statements that a channel's server sends."""

    def __init__(self, channel: LiveChannel) -> None:
        self.count = 0
        for engine in channel.kernel.database.engines:
            event.listen(engine.sync_engine, "before_cursor_execute", self._add)

    def _add(self, *_: object) -> None:
        self.count += 1


@dataclass(frozen=True, slots=True)
class Subject:
    """A channel whose messages are measured, with its filter and how many terms the filter holds."""

    channel: LiveChannel
    filter_id: str
    term_count: int


def measure_ingest() -> Figures:
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as folder:
        limit = LimitProgram(Path(folder) / "limit.db", terms(USUAL), EXPRESSIONS, LIMIT_MESSAGES)
        figures = uvloop.run(_on_sqlite(limit)) | uvloop.run(_growth())
        limit.close()
    with PostgresServer() as postgres, RedisServer() as redis:
        return figures | uvloop.run(_beside_postgres(postgres, redis))


async def _on_sqlite(limit: LimitProgram) -> dict[str, Figure]:
    rate, statements_rate = HeldRate(MAX_RATE), HeldRate(STATEMENTS_RATE)
    async with _subject(USUAL) as subject:
        spent = [await rate.run(lambda per_second: _round(subject, per_second)) for _ in range(ROUNDS)]
        ratios = [
            await rate.run(lambda per_second: _against(subject.channel, limit, per_second)) for _ in range(ROUNDS)
        ]
        statements = await statements_rate.run(lambda per_second: _statements(subject.channel, per_second))
    details = f"{statistics.median(spent):.0f} µs for each message at {rate.per_second:.0f}/s"
    return {
        "ingest": Figure(statistics.median(ratios), (details,)),
        "ingest-statements": Figure(statements, (f"at {statements_rate.per_second:.0f}/s",)),
    }


async def _growth() -> dict[str, Figure]:
    async with _subject(FEW) as small, _subject(MANY) as large:
        return {"ingest-growth": await _compare(small, large)}


async def _beside_postgres(postgres: PostgresServer, redis: RedisServer) -> dict[str, Figure]:
    url = postgres.url(await postgres.create())
    async with _subject(USUAL) as sqlite, _subject(USUAL, url, redis.url) as other:
        return {"ingest-postgres": await _compare(sqlite, other)}


async def _compare(base: Subject, other: Subject) -> Figure:
    """Median ratio of alternating rounds at one rate: on a shared machine only neighbours in time are comparable."""

    async def ratio(per_second: float) -> float:
        spent = await _round(base, per_second)
        return await _round(other, per_second) / spent

    rate = HeldRate(MAX_RATE)
    ratios = [await rate.run(ratio) for _ in range(ROUNDS)]
    return Figure(statistics.median(ratios), (f"at {rate.per_second:.0f}/s",))


@contextlib.asynccontextmanager
async def _subject(count: int, database_url: str = "", redis_url: str = "") -> AsyncGenerator[Subject]:
    """A channel with so many terms and commands, and with subscribers."""
    async with live_channel(database_url, redis_url) as channel, subscribers(channel, SUBSCRIBERS):
        await fill_commands(channel, count)
        body = {"name": "Banned phrases", "type": "banned_terms"}
        created = await channel.call("POST", f"/channels/{channel.channel_id}/filters", json=body)
        yield Subject(channel, created["id"], count)


async def _round(subject: Subject, per_second: float) -> float:
    """Microseconds of CPU time for each message."""
    channel = subject.channel
    listed = [{"kind": "phrase", "text": term} for term in terms(subject.term_count)]
    listed += [{"kind": "regex", "text": expression} for expression in EXPRESSIONS]
    path = f"/channels/{channel.channel_id}/filters/{subject.filter_id}/terms"
    await channel.call("PUT", path, json={"terms": listed})
    await _receive(channel, per_second, WARM_UP_SECONDS)
    gc.collect()
    await channel.set_rate(per_second)
    spent = await _spend(channel, _stretched(ROUND_SECONDS, per_second))
    await channel.drain()
    return spent


async def _against(channel: LiveChannel, limit: LimitProgram, per_second: float) -> float:
    """Ratio to the limit program, in alternating turns of a fraction of a second so that other processes slow both.

    While the limit program runs Greenroom stands still; messages that arrive meanwhile are stored in the next turn.
    """
    ours: list[float] = []
    least: list[float] = []
    await channel.set_rate(per_second)
    await asyncio.sleep(WARM_UP_SECONDS)
    gc.collect()
    for _ in range(TURNS):
        ours.append(await _spend(channel, _stretched(TURN_SECONDS, per_second)))
        least += [limit.microseconds() for _ in range(LIMIT_RUNS)]
    await channel.drain()
    return _undisturbed(ours) / _undisturbed(least)


def _stretched(seconds: float, per_second: float) -> float:
    return seconds * min(MAX_RATE / per_second, MAX_STRETCH)


async def _spend(channel: LiveChannel, seconds: float) -> float:
    """Microseconds of CPU time for each message that is stored within so many seconds."""
    before, began = await channel.stored(), time.process_time()
    await asyncio.sleep(seconds)
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while (messages := await channel.stored() - before) == 0:  # noqa: ASYNC110  # rows do not notify
            await asyncio.sleep(TURN_SECONDS)
    return (time.process_time() - began) / messages * 1e6


def _undisturbed(turns: Sequence[float]) -> float:
    """Other processes make a turn dearer and never cheaper: the first quartile says most about the program."""
    return statistics.quantiles(turns, n=4)[0]


async def _statements(channel: LiveChannel, per_second: float) -> float:
    statements = StatementCounter(channel)
    messages = await _receive(channel, per_second, ROUND_SECONDS)
    return statements.count / messages


async def _receive(channel: LiveChannel, per_second: float, seconds: float) -> int:
    """Number of messages that are stored after so many seconds of chat."""
    before = await channel.stored()
    await channel.set_rate(per_second)
    await asyncio.sleep(seconds)
    return (await channel.drain()).stored - before
