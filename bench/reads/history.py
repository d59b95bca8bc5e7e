"""CPU time of a page of stored messages and of a search, among few and among a hundred times as many."""

import asyncio
import random
import statistics
import time
from collections.abc import Callable, Sequence

import msgspec

from bench.figures import Figure, Figures
from bench.reads.stored_chat import MAIN, PACE, START, stored_chat, viewer_id, vocabulary
from greenroom.features.messages.rules import LinePosition, LineQuery
from greenroom.features.messages.service import list_lines
from greenroom.kernel.bus.bus import MemoryBus
from greenroom.kernel.db.database import Database

FEW, MANY = 50_000, 5_000_000
PER_PAGE = 100
ROUNDS = 40
MILLISECONDS_PER_SECOND = 1e3
WORDS = vocabulary()
# Each of them fills a page among few messages too: pages of different sizes could not be compared.
EVERYWHERE, COMMON, USUAL = WORDS[:3], WORDS[:8], WORDS[20:150]

MakeQuery = Callable[[random.Random, int], LineQuery]
encode = msgspec.json.Encoder().encode


def _position(chance: random.Random, count: int) -> LinePosition:
    """A random position in the newer half, where a full page of older messages is left."""
    number = chance.randrange(count // 2, count)
    return LinePosition(START + number * PACE, number)


PAGES: dict[str, MakeQuery] = {
    "the newest": lambda _, __: LineQuery(MAIN),
    "anywhere": lambda chance, count: LineQuery(MAIN, before=_position(chance, count)),
    "of a platform": lambda chance, count: LineQuery(MAIN, "kick", before=_position(chance, count)),
    "of a viewer": lambda chance, count: LineQuery(MAIN, "twitch", viewer_id(chance.randrange(5))),
    "until a moment": lambda chance, count: LineQuery(MAIN, until=_position(chance, count).sent_at),
}
SEARCHES: dict[str, MakeQuery] = {
    "a common word": lambda chance, _: LineQuery(MAIN, words=(chance.choice(COMMON),)),
    "a usual word": lambda chance, _: LineQuery(MAIN, words=(chance.choice(USUAL),)),
    "a word's beginning": lambda chance, _: LineQuery(MAIN, words=(chance.choice(USUAL)[:4],)),
    "a word, deep": lambda chance, count: LineQuery(
        MAIN, words=(chance.choice(COMMON),), before=_position(chance, count)
    ),
    "two words": lambda chance, _: LineQuery(MAIN, words=(chance.choice(COMMON), chance.choice(COMMON))),
    "of a viewer": lambda chance, _: LineQuery(MAIN, "twitch", viewer_id(0), words=(chance.choice(EVERYWHERE),)),
    "until a moment": lambda chance, count: LineQuery(
        MAIN, words=(chance.choice(COMMON),), until=_position(chance, count).sent_at
    ),
    "no such word": lambda chance, _: LineQuery(MAIN, words=(f"qq{chance.random()}".replace(".", ""),)),
}


def measure_history(few: int = FEW, many: int = MANY) -> Figures:
    return asyncio.run(_measure(few, many))


async def _measure(few: int, many: int) -> Figures:
    databases = [
        (Database(f"sqlite+aiosqlite:///{await asyncio.to_thread(stored_chat, count)}", MemoryBus().publish), count)
        for count in (few, many)
    ]
    figures = {
        "history-page": await _compare(databases, PAGES),
        "history-search": await _compare(databases, SEARCHES),
    }
    for database, _ in databases:
        await database.close()
    return figures


async def _compare(databases: Sequence[tuple[Database, int]], queries: dict[str, MakeQuery]) -> Figure:
    """Ratio of the query that grows most."""
    ratios: list[float] = []
    details: list[str] = []
    for name, make_query in queries.items():
        spent: tuple[list[float], list[float]] = ([], [])
        for number in range(ROUNDS):
            for (database, count), times in zip(databases, spent, strict=True):
                times.append(await _cpu_seconds(database, make_query(random.Random(number), count)))  # noqa: S311  # the same for both
        small, large = (statistics.median(times[5:]) * MILLISECONDS_PER_SECOND for times in spent)
        ratios.append(large / small)
        details.append(f"{name}: {small:.2f} ms among few, {large:.2f} ms among many, {large / small:.2f} x")
    return Figure(max(ratios), tuple(details))


async def _cpu_seconds(database: Database, query: LineQuery) -> float:
    """CPU seconds, with those of the database's thread."""
    began = time.process_time()
    encode(await list_lines(database, query, PER_PAGE))
    return time.process_time() - began
