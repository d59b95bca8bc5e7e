"""CPU time of a page of stored messages and of a search, among few and among a hundred times as many."""

import asyncio
import random
from collections.abc import Callable

import msgspec

from bench.figures import Figures
from bench.reads.growth import Read, compare_growth
from bench.reads.stored_chat import MAIN, PACE, START, stored_chat, viewer_id, vocabulary
from greenroom.features.messages.rules import LinePosition, LineQuery
from greenroom.features.messages.service import list_lines
from greenroom.kernel.bus.bus import MemoryBus
from greenroom.kernel.db.database import Database

FEW, MANY = 50_000, 5_000_000
PER_PAGE = 100
WORDS = vocabulary()
# Each word fills a page even among few messages: pages of different sizes could not be compared.
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
        "history-page": await compare_growth(databases, _reads(PAGES)),
        "history-search": await compare_growth(databases, _reads(SEARCHES)),
    }
    for database, _ in databases:
        await database.close()
    return figures


def _reads(queries: dict[str, MakeQuery]) -> dict[str, Read]:
    return {name: _read(make_query) for name, make_query in queries.items()}


def _read(make_query: MakeQuery) -> Read:
    async def read(database: Database, chance: random.Random, count: int) -> None:
        encode(await list_lines(database, make_query(chance, count), PER_PAGE))

    return read
