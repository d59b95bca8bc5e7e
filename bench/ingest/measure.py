"""CPU time of one chat message from the platform's socket to the database and ten subscribers.

The rehearsal's audience also follows, subscribes and pays between its messages, and everybody earns points.
"""

import asyncio
import contextlib
import gc
import statistics
import tempfile
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import uvloop
from sqlalchemy import delete, event

from bench.commands import fill_commands
from bench.database_servers import PostgresServer, RedisServer
from bench.figures import Figure, Figures
from bench.ingest.chat_lines import chat_lines, recorded_messages
from bench.ingest.limit_program import LimitProgram
from bench.live_channel import TIMEOUT_SECONDS, LiveChannel, live_channel, subscribers
from bench.sustained_rate import SustainedRate
from greenroom.kernel.db.database import publish
from greenroom.kernel.db.leases import Lease
from greenroom.kernel.jobs import RUN_REQUESTED

SUBSCRIBERS = 10
ROUNDS = 5
# Messages come in bursts that wait while the server is blocked: its batches are full, as at 4,000 messages a second on
# a fast machine, however slow or busy the machine is. The server's queue holds a whole burst.
BURST_RATE, BURST_SECONDS = 4_000, 0.75
# On a busy machine the server stays blocked until the rehearsal has performed this share of a burst.
MIN_SHARE, LONGER_SECONDS = 0.6, 0.1
BURSTS_PER_ROUND = 3
# Statements are counted at a rate at which batches are not full.
STATEMENTS_RATE = 1_000
STATEMENTS_SECONDS = 3
LIMIT_ROUNDS = 8
# Jobs that run with each burst.
JOBS = ("stream_stats", "point_periods")
# Numbers of terms and of commands. MANY terms and the expressions make 10,000, the maximum of a filter.
FEW, USUAL, MANY = 10, 1_000, 9_990
LIMIT_MESSAGES = 1_000
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
        figures = uvloop.run(_on_sqlite(Path(folder))) | uvloop.run(_growth())
    with PostgresServer() as postgres, RedisServer() as redis:
        return figures | uvloop.run(_on_postgres(postgres, redis))


async def _on_sqlite(folder: Path) -> dict[str, Figure]:
    rate, statements_rate = SustainedRate(BURST_RATE), SustainedRate(STATEMENTS_RATE)
    async with _subject(USUAL) as subject:
        spent = [await rate.run(lambda per_second: _round(subject, per_second)) for _ in range(ROUNDS)]
        ratios = await _ratios_to_limit(subject, folder / "limit.db", rate, ROUNDS)
        statements = await statements_rate.run(lambda per_second: _statements(subject.channel, per_second))
        await subject.channel.control("/twitch/lines", lines=[])
        short = await _ratios_to_limit(subject, folder / "limit-short.db", rate, 1)
    details = (
        f"{statistics.median(spent):.0f} µs for each message at {rate.per_second:.0f}/s",
        f"with the rehearsal's own lines, which are short: {short[0]:.1f} x",
    )
    return {
        "ingest": Figure(statistics.median(ratios), details),
        "ingest-statements": Figure(statements, (f"at {statements_rate.per_second:.0f}/s",)),
    }


async def _ratios_to_limit(subject: Subject, file: Path, rate: SustainedRate, rounds: int) -> list[float]:
    with recorded_messages() as frames:
        await rate.run(lambda per_second: _round(subject, per_second))
    limit = LimitProgram(file, terms(USUAL), EXPRESSIONS, frames[-LIMIT_MESSAGES:])
    with contextlib.closing(limit):
        return [
            await rate.run(lambda per_second: _ratio_to_limit(subject.channel, limit, per_second))
            for _ in range(rounds)
        ]


async def _growth() -> dict[str, Figure]:
    async with _subject(FEW) as small, _subject(MANY) as large:
        return {"ingest-growth": await _compare(small, large)}


async def _on_postgres(postgres: PostgresServer, redis: RedisServer) -> dict[str, Figure]:
    url = postgres.url(await postgres.create())
    async with _subject(USUAL) as sqlite, _subject(USUAL, url, redis.url) as on_postgres:
        return {"ingest-postgres": await _compare(sqlite, on_postgres)}


async def _compare(base: Subject, compared: Subject) -> Figure:
    """Median ratio of the CPU times of two channels, whose rounds alternate: other processes then slow both."""

    async def ratio(per_second: float) -> float:
        spent = await _round(base, per_second)
        return await _round(compared, per_second) / spent

    rate = SustainedRate(BURST_RATE)
    ratios = [await rate.run(ratio) for _ in range(ROUNDS)]
    return Figure(statistics.median(ratios), (f"at {rate.per_second:.0f}/s",))


@contextlib.asynccontextmanager
async def _subject(count: int, database_url: str = "", redis_url: str = "") -> AsyncGenerator[Subject]:
    """A channel with points, subscribers, `count` commands and a filter, to which `_round` adds `count` terms."""
    async with live_channel(database_url, redis_url) as channel, subscribers(channel, SUBSCRIBERS):
        await channel.control("/twitch/lines", lines=chat_lines())
        await fill_commands(channel, count)
        await channel.call("PUT", f"/channels/{channel.channel_id}/points/settings", json={"enabled": True})
        body = {"name": "Banned phrases", "type": "banned_terms"}
        created = await channel.call("POST", f"/channels/{channel.channel_id}/filters", json=body)
        yield Subject(channel, created["id"], count)


async def _round(subject: Subject, per_second: float) -> float:
    """Gives the filter its terms and sends bursts of messages; returns the microseconds of CPU time for a message."""
    channel = subject.channel
    listed = [{"kind": "phrase", "text": term} for term in terms(subject.term_count)]
    listed += [{"kind": "regex", "text": expression} for expression in EXPRESSIONS]
    path = f"/channels/{channel.channel_id}/filters/{subject.filter_id}/terms"
    await channel.call("PUT", path, json={"terms": listed})
    bursts = [await _burst(channel, per_second, _sleep) for _ in range(1 + BURSTS_PER_ROUND)]
    # The first burst compiles the terms.
    return statistics.median(bursts[1:])


async def _ratio_to_limit(channel: LiveChannel, limit: LimitProgram, per_second: float) -> float:
    """CPU time of the server for a message, divided by that of the limit program, which runs while messages wait."""
    limit_times: list[float] = []

    def run_limit(until: float) -> None:
        while time.monotonic() < until:
            limit_times.append(limit.microseconds())

    server_times = [await _burst(channel, per_second, run_limit) for _ in range(LIMIT_ROUNDS)]
    return _first_quartile(server_times) / _first_quartile(limit_times)


async def _burst(channel: LiveChannel, per_second: float, block: Callable[[float], None]) -> float:
    """Microseconds of CPU time for each message of a burst that arrives while `block` keeps the server from running."""
    gc.collect()
    before = await channel.count_stored()
    await channel.set_rate(per_second)
    block(time.monotonic() + BURST_SECONDS)
    while channel.count_actions() < per_second * BURST_SECONDS * MIN_SHARE:
        block(time.monotonic() + LONGER_SECONDS)
    # Before the server runs again: on a busy machine more messages than its queue holds would arrive otherwise.
    channel.stop_chat()
    began = time.process_time()
    await _run_jobs(channel)
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while await channel.count_stored() == before:  # noqa: ASYNC110  # rows do not notify
            await asyncio.sleep(0.1)
    drained = await channel.drain_stopped()
    return (drained.cpu_seconds - began) / (drained.stored - before) * 1e6


async def _run_jobs(channel: LiveChannel) -> None:
    async with channel.kernel.database.write() as session:
        # Without its lease a job is due.
        await session.execute(delete(Lease).where(Lease.name.in_([f"job:{name}" for name in JOBS])))
        for name in JOBS:
            publish(session, RUN_REQUESTED, name.encode())


def _sleep(until: float) -> None:
    time.sleep(max(0.0, until - time.monotonic()))


def _first_quartile(times: Sequence[float]) -> float:
    """The first quartile, which is the most accurate, because other processes only make a run slower."""
    return statistics.quantiles(times, n=4)[0]


async def _statements(channel: LiveChannel, per_second: float) -> float:
    before, statements = await channel.count_stored(), StatementCounter(channel)
    await channel.set_rate(per_second)
    await asyncio.sleep(STATEMENTS_SECONDS)
    drained = await channel.drain()
    return statements.count / (drained.stored - before)
